"""Do the words of an English text stand in an order that texts have?

Of each two neighbours a table tells how much likelier one follows the other than it stands anywhere
(`auditor/bench/fit/word_order.py`). Small words stand for themselves there, all others for their
kind, so that a name nobody has heard of counts as any name. What a text gains by its order over the
mean of all orders of its words speaks for it; a list of names gains nothing, whatever its order.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auditor.texts.memo import remembered

START, END = "<", ">"
"""Classes of what stands before and after a text."""
MARKS = frozenset(".,;:()“”\"-–—?!/&'’")
ENDINGS = ("ing", "ed", "ly", "tion", "ies", "es", "s", "er", "ous", "al", "y", "ic", "an", "ent")
_STEM = 3
"""Letters before an ending at least."""
_YEAR = 4
PIECE = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*|[^\w\s]")
LONGEST = 200
"""Pieces between spaces that are looked at; of a longer text the first."""


class WordOrder(NamedTuple):
    """What the order of a text says."""

    gain: float
    """Log-odds of its order against the mean of all orders; about 0 for words thrown together."""
    words: int
    """Pieces between spaces."""


@dataclass(frozen=True, slots=True)
class OrderTable:
    """The numbers of word_order.json."""

    common: frozenset[str]
    """Small words that are classes of their own."""
    places: dict[str, int]
    """Row and column by class."""
    odds: NDArray[np.float64]
    """(classes, classes): of a class, row, being followed by another, column."""

    def place(self, piece: str) -> int:
        """Of a word or a mark; one that was never seen counts as any word."""
        return self.places.get(class_of(piece, self.common), self.places["~"])


def class_of(piece: str, common: frozenset[str]) -> str:
    """A mark or a small word, "^" before one with a capital; else what kind of word it is: a
    number, a name, an ending."""
    if not piece[0].isalnum():
        return piece if piece in MARKS else "mark"
    plain = piece.casefold()
    if plain in common:
        return f"^{plain}" if piece[0].isupper() else plain
    if piece.isdecimal():
        return "year" if len(piece) == _YEAR else "number"
    if any(letter.isdecimal() for letter in piece):
        return "code"
    if piece[0].isupper():
        return "capitals" if piece.isupper() and len(piece) > 1 else "name"
    long_enough = (e for e in ENDINGS if plain.endswith(e) and len(plain) >= len(e) + _STEM)
    return f"~{next(long_enough, '')}"


@remembered
def word_order(text: str) -> WordOrder:
    """Of a text of English words."""
    table = shipped_table()
    runs = [PIECE.findall(run) for run in text.split()[:LONGEST]]
    places = [[table.place(piece) for piece in run] for run in runs if run]
    number = len(places)
    if number < 2:
        return WordOrder(0.0, number)
    first, last = (np.array([run[end] for run in places]) for end in (0, -1))
    start, end = table.places[START], table.places[END]
    after = table.odds[last][:, first]
    found = table.odds[start, first[0]] + np.trace(after, 1) + table.odds[last[-1], end]
    mean_pair = (after.sum() - np.trace(after)) / (number * (number - 1))
    usual = table.odds[start, first].mean() + table.odds[last, end].mean()
    return WordOrder(float(found - usual - (number - 1) * mean_pair), number)


@cache
def shipped_table() -> OrderTable:
    """The table of word_order.json."""
    data = json.loads((files("auditor.texts") / "word_order.json").read_text("utf-8"))
    rows = [[int(value) for value in row.split()] for row in data["tenths"]]
    places = {name: number for number, name in enumerate(data["classes"])}
    return OrderTable(frozenset(data["common"]), places, np.array(rows) / 10)
