import pytest

from extractors.facts import ElementFacts
from extractors.sources import best_of_srcset

GIF = "data:image/gif;base64,R0lGODlhAQABAAAAACw="


@pytest.mark.parametrize(
    ("srcset", "chosen"),
    [
        ("a.png", "a.png"),
        ("a.png 1x, b.png 2x", "a.png"),
        ("a.png 320w, b.png 900w, c.png 2000w", "b.png"),
        ("a.png 320w, b.png 640w", "b.png"),
        ("a.png 2x, b.png", "b.png"),
        ("w_1,h_2/a.png 1x, w_2,h_4/a.png 2x", "w_1,h_2/a.png"),
        ("", ""),
    ],
)
def test_a_middle_sized_candidate_is_chosen(srcset: str, chosen: str) -> None:
    assert best_of_srcset(srcset) == chosen


@pytest.mark.parametrize(
    ("html", "src"),
    [
        ("<img src=' a.png '>", "a.png"),
        (f"<img src={GIF} data-src=a.png>", "a.png"),
        ("<img src=blank.gif data-lazy-src=a.png>", "a.png"),
        ("<img data-original=a.png>", "a.png"),
        (f"<img src={GIF} data-srcset='a.png 1x, b.png 2x'>", "a.png"),
        ("<img srcset='a.png 400w, b.png 800w'>", "b.png"),
        (f"<img src={GIF} srcset='a.png'>", "a.png"),
        ("<picture><source srcset='a.webp'><img></picture>", "a.webp"),
        ("<picture><source srcset='a.webp'><img src=a.png></picture>", "a.png"),
        ("<picture><img></picture><noscript><img src=a.png></noscript>", "a.png"),
        ("<div><noscript><img src=a.png></noscript><img class=lazy></div>", "a.png"),
        ("<svg><image href=a.png /></svg>", "a.png"),
        ("<object data=a.png></object>", "a.png"),
        ("<video poster=a.png></video>", "a.png"),
    ],
)
def test_the_picture_really_meant_is_found_without_a_browser(image, html: str, src: str) -> None:
    assert image(html).src == f"https://example.org/dir/{src}"


def test_an_inline_picture_is_itself_when_there_is_no_other(image) -> None:
    assert image(f"<img src={GIF}>").src == GIF


def test_an_image_without_address_has_no_source(image) -> None:
    assert image("<img alt=x>").src is None
    assert image("<img src='' alt=x>").src is None


def test_the_browser_knows_best(image) -> None:
    facts = {"1": ElementFacts(current_src="https://cdn.example.org/x.avif", loaded=True)}
    record = image("<img data-auditor=1 src=a.png data-src=b.png>", facts)
    assert (record.src, record.stamp, record.loaded) == (
        "https://cdn.example.org/x.avif",
        "1",
        True,
    )


def test_a_named_image_in_an_svg_has_its_own_picture(images) -> None:
    html = "<svg><image href=a.png aria-label=a></image><image href=b.png></image></svg>"
    assert [r.src for r in images(html)] == ["https://example.org/dir/a.png"]
