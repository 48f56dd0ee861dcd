"""The caption of an image in an infobox, where no class marks it: the rest of its cell, or the row
below that has one cell alone.

Every wiki has templates of its own, so that not all that stands there is a caption: a value beside
its label, the heading of what follows, coordinates. Where it may be one of these, it is told as
unsure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractors.dom import Element
from extractors.mediawiki.boxes import is_infobox
from extractors.reading import Reading

_LONGEST = 400
"""Characters: what is longer is text of the article."""
_MARKED = re.compile(
    r"(?:^|[\s_-])(?:infobox-?)?(?:caption|legend|legende|l[eé]gende|bildunterschrift|onderschrift|"
    r"didascalia|leyenda|podpis|popisek|bildtext|billedtekst|imagecaption|taxocaption)(?:$|[\s_-])",
    re.IGNORECASE,
)
_CELLS, _BOXES = ("td", "th"), ("table", "div", "aside", "section")
_LABELLED = re.compile(r"^[^.]{2,30}[:：]\s|\d+°|^[\W\d_]+$")
"""A label with its value, coordinates, marks alone."""
_BACKGROUND = re.compile(r"background(?:-color)?\s*:|\bbgcolor\b", re.IGNORECASE)
_SMALLEST = 50


@dataclass(frozen=True, slots=True)
class BoxCaption:
    """What stands where a caption would; "" where nothing does."""

    text: str
    sure: bool = True


_NONE = BoxCaption("")


def box_caption(element: Element, reading: Reading) -> BoxCaption:
    """The caption of an image in an infobox, or of pictures in one frame (`element`) there."""
    cell = next((e for e in element.ancestors() if e.name in _CELLS), None)
    box = next((e for e in element.ancestors() if _is_box(e)), None)
    if box is None:
        return _NONE
    if cell is None or not box.contains(cell):
        return _in_block(element, box, reading)
    images = [e for e in _pictures(cell) if e is element or not element.contains(e)]
    alone = images in ([], [element])
    marked = [e for e in cell.descendants() if _MARKED.search(e.get("class"))]
    if marked and alone:
        return BoxCaption(_told(" ".join(reading.visible_text(e) for e in marked)))
    row = cell.parent
    own = _after(element, cell, images, reading)
    if own:
        labelled = row is not None and any(c is not cell and c.name == "th" for c in _cells(row))
        return BoxCaption(own, cell.name == "td" and not labelled and not _LABELLED.search(own))
    if any(e.order > element.order for e in images) or row is None:
        return _NONE
    if before := _told(_between(cell, element, reading)):
        return BoxCaption(before, sure=False)
    return _below(cell, row, reading)


def _is_box(element: Element) -> bool:
    """Parts of an infobox have its name in their classes, too."""
    return element.name in _BOXES and is_infobox(element.get("class"))


def _below(cell: Element, row: Element, reading: Reading) -> BoxCaption:
    """In the row below: its only cell, or the one in the column of the image where all cells of the
    image's row hold images."""
    below = _next_row(row)
    cells, own = _cells(below) if below is not None else [], _cells(row)
    if len(cells) == len(own) and all(_pictures(c) for c in own):
        under = cells[own.index(cell)]
    elif len(cells) == 1:
        under = cells[0]
    else:
        return _NONE
    text = _told(reading.visible_text(under))
    if not text or _pictures(under) or under.name == "th":
        return _NONE
    return BoxCaption(text, not _is_heading(under, below) and not _LABELLED.search(text))


def _in_block(element: Element, box: Element, reading: Reading) -> BoxCaption:
    """In a box that is no table: the rest of the block, or what a class marks after it."""
    block = element
    while block.parent is not None and block.parent is not box:
        block = block.parent
        images = _pictures(block)
        text = _after(element, block, images, reading)
        if text:
            return BoxCaption(text, len(images) == 1)
        following = _next(block)
        if following is not None and not _pictures(following):
            text = _told(reading.visible_text(following))
            if text and _MARKED.search(following.get("class")):
                return BoxCaption(text)
    following = _next(block)
    if following is None or following.name not in ("p", "div") or _pictures(following):
        return _NONE
    return BoxCaption(_told(reading.visible_text(following)), sure=False)


def _after(element: Element, holder: Element, images: list[Element], reading: Reading) -> str:
    """The words after an image, up to the next one or the end of what holds both."""
    later = next((e for e in images if e.order > element.end), None)
    end = reading.spans.get(later or holder, (0, 0))[0 if later else 1]
    return _told(reading.text[reading.spans.get(element, (0, 0))[1] : end])


def _between(holder: Element, element: Element, reading: Reading) -> str:
    return reading.text[
        reading.spans.get(holder, (0, 0))[0] : reading.spans.get(element, (0, 0))[0]
    ]


def _told(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else ""


def _is_heading(cell: Element, row: Element | None) -> bool:
    """Is it set out as the heading of what follows?"""
    styles = " ".join(e.get(a) for e in (cell, row) if e for a in ("style", "bgcolor", "class"))
    inner = [e for e in cell.children if isinstance(e, Element) or e.strip()]
    bold = len(inner) == 1 and isinstance(inner[0], Element) and inner[0].name in ("b", "big", "h3")
    return bold or bool(_BACKGROUND.search(styles)) or "header" in styles


def _cells(row: Element) -> list[Element]:
    return [e for e in row.elements() if e.name in _CELLS]


def _next_row(row: Element) -> Element | None:
    following = _next(row)
    return following if following is not None and following.name == "tr" else None


def _next(element: Element) -> Element | None:
    """The element after this one, in the same parent."""
    if element.parent is None:
        return None
    later = (e for e in element.parent.elements() if e.order > element.order)
    return next(later, None)


def _pictures(holder: Element) -> list[Element]:
    """The images in it that are no icons."""
    return [e for e in holder.descendants() if e.name == "img" and not _is_icon(e)]


def _is_icon(image: Element) -> bool:
    sides = [image.get(side) for side in ("width", "height")]
    return all(side.isdecimal() and int(side) < _SMALLEST for side in sides)
