"""Comparing texts the way a listener does: case, punctuation and white space do not count."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Letters by category that show nothing at all: Braille blank, Hangul fillers.
_INVISIBLE = frozenset("\u2800\u115f\u1160\u3164\uffa0")
SHOWN = 60
"""Characters of a page's text that a message repeats."""


def is_blank(text: str) -> bool:
    """True for "" and for text made of white space, control and zero-width characters only."""
    return all(
        c.isspace() or c in _INVISIBLE or unicodedata.category(c) in ("Cf", "Cc") for c in text
    )


def words(text: str) -> list[str]:
    """The words in lower case, compatibility forms folded ("ﬁ" is "fi"); "_" and "-" divide."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def normalise(text: str) -> str:
    """The words with one space between: equal for texts that sound the same."""
    return " ".join(words(text))


def contains_phrase(text: str, phrase: str) -> bool:
    """Whether `phrase` stands in `text` as whole words. An empty phrase stands nowhere."""
    inner = normalise(phrase)
    return bool(inner) and f" {inner} " in f" {normalise(text)} "


def share_of_words(text: str, other: str) -> float:
    """Share of the words of `text` that `other` also has, repeats counted; 0 for no words."""
    wanted, present = Counter(words(text)), Counter(words(other))
    total = wanted.total()
    return (wanted & present).total() / total if total else 0.0


def shown(text: str) -> str:
    """`text` on one line, cut at SHOWN characters, for a message."""
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else line[: SHOWN - 1].rstrip() + "…"
