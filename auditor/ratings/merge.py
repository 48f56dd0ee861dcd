"""Ratings from many files as one list: nothing is lost, and what contradicts is told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from auditor.rating import RatedItem, Rating
from auditor.store.ratings import identity_of


@dataclass(frozen=True, slots=True)
class RatingConflict:
    """One person gave one item different levels, both having seen the picture, or both not."""

    rater: str
    item: RatedItem
    text: str
    levels: tuple[tuple[str, int], ...]
    """When, and which level; the last one counts."""


@dataclass(frozen=True, slots=True)
class MergedRatings:
    """What came of a merge."""

    ratings: tuple[Rating, ...]
    """Each once, oldest first."""
    twice: int
    """Ratings that stood in more than one place."""
    conflicts: tuple[RatingConflict, ...]


def merged(files: Iterable[Sequence[Rating]]) -> MergedRatings:
    """All ratings of all files, each once."""
    every = [rating for ratings in files for rating in ratings]
    kept = {identity_of(rating): rating for rating in every}
    ratings = tuple(sorted(kept.values(), key=lambda each: (each.rated, each.rater)))
    return MergedRatings(ratings, len(every) - len(kept), tuple(_conflicts(ratings)))


def _conflicts(ratings: Sequence[Rating]) -> list[RatingConflict]:
    given: dict[tuple[str, RatedItem, bool], list[Rating]] = defaultdict(list)
    for rating in ratings:
        given[rating.rater, rating.item, rating.seen].append(rating)
    return [
        RatingConflict(
            rater, item, found[-1].text, tuple((each.rated, each.level) for each in found)
        )
        for (rater, item, _), found in given.items()
        if len({each.level for each in found}) > 1
    ]
