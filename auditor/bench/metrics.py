"""Figures with 95% bootstrap intervals.

What is drawn again is a picture with everything that hangs on it: its ratings, or its queries, are
not independent of each other. Intervals are percentiles of 1,000 seeded draws (Efron 1979).
"""

from __future__ import annotations

from collections.abc import Iterator
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
    """One figure. Percent for shares and for Kendall's τ × 100."""

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
