"""Captions: their words, and whether readers see them."""

import pytest

from extractors.mediawiki.captions import without_markers
from extractors.mediawiki.records import Container, Origin
from tests.extractors.mediawiki.conftest import core, gallery, parsoid, thumbinner

MARKED = 'At noon<sup class="reference"><a href="#n1">[1]</a></sup>, <b>asleep</b>'
FILE = '<span typeof="mw:File"'


@pytest.mark.parametrize("html", [parsoid(caption=MARKED), core(caption=MARKED),
                                  thumbinner(caption=MARKED), gallery(caption=MARKED)])  # fmt: skip
def test_markers_of_references_are_no_words_of_a_caption(image, html) -> None:
    assert image(html).caption == "At noon, asleep"


@pytest.mark.parametrize("typeof", ["mw:File", "mw:File/Frameless", "mw:Image", "mw:File mw:Any"])
def test_a_caption_beside_no_frame_is_there_but_not_seen(image, typeof) -> None:
    found = image(parsoid("At noon, asleep", typeof=typeof, caption=MARKED))
    assert (found.caption, found.caption_visible) == ("At noon, asleep", False)
    assert found.origin is Origin.CAPTION
    assert found.record.context.caption == ""
    assert "At noon" not in found.record.context.text_after


def test_a_thumbnail_whose_written_alt_is_its_caption_is_no_copy_of_the_software(image) -> None:
    assert image(parsoid("At noon", caption="At noon")).origin is Origin.EXPLICIT


def test_a_gallery_copies_the_caption_that_readers_see(image) -> None:
    found = image(gallery("At noon[1], asleep", caption=MARKED))
    assert (found.caption_visible, found.origin) == (True, Origin.CAPTION)
    assert found.container is Container.GALLERY


def test_the_name_of_a_file_above_a_gallerys_caption_is_no_caption(image) -> None:
    name = '<a href="/wiki/File:O.jpg" class="galleryfilename">O.jpg</a>'
    assert image(gallery(caption=f"{name} At noon")).caption == "At noon"


@pytest.mark.parametrize(
    ("holder", "caption"),
    [
        (f'{FILE} data-mw=\'{{"caption":"At &lt;i>noon&lt;/i>"}}\'><a href="./O">', "At noon"),
        (f'{FILE}><a href="/wiki/File:O.jpg" class="image" title="At noon">', "At noon"),
        (f'{FILE}><span title="At noon">', "At noon"),
        ('<p><a href="/wiki/File:O.jpg" class="image" title="At noon">', "At noon"),
        (f'{FILE}><a href="/wiki/River_bank#Top" title="At noon">', "At noon"),
        (f'{FILE}><a href="/wiki/River_bank#Top" title="River bank">', None),
        (f'{FILE}><a href="https://fr.example.org/wiki/Chat" class="extiw" title="fr:Chat">', None),
        (f'{FILE}><a href="//fr.x.org/wiki/chat" title="wikt:fr:chat">', None),
        (f'{FILE}><a href="//c.org/wiki/Category:Cats" title="commons:Category:Cats">', None),
        (f'{FILE}><a href="//fr.x.org/wiki/chat" title="Un chat">', "Un chat"),
        (f'{FILE}><a href="/wiki/File:O.jpg">', None),
    ],
)  # fmt: skip
def test_the_caption_of_an_inline_image_is_its_tooltip_unless_that_names_a_page(
    image, holder, caption
) -> None:
    found = image(f'{holder}<img src="/a/ab/O.jpg">')
    assert found.caption == caption
    assert found.caption_visible is (None if caption is None else False)


def test_an_image_inside_a_caption_has_not_that_caption(wiki) -> None:
    icon = (
        '<span typeof="mw:File"><a title="Sun" href="/wiki/File:S.png"><img alt="Sun"></a></span>'
    )
    for outer in (
        parsoid(caption=f"In the {icon} light"),
        thumbinner(caption=f"In the {icon} light"),
    ):
        picture, inner = wiki(outer).images
        assert picture.caption == "In the light"
        assert (inner.caption, inner.caption_visible) == ("Sun", False)


def test_an_infobox_has_its_caption_in_the_cell_of_the_image(image) -> None:
    cell = parsoid(typeof="mw:File/Frameless") + '<div class="infobox-caption">A wild one</div>'
    found = image(f'<table class="infobox"><tr><td class="infobox-image">{cell}</td></tr></table>')
    assert (found.caption, found.caption_visible) == ("A wild one", True)
    assert found.container is Container.INFOBOX
    assert found.record.context.caption == "A wild one"


def test_pictures_in_one_frame_have_their_own_captions_or_the_common_one(wiki) -> None:
    one = '<div class="tsingle"><div class="thumbimage"><img></div>{}</div>'
    own = one.format('<div class="thumbcaption">Asleep</div>')
    below = '<div class="trow"><div class="thumbcaption">Two otters</div></div>'
    html = f'<div class="thumbinner"><div class="trow">{own}{one.format("")}</div>{below}</div>'
    found = wiki(html).images
    assert [(i.caption, i.caption_visible) for i in found] == [
        ("Asleep", True),
        ("Two otters", True),
    ]
    assert {i.container for i in found} == {Container.MULTIPLE_IMAGE}


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("They slept[12] well[note 3]", "They slept well"),
        ("A sign that says [closed for the whole of the season]", None),
        ("", ""),
    ],
)
def test_markers_that_a_copy_keeps_do_not_count(text, without) -> None:
    assert without_markers(text) == (text if without is None else without)


def test_a_missing_file_that_its_link_names_has_no_caption(wiki) -> None:
    html = (
        '<span typeof="mw:Error mw:File"><a href="/w/?title=Special:Upload&amp;wpDestFile=O.jpg" '
        'class="new" title="File:O.jpg"><span class="mw-broken-media">File:O.jpg</span></a></span>'
    )
    (other,) = wiki(html).others
    assert (other.kind, other.file, other.caption) == ("missing-file", "O.jpg", None)


def test_what_is_shown_of_another_file_is_named(image) -> None:
    html = '<a href="/wiki/File:Film.ogv" class="image"><img src="/a/ab/Still.png"></a>'
    found = image(f'<span typeof="mw:File/Thumb">{html}</span>')
    assert (found.file, found.shown) == ("Film.ogv", "Still.png")
    assert image(parsoid()).shown is None
