"""Where an alt comes from, with the wikitext at hand."""

from __future__ import annotations

import pytest

from auditor.wiki.reading.match import locate
from auditor.wiki.reading.origin import settled
from auditor.wiki.wikitext.file_uses import file_uses
from extractors.mediawiki.page import read_wiki
from extractors.mediawiki.records import Origin

GALLERY = (
    '<ul class="gallery"><li class="gallerybox"><div class="thumb"><a href="/wiki/File:A.jpg" '
    'class="image"><img alt="{}" src="/a/ab/A.jpg" width="120" height="80"></a></div>'
    '<div class="gallerytext">some caption</div></li></ul>'
)
INLINE = (
    '<span typeof="mw:File"><a href="/wiki/File:A.jpg" class="mw-file-description">'
    '<img alt="{}" src="/a/ab/A.jpg" width="120" height="80"></a></span>'
)


def origin(html: str, wikitext: str) -> Origin | None:
    page = read_wiki(f"<html><body>{html}</body></html>", "https://wiki.example/wiki/A")
    uses = file_uses(wikitext)
    (image,), (place,) = page.images, locate(page, uses)
    return settled(image, place.use, uses).origin


@pytest.mark.parametrize(
    ("html", "wikitext", "expected"),
    [
        (GALLERY.format(""), "<gallery>\nFile:A.jpg|some caption\n</gallery>", "generated-empty"),
        (GALLERY.format(""), "<gallery>\nFile:A.jpg|alt=|some caption\n</gallery>", "explicit"),
        (INLINE.format("A cat"), "[[File:A.jpg|alt=A cat]]", "explicit"),
        (INLINE.format("A cat"), "[[File:A.jpg|30px]]", "elsewhere"),
        (INLINE.format("A cat"), "{{Box|image=A.jpg|alt=A cat}}", "explicit"),
        (INLINE.format("A cat"), "{{Box}} [[File:B.jpg]]", "elsewhere"),
        (INLINE.format(""), "{{Box}} [[File:B.jpg]]", "elsewhere"),
        (INLINE.format("A cat"), "", "explicit"),  # no wikitext
    ],
)
def test_only_what_stands_in_the_wikitext_was_written_by_an_editor(
    html: str, wikitext: str, expected: str
) -> None:
    assert origin(html, wikitext) == expected
