"""One element of a page, whatever it is: its name and role beside the records that it gives.

For measuring: test cases of other tools ask about one element, which need not be an image.
"""

from __future__ import annotations

from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag

from extractors.dom import Element
from extractors.extract import ParsedPage, all_records, parse_page
from extractors.facts import STAMP
from extractors.records import AccessibleName, ImageRecord
from extractors.roles import computed_role

_TARGET = "target"
_WITHIN = "within"


@dataclass(frozen=True, slots=True)
class Probe:
    """What extraction says of one element."""

    name: AccessibleName
    role: str
    """As in `ImageRecord.role` where the element is an image; else its computed ARIA role."""
    own: tuple[ImageRecord, ...]
    """The records that the element itself gives."""
    inside: tuple[ImageRecord, ...]
    """The records of what stands inside it."""
    page: tuple[ImageRecord, ...]
    """All records of the page."""


def probe(html: str, url: str, selector: str) -> Probe:
    """Look at the element that the selector matches. Raises LookupError unless it is exactly one.

    The page is read as it is written, without a browser.
    """
    page = parse_page(html, url)
    target = _target(page, selector)
    for element in page.document.elements:
        element.attrs.pop(STAMP, None)
    for element in (target, *target.descendants()):
        element.attrs[STAMP] = _TARGET if element is target else _WITHIN
    records = all_records(page)
    own = tuple(record for record in records if record.stamp == _TARGET)
    return Probe(
        name=page.namer.name(target),
        role=own[0].role if own else computed_role(target),
        own=own,
        inside=tuple(record for record in records if record.stamp == _WITHIN),
        page=records,
    )


def _target(page: ParsedPage, selector: str) -> Element:
    tags = page.document.tags
    soup = next((tag.find_parents()[-1] for tag in tags.values() if tag.parent), None)
    found = _select(soup, selector) if isinstance(soup, BeautifulSoup) else []
    elements = [element for element, tag in tags.items() if any(tag is f for f in found)]
    if len(elements) != 1:
        raise LookupError(f"{selector} matches {len(elements)} elements")
    return elements[0]


def _select(soup: BeautifulSoup, selector: str) -> list[Tag]:
    """In the document and in each shadow root: no selector reaches into a template."""
    roots = (soup, *soup.find_all("template", shadowrootmode=True))
    return [tag for root in roots for tag in root.select(selector)]
