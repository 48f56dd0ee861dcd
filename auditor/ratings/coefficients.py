"""How far raters agree, in numbers. Pure functions.

`levels` is (items, raters): whole numbers from 0, NaN where a rater gave none; `times` (items,)
says how often each item counts, which is once outside of resampling. With numpy alone, so that the
base installation has them; the tests hold them to SciPy and to the examples of the papers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
UNDEFINED = float("nan")


def tau_c(table: Numbers) -> float:
    """Kendall's τ_c (Stuart 1953) from counts (levels of one, levels of the other); NaN where one
    of them never differs."""
    n = float(table.sum())
    m = min(np.count_nonzero(table.sum(axis=0)), np.count_nonzero(table.sum(axis=1)))
    if m < 2:
        return UNDEFINED
    below = np.cumsum(np.cumsum(table, axis=0), axis=1)[:-1, :-1]
    concordant = (table[1:, 1:] * below).sum()
    aside = np.cumsum(np.cumsum(table[:, ::-1], axis=0), axis=1)[:-1, :-1]
    discordant = (table[1:, ::-1][:, 1:] * aside).sum()
    return float(2 * m * (concordant - discordant) / (n * n * (m - 1)))


def tau_of(levels: Numbers, times: Numbers, rater: int) -> float:
    """τ_c of one rater against the others: each rating of another one is an observation of its
    own beside the same rating of this one, as scores are held against ratings (Hessel et al. 2021).
    That reading, on pairs of a picture with a caption of another one, gives the figures of Scott
    et al. 2023; the mean of the others does not."""
    others = [place for place in range(levels.shape[1]) if place != rater]
    tables = [counts(levels[:, rater], levels[:, each], times) for each in others]
    return tau_c(np.sum(tables, axis=0)) if tables else UNDEFINED


def counts(left: Numbers, right: Numbers, times: Numbers) -> Numbers:
    """How often each pair of levels met where both raters rated, (6, 6)."""
    both = ~np.isnan(left) & ~np.isnan(right)
    place = (left[both] * 6 + right[both]).astype(np.int64)
    return np.bincount(place, times[both], minlength=36).reshape(6, 6).astype(np.float64)


def kendall_w(levels: Numbers, times: Numbers) -> float:
    """Kendall's W with the correction for ties, over the items that all have rated."""
    whole = ~np.isnan(levels).any(axis=1)
    n, m = float(times[whole].sum()), levels.shape[1]
    if n < 2 or m < 2:
        return UNDEFINED
    ranked = [_ranks(column, times[whole]) for column in levels[whole].T]
    sums = np.sum([each for each, _ in ranked], axis=0)
    spread = float((times[whole] * (sums - m * (n + 1) / 2) ** 2).sum())
    ties = sum(float((shared**3 - shared).sum()) for _, shared in ranked)
    most = m * m * (n**3 - n) - m * ties
    return 12 * spread / most if most else UNDEFINED


def fleiss_kappa(levels: Numbers, times: Numbers) -> float:
    """Fleiss' κ (1971); items with as few as two ratings count with those."""
    table = by_level(levels)
    twice = table.sum(axis=1) >= 2
    table, times = table[twice], times[twice]
    if not times.sum():
        return UNDEFINED
    n = table.sum(axis=1)
    alike = ((table**2).sum(axis=1) - n) / (n * (n - 1))
    agreed = float((times * alike).sum() / times.sum())
    totals = times @ table
    by_chance = float(((totals / totals.sum()) ** 2).sum())
    return (agreed - by_chance) / (1 - by_chance) if by_chance < 1 else UNDEFINED


def weighted_kappa(left: Numbers, right: Numbers, times: Numbers) -> float:
    """Cohen's κ of two raters with quadratic weights (Cohen 1968)."""
    table = counts(left, right, times)
    if not table.sum():
        return UNDEFINED
    by_chance = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    most = float((_APART * by_chance).sum())
    return 1 - float((_APART * table).sum()) / most if most else UNDEFINED


def mean_weighted_kappa(levels: Numbers, times: Numbers) -> float:
    """The mean of `weighted_kappa` over all pairs of raters who rated anything in common."""
    found = [weighted_kappa(levels[:, a], levels[:, b], times) for a, b in pairs(levels)]
    known = [each for each in found if not np.isnan(each)]
    return float(np.mean(known)) if known else UNDEFINED


def krippendorff_alpha(levels: Numbers, times: Numbers) -> float:
    """Krippendorff's α for ordinal levels, with whatever ratings are missing (Krippendorff 2011,
    "Computing Krippendorff's alpha-reliability")."""
    table = by_level(levels)
    twice = table.sum(axis=1) >= 2
    table, times = table[twice], times[twice]
    if not times.sum():
        return UNDEFINED
    scaled = table * (times / (table.sum(axis=1) - 1))[:, None]
    met = scaled.T @ table - np.diag(scaled.sum(axis=0))
    totals = met.sum(axis=0)
    below = np.cumsum(totals) - totals / 2
    apart = (below[:, None] - below[None, :]) ** 2
    most = float((np.outer(totals, totals) * apart).sum())
    return 1 - float((totals.sum() - 1) * (met * apart).sum()) / most if most else UNDEFINED


def joined(levels: Numbers) -> Numbers:
    """The levels 4 and 5 as one."""
    return np.where(levels == 5, 4.0, levels)


def by_level(levels: Numbers) -> Numbers:
    """How many gave each level from 0 to 5 to each item, (items, 6)."""
    found: Numbers = (levels[:, :, None] == _SCALE).sum(axis=1).astype(np.float64)
    return found


def distinct(levels: Numbers) -> Numbers:
    """The levels that were given, ascending."""
    found: Numbers = np.unique(levels[~np.isnan(levels)])
    return found


def pairs(levels: Numbers) -> Iterator[tuple[int, int]]:
    """All pairs of raters."""
    return combinations(range(levels.shape[1]), 2)


_SCALE = np.arange(6.0)
_APART = (_SCALE[:, None] - _SCALE[None, :]) ** 2


def _ranks(values: Numbers, times: Numbers) -> tuple[Numbers, Numbers]:
    """Ranks from 1, equal values sharing their mean; and how many share each."""
    whole = values.astype(np.int64)
    shared = np.bincount(whole, times, minlength=6).astype(np.float64)
    return (np.cumsum(shared) - (shared - 1) / 2)[whole], shared
