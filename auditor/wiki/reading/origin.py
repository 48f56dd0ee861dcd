"""Where an alt comes from, with the wikitext at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from auditor.wiki.wikitext.markup import plain
from auditor.wiki.wikitext.uses import FileUse, UseKind
from extractors.mediawiki.origin import is_copy
from extractors.mediawiki.records import Origin, WikiImage
from extractors.text import collapse

_WRITTEN = (UseKind.LINK, UseKind.GALLERY, UseKind.IMAGEMAP)
"""What holds the text of its image, where there is one."""


def settled(image: WikiImage, use: FileUse | None, uses: Sequence[FileUse]) -> WikiImage:
    """The image with its origin made sure. `use`: its own use in the wikitext, None when it was not
    found; `uses`: all of the page."""
    origin = _origin(image, use, uses)
    return image if origin is None else replace(image, origin=origin)


def _origin(image: WikiImage, use: FileUse | None, uses: Sequence[FileUse]) -> Origin | None:
    """None: the wikitext does not change what the HTML tells."""
    if image.alt is None or not uses:
        return None
    if image.extension == "mapframe":
        return _of_map(image.alt, uses)
    if use is not None and use.alt is not None:
        return Origin.EXPLICIT
    written = use is not None and use.kind in _WRITTEN and use.refusal is None
    if written and image.alt == "":
        return Origin.GENERATED_EMPTY
    if image.origin is not Origin.EXPLICIT:
        return None
    if written and is_copy(image.alt, image.caption):
        return Origin.CAPTION
    return None if _stands_in(image.alt, uses) else Origin.ELSEWHERE


def _stands_in(alt: str, uses: Sequence[FileUse]) -> bool:
    """Is the text one that the wikitext holds for any of its images?"""
    said = collapse(alt)
    return any(use.alt is not None and collapse(plain(use.alt)) == said for use in uses)


def _of_map(alt: str, uses: Sequence[FileUse]) -> Origin | None:
    """A map that does not draw leaves no image, so that they are not told apart by their order; but
    a text that none of them writes is the software's."""
    maps = [use for use in uses if use.kind is UseKind.MAPFRAME]
    written = {collapse(use.alt) for use in maps if use.alt is not None}
    if collapse(alt) in written:
        return Origin.EXPLICIT
    return Origin.SYSTEM_MESSAGE if maps else None
