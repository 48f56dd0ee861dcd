"""Which texts, rated next, would tell most: those whose level what is rated so far leaves most
uncertain, each next one in the light of those before it (D-optimal design, Fedorov 1972)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from auditor.rating import RatedItem, Rating
from auditor.ratings.scored import ScoredItem, design, scored_items

RIDGE = 1.0
"""What is known of a weight before any rating: that it is small."""


def most_telling(scan: Path, ratings: Sequence[Rating], number: int) -> list[RatedItem]:
    """At most so many items of a scan that nobody has rated, the most telling first; those without
    a score come last. Raises StoreError."""
    rated = {each.item for each in ratings}
    items = scored_items(scan)
    done = [each for each in items if each.item in rated]
    left = [each for each in items if each.item not in rated]
    return [left[place].item for place in _chosen(done, left, number)]


def _chosen(done: Sequence[ScoredItem], left: Sequence[ScoredItem], number: int) -> list[int]:
    if not left:
        return []
    rows = design([*done, *left])
    scaled = (rows - rows.mean(axis=0)) / np.maximum(rows.std(axis=0), 1e-9)
    whole = np.column_stack([np.ones(len(scaled)), scaled])
    known, open_ = whole[: len(done)], whole[len(done) :]
    inverse = np.linalg.inv(RIDGE * np.eye(whole.shape[1]) + known.T @ known)
    return _greedy(open_, inverse, min(number, len(left)))


def _greedy(rows: NDArray[np.float64], inverse: NDArray[np.float64], number: int) -> list[int]:
    """Positions of the rows that are least certain, one after the other."""
    found: list[int] = []
    spread = np.einsum("ij,jk,ik->i", rows, inverse, rows)
    for _ in range(number):
        best = int(np.argmax(spread))
        found.append(best)
        towards = inverse @ rows[best]
        shrink = 1 + rows[best] @ towards
        inverse = inverse - np.outer(towards, towards) / shrink  # Sherman and Morrison 1950
        spread = spread - (rows @ towards) ** 2 / shrink
        spread[found] = -1.0
    return found
