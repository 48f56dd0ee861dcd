"""The heading of the card that an image stands in, before or after the image.

A card is found by its structure alone: the nearest element that holds the image and a heading, and
no other image of its kind.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

from extractors.document import Document
from extractors.dom import Element
from extractors.reading import Reading
from extractors.roles import computed_role
from extractors.text import words

_HEADINGS = words("h1 h2 h3 h4 h5 h6")
_LIMITS = words("body html main table tbody tr ul ol dl form")
"""Elements that hold cards and are none."""
_CLIMB = 8
"""Levels from an image up to its card."""
_NEAR = 80
"""Characters between an image and the heading below it: a date, a category, a reading time."""


def headings(document: Document) -> list[Element]:
    """Every heading of the page, document order."""
    may_be = (e for e in document.elements if e.name in _HEADINGS or "role" in e.attrs)
    return [element for element in may_be if computed_role(element) == "heading"]


class Cards:
    """Answers for every image of a page. `images` and `headings` in document order."""

    def __init__(
        self, reading: Reading, images: Sequence[Element], headings: Sequence[Element]
    ) -> None:
        self._reading = reading
        self._headings = [h for h in headings if reading.visible_text(h)]
        self._places = [heading.order for heading in self._headings]
        self._orders: dict[str, list[int]] = defaultdict(list)
        for image in images:
            self._orders[image.name].append(image.order)

    def heading(self, image: Element) -> Element | None:
        """The heading that follows the image in its card; None where the card has one before, or
        there is no card."""
        for _, holder in zip(range(_CLIMB), self._reading.ancestors(image), strict=False):
            if holder.name in _LIMITS or self._holds_others(holder, image):
                return None
            held = self._held(holder)
            if held:
                return held[0] if self._follows(held[0], image) else None
        return None

    def _holds_others(self, holder: Element, image: Element) -> bool:
        orders = self._orders[image.name]
        start = bisect_left(orders, holder.order)
        return any(
            order != image.order for order in orders[start : start + 2] if order <= holder.end
        )

    def _held(self, holder: Element) -> Sequence[Element]:
        start = bisect_left(self._places, holder.order)
        return self._headings[start : bisect_left(self._places, holder.end + 1)]

    def _follows(self, heading: Element, image: Element) -> bool:
        if heading.contains(image) or heading.order < image.order:
            return False
        between = self._reading.spans[image][1], self._reading.spans[heading][0]
        return len(self._reading.text[slice(*between)].strip()) <= _NEAR
