"""The sections of an article: headings, numbers to edit by, and the prose around an image."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

from extractors.context import REACH
from extractors.document import Document
from extractors.dom import Element
from extractors.mediawiki.records import Section
from extractors.reading import Reading
from extractors.text import cut_end, cut_start, words

_HEADINGS = words("h2 h3 h4 h5 h6")
_PROSE = words("p li dd dt blockquote pre")
_NO_PROSE = words("table figure nav header footer style form")
_NO_PROSE_CLASSES = words(
    "thumb gallery toc infobox navbox hatnote metadata reflist references mw-references-wrap "
    "catlinks mw-editsection mw-indicators noprint"
)
_TITLE = "firstHeading"
_CONTENT = words("mw-parser-output mw-body-content")


class Sections:
    """Answers for every element of one article."""

    def __init__(self, document: Document, reading: Reading) -> None:
        self._reading = reading
        self.title = _title(document, reading)
        self._contents = [e for e in document.elements if is_content(e)]
        self._headings = [e for e in document.elements if self._is_heading(e)]
        self._starts = [e.order for e in self._headings]
        self._prose: dict[int, list[tuple[int, int]]] = {}
        for block in filter(self.holds, _blocks(document, reading)):
            self._prose.setdefault(self._index(block), []).append(reading.spans[block])
        for spans in self._prose.values():
            spans.sort()
        self.lead = cut_start(self._after(0, 0), REACH)

    def of(self, element: Element) -> Section:
        """The section that an element stands in."""
        index = self._index(element)
        if not index:
            return Section(self.title, 0)
        heading = self._headings[index - 1]
        number = _parsoid_number(element) if self._is_parsoid(element) else _edit_number(heading)
        return Section(self._reading.visible_text(heading), number)

    def around(self, element: Element) -> tuple[str, str]:
        """Prose of its section before and after an element, up to 400 characters each; before it
        stands the lead, for elements of other sections."""
        index = self._index(element)
        start, end = self._reading.spans.get(element, (0, 0))
        before = cut_end(self._before(index, start), REACH)
        after = cut_start(self._after(index, end), REACH)
        return (f"{self.lead} {before}".strip() if index else before), after

    def holds(self, element: Element) -> bool:
        """Is the element part of the article, and not of the site around it?"""
        return not self._contents or any(each.contains(element) for each in self._contents)

    def _index(self, element: Element) -> int:
        return bisect_right(self._starts, element.order)

    def _is_heading(self, element: Element) -> bool:
        if element.name not in _HEADINGS or not self._reading.visible_text(element):
            return False
        return self.holds(element) and not any(map(_is_apart, element.ancestors()))

    def _before(self, index: int, place: int) -> str:
        """The prose of a section that ends at a place of the page's text; of a long one a little
        more than is ever used, as a section may hold hundreds of images."""
        spans = self._prose.get(index, [])
        parts: list[str] = []
        for at in range(bisect_left(spans, (place,)) - 1, -1, -1):
            first, last = spans[at]
            parts.append(self._reading.text[first : min(last, place)].strip())
            if sum(map(len, parts)) > REACH:
                break
        return " ".join(filter(None, reversed(parts)))

    def _after(self, index: int, place: int) -> str:
        """The same of what begins there."""
        spans = self._prose.get(index, [])
        parts: list[str] = []
        for at in range(bisect_right(spans, place, key=_end_of), len(spans)):
            first, last = spans[at]
            parts.append(self._reading.text[max(first, place) : last].strip())
            if sum(map(len, parts)) > REACH:
                break
        return " ".join(filter(None, parts))

    @staticmethod
    def _is_parsoid(element: Element) -> bool:
        return any("data-mw-section-id" in outer.attrs for outer in element.ancestors())


def _end_of(span: tuple[int, int]) -> int:
    return span[1]


def _title(document: Document, reading: Reading) -> str:
    """The article's own heading, else the page's title, which Parsoid leaves as it is."""
    for element in document.elements:
        if element.name == "h1" and element.get("id") == _TITLE:
            return reading.visible_text(element)
    return document.title


def is_content(element: Element) -> bool:
    """Does it hold the article on a page with its skin?"""
    return not _CONTENT.isdisjoint(element.get("class").split())


def _is_apart(element: Element) -> bool:
    """Does it hold something other than the article's text?"""
    classes = element.get("class")
    if element.name in _NO_PROSE or element.get("role") == "navigation":
        return True
    return bool(classes) and not _NO_PROSE_CLASSES.isdisjoint(classes.split())


def _blocks(document: Document, reading: Reading) -> Iterator[Element]:
    """Paragraphs, list items and the like with words, none inside another."""
    done = -1
    for element in document.elements:
        if element.order <= done or element not in reading.spans:
            continue
        if _is_apart(element):
            done = element.end
        elif element.name in _PROSE:
            done = element.end
            if reading.visible_text(element):
                yield element


def _parsoid_number(element: Element) -> int | None:
    """A negative number is Parsoid's for a section that no link can edit."""
    for outer in element.ancestors():
        number = outer.get("data-mw-section-id")
        if number:
            return int(number) if number.isdecimal() and len(number) < 6 else None
    return None


def _edit_number(heading: Element) -> int | None:
    """From the link to edit the section; "T-1" is a section of a template."""
    around = heading.parent
    holder = heading
    if around is not None and "mw-heading" in around.get("class").split():
        holder = around
    for element in holder.descendants():
        if element.name == "a" and "section=" in element.get("href"):
            try:
                query = urlsplit(element.get("href")).query
            except ValueError:
                return None
            number = parse_qs(query).get("section", [""])[0]
            return int(number) if number.isdecimal() and len(number) < 6 else None
    return None
