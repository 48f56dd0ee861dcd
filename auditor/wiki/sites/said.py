"""A text with its language, as wikis tell of files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lxml import etree, html

LONGEST = 2000
"""Characters kept of one text."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text and its language; "" where that is not told."""

    lang: str
    text: str


def ordered(texts: Iterable[Said], lang: str) -> tuple[Said, ...]:
    """In `lang` first, then in English, then as they came."""
    wanted = lang.split("-")[0]

    def place(said: Said) -> int:
        base = said.lang.split("-")[0]
        return 0 if base in (wanted, "") else 1 if base == "en" else 2

    return tuple(sorted(texts, key=place))


def plain(text: str) -> str:
    """The text in a piece of HTML, on one line."""
    if "<" in text or "&" in text:
        try:
            text = str(html.fromstring(f"<div>{text}</div>").text_content())
        except (etree.LxmlError, ValueError):
            return ""
    return " ".join(text.split())[:LONGEST]
