"""Ratings as a table: a row an item, a column a rater."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from auditor.rating import Question, RatedItem, Rating
from auditor.ratings.coefficients import Numbers


@dataclass(frozen=True, slots=True)
class RatingTable:
    """What is held against one another."""

    items: tuple[RatedItem, ...]
    texts: tuple[str, ...]
    """Of the items; "" where nobody kept it."""
    raters: tuple[str, ...]
    levels: Numbers
    """(items, raters)."""

    @property
    def ratings(self) -> int:
        """How many there are."""
        return int((~np.isnan(self.levels)).sum())


def table_of(ratings: Sequence[Rating]) -> RatingTable:
    """One level a rater and an item: the last one that was given. Raters in alphabetical order."""
    return _table(ratings, {key: float(r.level) for key, r in _last(ratings).items()})


def answers_of(ratings: Sequence[Rating], question: Question) -> RatingTable:
    """The answers to a question in place of the levels: 1 for yes, 0 for no."""
    last = _last([each for each in ratings if question in each.answers])
    return _table(ratings, {key: float(r.answers[question]) for key, r in last.items()})


def _last(ratings: Iterable[Rating]) -> dict[tuple[RatedItem, str], Rating]:
    found: dict[tuple[RatedItem, str], Rating] = {}
    for each in sorted(ratings, key=lambda rating: rating.rated):
        found[each.item, each.rater] = each
    return found


def _table(ratings: Sequence[Rating], values: dict[tuple[RatedItem, str], float]) -> RatingTable:
    texts = {rating.item: rating.text for rating in ratings}
    items = {item: row for row, item in enumerate(dict.fromkeys(item for item, _ in values))}
    raters = {name: place for place, name in enumerate(sorted({name for _, name in values}))}
    levels = np.full((len(items), len(raters)), np.nan)
    for (item, rater), value in values.items():
        levels[items[item], raters[rater]] = value
    return RatingTable(tuple(items), tuple(texts[item] for item in items), tuple(raters), levels)
