import pytest

from extractors.facts import Background, Box, ElementFacts
from extractors.records import Exposed, Kind


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<img src=a.png>", Kind.IMG),
        ("<picture><source srcset=b.png><img src=a.png></picture>", Kind.IMG),
        ("<input type=IMAGE src=a.png>", Kind.INPUT),
        ("<img usemap=#m src=a.png><map name=m><area href=x></map>", Kind.AREA),
        ("<object data=a.svg></object>", Kind.OBJECT),
        ("<object data=a type=image/png></object>", Kind.OBJECT),
        ("<object data=a.mp3></object>", Kind.OBJECT),
        ("<object data='data:text/html,x'></object>", Kind.OBJECT),
        ("<embed src=a.png?v=1>", Kind.EMBED),
        ("<canvas></canvas>", Kind.CANVAS),
        ("<svg><path d=M0></path></svg>", Kind.SVG),
        ("<span role=img aria-label=star>★</span>", Kind.ROLE_IMG),
        ("<span role=image>★</span>", Kind.ROLE_IMG),
        ("<div role='chart graphics-document'>x</div>", Kind.ROLE_IMG),
        ("<div style='background: red url(a.png)'>x</div>", Kind.CSS_BACKGROUND),
        ("<video poster=a.png></video>", Kind.POSTER),
    ],
)
def test_every_kind_is_found_once(images, html: str, kind: Kind) -> None:
    assert [r.kind for r in images(html)][-1] is kind
    assert len(images(html)) == (2 if kind is Kind.AREA else 1)


@pytest.mark.parametrize(
    "html",
    [
        "<object></object>",
        "<object data=page.html>what a browser may show instead</object>",
        "<embed src=a.mpg>",
        "<embed src=a.swf>",
        "<video src=a.mp4></video>",
        "<input type=text>",
        "<svg><symbol id=a><path></path></symbol></svg>",
        "<svg width=0 height=0><path></path></svg>",
        "<div style='background: linear-gradient(red, blue)'>x</div>",
        "<template><img src=a.png></template>",
        "<noscript><img src=a.png></noscript>",
        "<head><noscript><img src=a.png></noscript></head><body>x",
        "<div role=button>x</div>",
        "<x-a><template shadowrootmode=open><p>x</p></template><img src=unslotted.png></x-a>",
    ],
)
def test_what_shows_no_picture_is_no_image(images, html: str) -> None:
    assert images(html) == []


def test_what_is_inside_a_picture_belongs_to_it(images) -> None:
    html = "<div role=img aria-label=x><img src=a.png alt=b><svg><path></path></svg></div>"
    assert [r.kind for r in images(html)] == [Kind.ROLE_IMG]
    assert [r.kind for r in images("<svg><svg><path></path></svg><image href=a.png /></svg>")] == [
        Kind.SVG
    ]


def test_a_lazy_image_and_its_noscript_twin_are_one(images) -> None:
    html = "<img data-src=a.png alt=x><noscript><img src=a.png alt=x></noscript>"
    assert [(r.src, r.alt) for r in images(html)] == [("https://example.org/dir/a.png", "x")]


def test_an_element_with_a_background_and_role_image_is_one_image(images) -> None:
    (record,) = images("<div role=img aria-label=x style='background-image: url(a.png)'></div>")
    assert (record.kind, record.src) == (Kind.ROLE_IMG, "https://example.org/dir/a.png")


def test_shadow_roots_are_searched_and_slots_filled(images) -> None:
    html = (
        "<x-a><template shadowrootmode=closed><img src=1.png><slot></slot></template>"
        "<img src=2.png></x-a>"
    )
    assert sorted(r.src for r in images(html)) == [
        "https://example.org/dir/1.png",
        "https://example.org/dir/2.png",
    ]


def test_with_a_browser_its_backgrounds_count_and_no_style_is_read(images) -> None:
    facts = {
        "1": ElementFacts(
            backgrounds=(
                Background("https://example.org/b.png"),
                Background("https://example.org/i.png", "::before", "star"),
            )
        )
    }
    html = "<p data-auditor=1 style='background-image: url(no.png)'>x</p>"
    plain, star = images(html, facts)
    assert (plain.src, plain.exposure.state) == ("https://example.org/b.png", Exposed.DECORATIVE)
    assert (star.name.text, star.exposure.state, star.selector) == (
        "star",
        Exposed.EXPOSED,
        "p::before",
    )


def test_an_svg_without_a_box_is_no_image(images) -> None:
    facts = {"1": ElementFacts(box=Box(0, 0, 0, 0))}
    assert images("<svg data-auditor=1><path></path></svg>", facts) == []


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<svg><g role=img aria-label=a><path /></g></svg>", ["g"]),
        ("<svg aria-label=x><g role=img aria-label=a><path /></g></svg>", ["svg", "g"]),
        ("<svg><title>x</title><g role=img><path /></g></svg>", ["svg", "g"]),
        ("<svg role=img aria-label=x><g role=img aria-label=a><path /></g></svg>", ["svg"]),
        ("<svg><g role=img><g role=img><path /></g></g></svg>", ["g"]),
        ("<svg><circle role=graphics-symbol aria-label=a></circle></svg>", ["circle"]),
        ("<svg><circle role=graphics-object></circle></svg>", ["svg"]),
        ("<svg><image href=a.png aria-label=a></image></svg>", ["image"]),
        ("<svg><image href=a.png></image></svg>", ["svg"]),
        ("<svg><svg><title>a</title><path /></svg></svg>", ["svg"]),
    ],
)
def test_a_part_of_an_svg_with_a_role_or_name_is_an_image(images, html: str, found) -> None:
    records = images(html)
    assert [r.tag for r in records] == found
    assert {r.kind for r in records} == {Kind.SVG}


def test_content_can_replace_an_element_by_a_picture(image) -> None:
    facts = {"1": ElementFacts(backgrounds=(Background("https://example.org/a.png", "", "logo"),))}
    record = image("<h1 data-auditor=1>Old</h1>", facts)
    assert (record.kind, record.informative_name) == (Kind.CSS_BACKGROUND, "logo")
