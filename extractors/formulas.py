"""Pictures of formulas that stand beside MathML of the same: what Wikipedia, KaTeX and MathJax
draw for eyes, and keep for ears as MathML."""

from __future__ import annotations

from bisect import bisect_left

from extractors.document import Document
from extractors.dom import Element
from extractors.reading import Reading
from extractors.text import words

_IN_LINE = words("a b em i span strong sub sup")


class Formulas:
    """Answers for every image of a page."""

    def __init__(self, document: Document, reading: Reading) -> None:
        self._reading = reading
        self._places = [element.order for element in document.elements if element.name == "math"]

    def beside(self, image: Element) -> bool:
        """Whether an element in the line, or one of a library's own (`mjx-container`), holds both
        the image and MathML."""
        if not self._places:
            return False
        for holder in self._reading.ancestors(image):
            if holder.name not in _IN_LINE and "-" not in holder.name:
                return False
            place = bisect_left(self._places, holder.order)
            if place < len(self._places) and self._places[place] <= holder.end:
                return True
        return False
