"""The caption of an image of a wiki, and whether readers see it.

With thumbnails and frames it stands beside the picture, in a gallery below it. Elsewhere it only
becomes the tooltip and the alt: Parsoid keeps it in `data-mw`, other HTML in the `title` of the
link, where there also stands the name of the page that a link leads to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bs4 import BeautifulSoup

from extractors.dom import Element
from extractors.mediawiki.box_captions import box_caption
from extractors.mediawiki.boxes import MediaBox, descendant
from extractors.mediawiki.files import title_of, wanted_file
from extractors.mediawiki.records import Container, Format, Link
from extractors.mediawiki.transclusion import data_of
from extractors.reading import Reading
from extractors.text import collapse


@dataclass(frozen=True, slots=True)
class Caption:
    """As in `WikiImage`."""

    text: str | None
    visible: bool | None
    maybe: str | None = None


_MARKERS = "sup.reference, .mw-ref, .mw-editsection, .magnify, a.galleryfilename, style, script"
_PREFIXES = re.compile(r"(?:[^\W_][\w-]*:)+")
_MARK = re.compile(r"\s*\[[^\]]{1,24}\]")


def caption_of(
    element: Element, box: MediaBox, link: Link, around: str, reading: Reading
) -> Caption:
    """`around`: the caption that any page's reader would find beside the image."""
    text, visible = _own(element, box, link, reading)
    if not text and around:
        return Caption(around, True)
    maybe = None
    if box.container in (Container.INFOBOX, Container.MULTIPLE_IMAGE) and not (text and visible):
        beside = box_caption(_frame(box.holder) or element, reading)
        if beside.text and beside.sure:
            return Caption(beside.text, True)
        maybe = beside.text or None
    return Caption(text, None if text is None else visible and bool(text), maybe)


def _own(element: Element, box: MediaBox, link: Link, reading: Reading) -> tuple[str | None, bool]:
    if box.container is Container.GALLERY:
        return _within(descendant(box.holder, "gallerytext"), reading), True
    if box.container is Container.THUMB_BOX:
        return _within(descendant(box.holder, "thumbcaption"), reading), True
    if box.container is Container.MULTIPLE_IMAGE:
        return _of_several(box, reading), True
    below = _in_cell(element) if box.container is Container.INFOBOX else None
    if below is not None:
        return reading.visible_text(below), True
    figcaption = _figcaption(box.media)
    if figcaption is not None:
        visible = box.format in (Format.THUMB, Format.FRAME)
        text = reading.visible_text(figcaption) if visible else plain(figcaption)
        return text, visible
    return _tooltip(element, box, link), False


def _within(holder: Element | None, reading: Reading) -> str:
    return reading.visible_text(holder) if holder is not None else ""


def _of_several(box: MediaBox, reading: Reading) -> str:
    """Its own, else the one below all pictures of the frame."""
    own = _within(descendant(box.holder, "thumbcaption"), reading)
    frame = _frame(box.holder)
    if own or frame is None:
        return own
    below = (e for row in frame.elements() for e in row.elements() if _is_common(e))
    return " ".join(reading.visible_text(e) for e in below)


def _frame(holder: Element | None) -> Element | None:
    """The frame of several pictures around one of them."""
    return next((e for e in _up(holder) if "thumbinner" in e.get("class").split()), None)


def _in_cell(element: Element) -> Element | None:
    """The caption in the cell of an infobox that holds the image."""
    cell = next((e for e in element.ancestors() if e.name in ("td", "th")), None)
    return descendant(cell, "infobox-caption")


def _up(element: Element | None) -> list[Element]:
    return list(element.ancestors()) if element is not None else []


def _is_common(element: Element) -> bool:
    return "thumbcaption" in element.get("class").split()


def _figcaption(media: Element | None) -> Element | None:
    children = media.elements() if media is not None else ()
    return next((child for child in children if child.name == "figcaption"), None)


def _tooltip(element: Element, box: MediaBox, link: Link) -> str | None:
    kept = data_of(box.media).get("caption")
    if isinstance(kept, str):
        return text_of(kept)
    holder = box.link or element.parent
    title = holder.get("title") if holder is not None and holder is not box.media else ""
    title = title or element.get("title")
    if box.link is not None and link is not Link.FILE_DESCRIPTION:
        # A file that is missing is named by the link to upload it.
        href = box.link.get("href")
        if any(_names_target(title, name) for name in (title_of(href), wanted_file(href))):
            return None
    return collapse(title) or None


def _names_target(title: str, page: str) -> bool:
    """Is a tooltip the name of the page that a link leads to? On another wiki, prefixes of that
    stand before it ("fr:Chat", "wikt:fr:chat")."""
    prefixes, name = title[: -len(page)], title[-len(page) :]
    same = bool(page) and name[1:] == page[1:] and name[:1].lower() == page[:1].lower()
    return same and (not prefixes or bool(_PREFIXES.fullmatch(prefixes)))


def plain(element: Element) -> str:
    """The words inside an element that is not shown, without markers of references."""
    parts: list[str] = []
    stack: list[Element | str] = [element]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            parts.append(node)
        elif not _is_marker(node):
            stack.extend(reversed(node.children))
    return collapse("".join(parts))


def _is_marker(element: Element) -> bool:
    classes = element.get("class").split()
    return "mw-ref" in classes or (element.name == "sup" and "reference" in classes)


def text_of(html: str) -> str:
    """The words of a piece of HTML, without markers of references."""
    if "<" not in html and "&" not in html:
        return collapse(html)
    soup = BeautifulSoup(html, "html.parser")
    for marker in soup.select(_MARKERS):
        marker.decompose()
    return collapse(soup.get_text())


def without_markers(text: str) -> str:
    """A text without "[12]", "[note 3]" and their like, which copied captions keep."""
    return collapse(_MARK.sub("", collapse(text)))
