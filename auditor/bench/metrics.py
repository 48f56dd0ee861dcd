"""Figures with 95% bootstrap intervals.

What is drawn again is a picture with everything that hangs on it: its ratings, or its queries, are
not independent of each other. Intervals are percentiles of 1,000 seeded draws (Efron 1979).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from auditor.bench.errors import BenchError

RESAMPLES = 1000

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure. Percent for shares and for Kendall's τ × 100; r and ρ from −1 to 1."""

    value: float
    n: int
    """How many pairs, queries or items it was measured on."""
    low: float
    high: float
    """Bounds of the 95% interval."""


def share(right: Floats, pictures: Ints, seed: int) -> Metric:
    """Percent of observations that are right.

    `right` (n,) is 0 to 1 an observation, `pictures` (n,) the picture that it belongs to, from 0.
    """
    count = np.bincount(pictures)
    total = np.bincount(pictures, weights=right)
    draws = np.random.default_rng(seed).integers(len(count), size=(RESAMPLES, len(count)))
    resampled = 100 * total[draws].sum(axis=1) / count[draws].sum(axis=1)
    return with_interval(100 * float(np.mean(right)), len(right), resampled)


def kendall(
    scores: Floats, ratings: Floats, pictures: Ints, variant: Literal["b", "c"], seed: int
) -> Metric:
    """Kendall's τ × 100 between the scores (n,) and people's ratings (n, raters).

    Each rating is one observation against the same score; `n` counts the scores. Raises BenchError
    when all scores are equal; a draw where that happens is left out of the interval.
    """
    every_score: Floats = np.repeat(scores, ratings.shape[1])
    every_rating = ratings.ravel()
    every_picture = np.repeat(pictures, ratings.shape[1])
    value = _tau(every_score, every_rating, variant)
    if np.isnan(value):
        raise BenchError("Kendall's τ is undefined: all scores or all ratings are equal")
    resampled = [
        _tau(every_score[drawn], every_rating[drawn], variant)
        for drawn in _drawn(every_picture, seed)
    ]
    return with_interval(value, len(scores), np.array(resampled))


def pearson(scores: Floats, ratings: Floats, pictures: Ints, seed: int) -> Metric:
    """Pearson's r, −1 to 1, of scores (n,) with ratings (n,); 0 for a score that never differs."""
    return _statistic(lambda i: _correlation(scores[i], ratings[i]), pictures, seed)


def spearman(scores: Floats, ratings: Floats, pictures: Ints, seed: int) -> Metric:
    """Spearman's ρ, −1 to 1: Pearson's r of the ranks, equal values sharing their mean rank."""
    return _statistic(lambda i: _correlation(ranks(scores[i]), ranks(ratings[i])), pictures, seed)


def auc(
    scores: Floats, bad: NDArray[np.bool_], good: NDArray[np.bool_], pictures: Ints, seed: int
) -> Metric:
    """How often, in percent, one that is good scores above one that is bad; half when equal."""

    def above(i: Ints) -> float:
        high, low = scores[i][good[i]], scores[i][bad[i]]
        if not len(high) or not len(low):
            return float("nan")
        higher = (high[:, None] > low).mean() + (high[:, None] == low).mean() / 2
        return 100 * float(higher)

    return _statistic(above, pictures, seed)


def ranks(values: Floats) -> Floats:
    """Ranks from 1, equal values sharing their mean."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    found: Floats = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return found


def numbered(keys: Iterable[str]) -> Ints:
    """A number for each different key, from 0 in the order they come."""
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)


def _statistic(of: Callable[[Ints], float], pictures: Ints, seed: int) -> Metric:
    """A figure of the observations at some positions, with its interval."""
    resampled = np.array([of(drawn) for drawn in _drawn(pictures, seed)])
    return with_interval(of(np.arange(len(pictures))), len(pictures), resampled)


def _correlation(left: Floats, right: Floats) -> float:
    left, right = left - left.mean(), right - right.mean()
    scale = float(np.sqrt((left @ left) * (right @ right)))
    return float(left @ right) / scale if scale else 0.0


def with_interval(value: float, n: int, resampled: Floats) -> Metric:
    """The figure with the 95% interval of its values in the draws, (draws,)."""
    low, high = np.nanpercentile(resampled, [2.5, 97.5])
    return Metric(float(value), n, float(low), float(high))


def _tau(scores: Floats, ratings: Floats, variant: Literal["b", "c"]) -> float:
    try:
        from scipy.stats import kendalltau
    except ImportError:
        raise BenchError(
            'Kendall\'s τ needs SciPy: pip install "alt-text-auditor[bench]"'
        ) from None
    return 100 * float(kendalltau(scores, ratings, variant=variant).statistic)


def _drawn(pictures: Ints, seed: int) -> Iterator[Ints]:
    """Positions of the observations of as many pictures as there are, drawn with repetition."""
    order = np.argsort(pictures, kind="stable")
    _, first, count = np.unique(pictures[order], return_index=True, return_counts=True)
    rng = np.random.default_rng(seed)
    for _ in range(RESAMPLES):
        drawn = rng.integers(len(count), size=len(count))
        lengths = count[drawn]
        starts = first[drawn] - (np.cumsum(lengths) - lengths)
        yield order[np.repeat(starts, lengths) + np.arange(lengths.sum())]
