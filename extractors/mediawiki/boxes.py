"""What holds an image on a MediaWiki page, and how it is set."""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractors.dom import Element
from extractors.mediawiki.records import Container, Format

_MEDIA = re.compile(r"mw:(?:File|Image|Video|Audio)(?:/(\w+))?")
"""A word of `typeof`; Parsoid's HTML of up to version 2.4.0 says Image, Video, Audio."""
_EXTENSION = re.compile(r"mw:Extension/([\w-]+)")
_FORMATS = {"": Format.PLAIN} | {f.value.capitalize(): f for f in Format if f is not Format.PLAIN}
_CAPTIONS = frozenset({"thumbcaption", "gallerytext", "infobox-caption"})
_BOXES = {
    "gallerybox": Container.GALLERY,
    "tsingle": Container.MULTIPLE_IMAGE,
    "thumbinner": Container.THUMB_BOX,
}
_INFOBOX = re.compile(
    r"(?:^|[\s_-])(?:infobox|taxobox|chembox|drugbox|sinottico|"
    r"infokesto|infotaula|faktaboks|tietolaatikko|infoboks|infokutija|infoboka)(?:$|[\s_-])",
    re.IGNORECASE,
)
_DRAWN_BY = (
    ("timeline", re.compile(r"\btimeline-wrapper\b")),
    ("mapframe", re.compile(r"\bmw-kartographer-(?:map|container)\b")),
    ("imagemap", re.compile(r"\bmw-ext-imagemap\b")),
    ("score", re.compile(r"\bmw-ext-score\b")),
    ("chart", re.compile(r"\b(?:mw|ext)-chart\b")),
)
_MATH = re.compile(r"\bmwe-math-fallback-image")
_SCORE = re.compile(r"/(?:lilypond|score)/")
"""Folders that the extension Score keeps its pictures in."""


@dataclass(frozen=True, slots=True)
class MediaBox:
    """Where one image stands."""

    media: Element | None
    """The element whose `typeof` says that it is a file; None in HTML before 2023."""
    holder: Element | None
    """The box of the gallery, thumbnail or template around it, else `media`."""
    link: Element | None
    container: Container
    format: Format | None
    extension: str | None


def is_caption(element: Element) -> bool:
    """Does the element hold a caption? What stands in it belongs to no box around it."""
    return element.name == "figcaption" or not _CAPTIONS.isdisjoint(element.get("class").split())


def box_of(element: Element) -> MediaBox:
    """Climb from an image to what sets it."""
    media = holder = link = None
    container = Container.INLINE
    in_infobox = in_figure = False
    extension = _own_extension(element)
    for outer in element.ancestors():
        if is_caption(outer):
            break
        classes = outer.get("class")
        if link is None and media is None and outer.name == "a" and "href" in outer.attrs:
            link = outer
        if media is None and is_media(outer):
            media = outer
        extension = extension or _extension(outer)
        if holder is None:
            found = next((_BOXES[word] for word in classes.split() if word in _BOXES), None)
            if found:
                container, holder = found, outer
        in_infobox = in_infobox or is_infobox(classes)
        in_figure = in_figure or outer.name == "figure"
    form = _format(media, holder, container)
    if holder is None:
        container = _unboxed(form, in_infobox=in_infobox, in_figure=in_figure)
    return MediaBox(media, holder or media, link, container, form, extension)


def is_infobox(classes: str) -> bool:
    """Are these the classes of a box that sums an article up?"""
    return bool(classes and _INFOBOX.search(classes))


def is_media(element: Element) -> bool:
    """Is it what MediaWiki since 2023 puts around a file?"""
    return bool(_MEDIA.search(element.get("typeof"))) and element.name not in ("img", "a")


def descendant(element: Element | None, word: str) -> Element | None:
    """The first element inside with a class, None when there is none."""
    inside = element.descendants() if element is not None else ()
    return next((e for e in inside if word in e.get("class").split()), None)


def _unboxed(form: Format | None, *, in_infobox: bool, in_figure: bool) -> Container:
    if in_infobox and form not in (Format.THUMB, Format.FRAME):
        return Container.INFOBOX
    return Container.FIGURE if in_figure else Container.INLINE


def _format(media: Element | None, holder: Element | None, container: Container) -> Format | None:
    found = _MEDIA.search(media.get("typeof")) if media is not None else None
    if found:
        return _FORMATS.get(found[1] or "")
    if container is Container.THUMB_BOX:
        # Only a thumbnail has a link to enlarge it.
        return Format.THUMB if descendant(holder, "magnify") else Format.FRAME
    return None


def _own_extension(element: Element) -> str | None:
    if _MATH.search(element.get("class")):
        return "math"
    if _SCORE.search(element.get("src")):
        return "score"
    return None


def _extension(outer: Element) -> str | None:
    found = _EXTENSION.search(outer.get("typeof"))
    if found and found[1] != "gallery":
        return found[1]
    classes = outer.get("class")
    return next((name for name, marks in _DRAWN_BY if classes and marks.search(classes)), None)
