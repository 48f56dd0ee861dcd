"""Points for agreeing with the others, and what the others say (Scott et al. 2023, algorithm 1)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from auditor.rating import RatedItem, Rating

MOST_VARIANCE = 4.0
"""Of levels from 1 to 5: half of them 1, half 5."""
STEPS = ((0.25, 2), (0.5, 1), (1.0, 0), (1.75, -1))
"""Distances below which so many points are given."""
LEAST = -2
COMPUTED = 2
"""Ratings that the program gives while people have not."""


@dataclass(frozen=True, slots=True)
class Consensus:
    """What the earlier ratings of an item come to."""

    mean: float
    variance: float
    """0 to 4."""
    people: int
    """Ratings by people among them; the others are computed."""
    number: int

    @property
    def level(self) -> int:
        """The mean, rounded to a level; half a level goes up."""
        return math.floor(self.mean + 0.5)


def consensus(people: Sequence[float], computed: float | None) -> Consensus | None:
    """What the others say: the levels that `people` gave, and as long as they are fewer than
    COMPUTED, the program's own quality, `computed`, in place of those that are missing. None where
    nobody said anything."""
    filled = max(0, COMPUTED - len(people)) if computed is not None else 0
    levels = [*people, *([computed] * filled if computed is not None else [])]
    if not levels:
        return None
    mean = sum(levels) / len(levels)
    variance = sum((level - mean) ** 2 for level in levels) / len(levels)
    return Consensus(mean, variance, len(people), len(levels))


def points(level: int, others: Consensus) -> int:
    """−2 to 2 for a rating: the nearer to the others the more, and the less they agree among
    themselves, or the fewer they are, the farther it may be from them."""
    n = others.number + 1
    room = 1 + (1 + (n - 1) * others.variance / MOST_VARIANCE) / n
    distance = abs(level - others.level) / room
    return next((given for bound, given in STEPS if distance < bound), LEAST)


def levels_by_others(ratings: Iterable[Rating], item: RatedItem, rater: str) -> list[float]:
    """The last level that each other person gave to an item."""
    found: dict[str, Rating] = {}
    for each in sorted(ratings, key=lambda rating: rating.rated):
        if each.item == item and each.rater != rater:
            found[each.rater] = each
    return [float(each.level) for each in found.values()]
