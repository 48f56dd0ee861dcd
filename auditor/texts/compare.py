"""Comparing texts the way a listener does: case, punctuation and white space do not count."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from auditor.texts.memo import remembered
from auditor.texts.segments import LETTER, LETTERS, segmented
from models.words import UNSPACED

_WORD = re.compile(rf"{LETTER}{LETTERS}*(?:'{LETTERS}+)*")
# Letters by category that show nothing at all: Braille blank, Hangul fillers.
_INVISIBLE = frozenset("\u2800\u115f\u1160\u3164\uffa0")
SHOWN = 60
"""Characters of a page's text that a message repeats."""


def is_blank(text: str) -> bool:
    """True for "" and for text of white space, control, zero-width and private-use characters only:
    a font draws the last, and nothing is heard of them."""
    if text[:1].isascii() and text[:1].isalnum():
        return False  # most texts; thirty rules ask
    return all(
        c.isspace() or c in _INVISIBLE or unicodedata.category(c) in ("Cf", "Cc", "Co")
        for c in text
    )


def words(text: str) -> list[str]:
    """The words in lower case, compatibility forms folded ("ﬁ" is "fi"), apostrophes straight; "_"
    and "-" divide. Where no space divides them, dictionaries do."""
    return list(_words(text))


@remembered
def _words(text: str) -> tuple[str, ...]:
    return tuple(word for run in _runs(text) for word in segmented(run))


@remembered
def _runs(text: str) -> tuple[str, ...]:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return tuple(_WORD.findall(plain))


@remembered
def normalise(text: str) -> str:
    """The words with one space between: equal for texts that sound the same. Words that no space
    divides stay together, for where they part depends on what stands beside them."""
    return " ".join(_runs(text))


def contains_phrase(text: str, phrase: str) -> bool:
    """Whether `phrase` stands in `text` as whole words. An empty phrase stands nowhere."""
    inner = normalise(phrase)
    return bool(inner) and f" {inner} " in f" {normalise(text)} "


def is_spaced(text: str) -> bool:
    """Whether spaces divide the words of `text`, as far as its letters tell."""
    return not UNSPACED.search(text)


def holds_entry(text: str, entry: str) -> bool:
    """Whether an entry of a word list stands in `text`, both normalised: as whole words, or
    anywhere where the script has no spaces between words."""
    if not is_spaced(entry):
        return entry in text
    return f" {entry} " in f" {text} "


def first_entry(text: str, entries: Iterable[str]) -> str:
    """The first entry that `holds_entry` finds in `text`, "" for none."""
    return next((entry for entry in entries if entry in text and holds_entry(text, entry)), "")


def starts_with_entry(text: str, entry: str) -> bool:
    """As `holds_entry`, at the start."""
    return text.startswith(entry) and (text.startswith(entry + " ") or not is_spaced(entry))


def ends_with_entry(text: str, entry: str) -> bool:
    """As `holds_entry`, at the end, with something before it."""
    return (
        text.endswith(entry)
        and text != entry
        and (text.endswith(" " + entry) or not is_spaced(entry))
    )


def share_of_words(text: str, other: str) -> float:
    """Share of the words of `text` that `other` also has, repeats counted; 0 for no words."""
    wanted, present = Counter(words(text)), Counter(words(other))
    total = wanted.total()
    return (wanted & present).total() / total if total else 0.0


@remembered
def shown(text: str) -> str:
    """`text` on one line, cut at SHOWN characters, for a message."""
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else line[: SHOWN - 1].rstrip() + "…"


def listed(names: Iterable[str], joint: str = "and") -> str:
    """One or more names in words: "a", "a and b", "a, b and c"."""
    *first, last = names
    return f"{', '.join(first)} {joint} {last}" if first else last
