"""Articles of every generation of MediaWiki's HTML, as an editor's tool sees them."""

import pytest

from extractors.mediawiki.records import Container, Format, Link, Origin
from tests.extractors.mediawiki.conftest import core, gallery, lazy, parsoid, thumbinner

OLD_PARSOID = "mw:Image/Thumb"


@pytest.mark.parametrize(
    ("html", "container"),
    [
        (parsoid("Curled up", caption="At noon"), Container.FIGURE),
        (parsoid("Curled up", typeof=OLD_PARSOID, caption="At noon"), Container.FIGURE),
        (core("Curled up", caption="At noon"), Container.FIGURE),
        (thumbinner("Curled up", caption="At noon"), Container.THUMB_BOX),
    ],
)
def test_a_captioned_thumbnail_reads_the_same_in_every_generation(image, html, container) -> None:
    found = image(f"<p>Otters sleep.</p>{html}")
    assert (found.file, found.alt, found.origin) == (
        "Otter asleep.jpg",
        "Curled up",
        Origin.EXPLICIT,
    )
    assert (found.caption, found.caption_visible, found.format) == ("At noon", True, Format.THUMB)
    assert (found.container, found.link, found.decorative) == (
        container,
        Link.FILE_DESCRIPTION,
        False,
    )
    assert found.record.context.caption == "At noon"
    assert found.left_out is None


@pytest.mark.parametrize("html", [parsoid(), core(), thumbinner(), gallery(), lazy()])
def test_an_image_without_alt_has_none(image, html) -> None:
    found = image(html)
    assert found.alt is None
    assert found.origin is Origin.NONE


@pytest.mark.parametrize("twin", [True, False])
def test_a_lazy_image_of_the_mobile_site_counts_once(image, twin) -> None:
    found = image(lazy("Curled up", twin=twin))
    assert (found.alt, found.file, found.width) == ("Curled up", "Otter asleep.jpg", 220)
    assert found.record.src == (
        "https://store.example/thumb/1/1a/Otter_asleep.jpg/220px-Otter_asleep.jpg"
    )


def test_an_image_that_a_script_has_brought_is_not_counted_with_its_noscript_copy(image) -> None:
    html = lazy("Curled up").replace('<span class="lazy-image-placeholder"', "<i")
    brought = html.replace("</a>", '<img alt="Curled up" src="/a.jpg" width="220"></a>')
    assert image(brought).alt == "Curled up"


def test_uses_of_one_file_are_counted_with_missing_files_and_players(wiki) -> None:
    missing = (
        '<span typeof="mw:Error mw:File"><a href="/w/?title=Special:Upload&amp;wpDestFile=Gone.png"'
        ' class="new"><span class="mw-file-element mw-broken-media">A lost map</span></a></span>'
    )
    video = (
        '<span typeof="mw:File"><span><video poster="/p.jpg" resource="./File:Dive.webm"></video>'
        "</span></span>"
    )
    page = wiki(parsoid() + missing + video + parsoid() + missing)
    assert [i.occurrence for i in page.images] == [0, 1]
    assert [(o.kind, o.file, o.occurrence, o.link) for o in page.others] == [
        ("missing-file", "Gone.png", 0, Link.UPLOAD),
        ("video", "Dive.webm", 0, Link.NONE),
        ("missing-file", "Gone.png", 1, Link.UPLOAD),
    ]
    assert page.others[0].text == "A lost map"


def test_an_empty_alt_is_decoration_only_without_a_link(image) -> None:
    linked = parsoid("", typeof="mw:File")
    alone = linked.replace("<a ", "<span ").replace("</a>", "</span>")
    assert not image(linked).decorative
    assert image(alone).decorative
    assert image(alone).link is Link.NONE


def test_icons_formulas_and_hidden_images_are_left_out_with_the_reason(wiki) -> None:
    icon = '<span typeof="mw:File"><img alt="" src="/i.png" width="20" height="48"></span>'
    strip = icon.replace('height="48"', 'height="50"')
    formula = '<img class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{x}" src="/m">'
    unseen = f'<div style="display:none">{parsoid()}</div>'
    found = wiki(icon + strip + formula + unseen).images
    assert [i.left_out for i in found] == [
        "smaller than 50 pixels",
        None,
        "a formula, which is read from its MathML",
        "not shown (display: none)",
    ]
    assert found[2].origin is Origin.TEX


def test_only_the_article_counts_on_a_page_with_its_skin(wiki) -> None:
    html = (
        '<img src="/logo.png" alt="Wiki" width="135" height="135">'
        f'<div class="mw-parser-output">{core()}</div>'
    )
    assert [i.left_out for i in wiki(html).images] == ["not part of the article", None]


def test_an_image_map_and_its_areas_are_images_but_only_one_is_a_use_of_the_file(wiki) -> None:
    html = (
        '<figure typeof="mw:File mw:Extension/imagemap"><span><img alt="Map of the lake" '
        'resource="./File:Lake.png" src="/lake.png" usemap="#m" width="300" height="200"></span>'
        '<map name="m"><area href="./Mill" alt="Mill" coords="0,0,9,9"></map>'
        "<figcaption></figcaption></figure>"
    )
    picture, area = wiki(html).images
    assert (picture.file, picture.extension, picture.origin) == (
        "Lake.png",
        "imagemap",
        Origin.EXPLICIT,
    )
    assert (area.file, area.alt, area.occurrence) == (None, "Mill", None)


@pytest.mark.parametrize(
    ("html", "extension", "origin"),
    [
        ('<div class="timeline-wrapper"><img src="/t.png"></div>', "timeline", Origin.NONE),
        (r'<img src="/images/lilypond/a/b.png" alt="\relative c">', "score", Origin.SOURCE_CODE),
        (
            '<figure typeof="mw:File/Thumb mw:Extension/mapframe" data-mw=\'{"attrs":{}}\'>'
            '<img data-mw-i18n=\'{"alt":{"key":"map"}}\'></figure>',
            "mapframe",
            Origin.SYSTEM_MESSAGE,
        ),
        (
            '<figure typeof="mw:File mw:Extension/mapframe" data-mw=\'{"attrs":{"alt":"a"}}\'>'
            '<img alt="a"></figure>',
            "mapframe",
            Origin.EXPLICIT,
        ),
        (
            '<figure typeof="mw:File"><a class="mw-kartographer-map" href="/"><img alt="Map"></a>'
            "</figure>",
            "mapframe",
            None,
        ),
    ],
)
def test_what_an_extension_draws_is_no_file(image, html, extension, origin) -> None:
    found = image(html)
    assert (found.file, found.extension, found.origin) == (None, extension, origin)


def test_numbers_and_letters_of_no_use_stop_nothing(image) -> None:
    html = lazy("Curled up \ud800").replace('="220"', '="²²0"')
    assert image(html).width is None
    section = f'<section data-mw-section-id="²"><h2>Rest</h2>{parsoid()}</section>'
    assert image(section).section.number is None
