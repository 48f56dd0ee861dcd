"""Icons drawn by fonts: private-use characters, and words that a font's ligatures turn into one.

A private-use character (Unicode, section 23.5) means nothing to a listener. A ligature is worse: a
screen reader says the word, such as "chevron_right".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractors.css import Styles
from extractors.document import Document
from extractors.dom import Element
from extractors.text import words

_LIGATURE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_LIGATURE_FONT = re.compile(r"material[-_ ]?(icons|symbols)|ligature", re.IGNORECASE)
_FAMILIES = {"fas": "fa", "far": "fa", "fab": "fa", "fal": "fa", "las": "la"} | {
    name: name for name in words("bi dashicons fa glyphicon icon la mdi octicon ri ti")
}
"""Class of a well-known icon font → what the class of each of its icons starts with."""
_HOLDERS = words("i span b em")
"""Elements that pages leave empty for an icon."""


@dataclass(frozen=True, slots=True)
class Icon:
    """One icon that a font draws on an element."""

    pseudo: str = ""
    """"::before" or "::after" when CSS generates it."""
    word: str = ""
    """What a listener hears of a ligature; "" for a private-use character."""


def is_private(text: str) -> bool:
    """Does a text hold private-use characters and nothing else but white space?"""
    marks = text.strip()
    return bool(marks) and all(_is_private(c) or c.isspace() for c in marks)


def _is_private(char: str) -> bool:
    return "\ue000" <= char <= "\uf8ff" or char >= "\U000f0000"


def icon_of(document: Document, styles: Styles, element: Element) -> Icon | None:
    """The icon that a font draws on the element itself, if any."""
    for pseudo in ("before", "after"):
        if is_private(generated_text(document, styles, element, pseudo)):
            return Icon(f"::{pseudo}")
    if any(isinstance(child, Element) for child in element.children):
        return None
    text = "".join(child for child in element.children if isinstance(child, str)).strip()
    if is_private(text):
        return Icon()
    if _LIGATURE.fullmatch(text) and _has_ligature_font(document, element):
        return Icon(word=text)
    if not text and not document.rendered and _is_marked(element):
        return Icon()
    return None


def generated_text(document: Document, styles: Styles, element: Element, pseudo: str) -> str:
    """Text that CSS puts before or after an element's content, with a space at each end where it
    stands apart from it."""
    if document.rendered:
        facts = document.facts_of(element)
        return (facts.before if pseudo == "before" else facts.after) if facts else ""
    text = styles.content(element, pseudo)
    if not text:
        return ""
    display = styles.keyword(element, "display", pseudo)
    if display == "none":
        return ""
    apart = display not in ("", "inline", "contents") or styles.replacements(element, pseudo)
    return f" {text} " if apart else text


def _has_ligature_font(document: Document, element: Element) -> bool:
    facts = document.facts_of(element)
    if facts is not None and facts.icon_font:
        return True
    return bool(_LIGATURE_FONT.search(element.get("class")))


def _is_marked(element: Element) -> bool:
    """An empty element with the classes of a well-known font: "fa fa-star". The style sheet that
    holds the glyph is not read without a browser."""
    names = element.get("class").split()
    if element.name not in _HOLDERS or not names:
        return False
    starts = tuple(f"{_FAMILIES[name]}-" for name in names if name in _FAMILIES)
    return any(name.startswith(starts) for name in names)
