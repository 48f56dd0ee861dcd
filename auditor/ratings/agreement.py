"""Whether raters agree, on which items they do not, and how far any score could agree with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from auditor.rating import Question
from auditor.ratings import coefficients
from auditor.ratings.coefficients import Numbers
from auditor.ratings.table import RatingTable

RESAMPLES = 1000
MOST_DISPUTED = 20

Ints = NDArray[np.int64]
Measure = Callable[[Numbers, Numbers], float]
"""Of levels and times (coefficients.py)."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure × 100; NaN where the ratings do not say."""

    value: float
    low: float
    high: float
    """Bounds of the 95% interval: percentiles of seeded draws of pictures with all their items
    (Efron 1979)."""
    n: int
    """Items that it rests on."""


@dataclass(frozen=True, slots=True)
class DisputedItem:
    """An item on which raters differ."""

    page: str
    picture: str
    text: str
    levels: Mapping[str, int]
    """By rater."""
    variance: float
    """Of the levels, 0 to 4."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """All that can be said of a table of ratings."""

    items: int
    raters: tuple[str, ...]
    ratings: int
    figures: Mapping[str, Figure]
    """By the keys of the JSON."""
    counts: Mapping[str, tuple[int, ...]]
    """How often each rater gave each of `levels`."""
    levels: tuple[int, ...]
    questions: Mapping[Question, Figure]
    """Krippendorff's α of each question that two or more answered."""
    disputed: tuple[DisputedItem, ...]
    """The most disputed first."""
    disputes: int
    """How many items raters differ on."""


def agreement(
    table: RatingTable, answers: Mapping[Question, RatingTable], seed: int = 0
) -> Agreement:
    """Everything at once. A table of fewer than two raters has figures without a value."""
    found = list(_disputed(table))
    known = tuple(int(level) for level in coefficients.distinct(table.levels))
    return Agreement(
        items=len(table.items),
        raters=table.raters,
        ratings=table.ratings,
        figures=_figures(table, seed),
        counts={
            rater: tuple(int((column == level).sum()) for level in known)
            for rater, column in zip(table.raters, table.levels.T, strict=True)
        },
        levels=known,
        questions={
            question: _measured(asked, _ALPHA, seed)["krippendorff_alpha"]
            for question, asked in answers.items()
            if len(asked.raters) > 1
        },
        disputed=tuple(sorted(found, key=lambda each: -each.variance)[:MOST_DISPUTED]),
        disputes=len(found),
    )


def _figures(table: RatingTable, seed: int) -> dict[str, Figure]:
    measures: dict[str, Measure] = {
        f"tau_{place}": partial(coefficients.tau_of, rater=place - 1)
        for place in range(1, len(table.raters) + 1)
    }
    measures |= {
        "kendall_w": coefficients.kendall_w,
        "fleiss_kappa": coefficients.fleiss_kappa,
        "fleiss_kappa_joined": _fleiss_kappa_joined,
        "weighted_kappa": coefficients.mean_weighted_kappa,
        "krippendorff_alpha": coefficients.krippendorff_alpha,
    }
    return _measured(table, measures, seed) | ceiling(table, seed)


def _fleiss_kappa_joined(levels: Numbers, times: Numbers) -> float:
    return coefficients.fleiss_kappa(coefficients.joined(levels), times)


def _measured(table: RatingTable, measures: Mapping[str, Measure], seed: int) -> dict[str, Figure]:
    """Rows with the same levels count as one that comes so often: a draw changes how often."""
    n = int(((~np.isnan(table.levels)).sum(axis=1) > 1).sum())
    filled, rows = np.unique(np.nan_to_num(table.levels, nan=-1.0), axis=0, return_inverse=True)
    patterns, rows = np.where(filled < 0, np.nan, filled), rows.ravel()
    pictures = _numbered(item.picture for item in table.items)
    whole = _times_met(rows, np.ones(len(rows)))
    draws = [
        _times_met(rows, times[pictures])
        for times in _times_drawn(int(pictures.max(initial=-1)) + 1, seed)
    ]
    return {
        key: _with_interval(of(patterns, whole), [of(patterns, times) for times in draws], n)
        for key, of in measures.items()
    }


def ceiling(table: RatingTable, seed: int) -> dict[str, Figure]:
    """How far any score could agree with one more person: of each item one rating is drawn, and
    held against the mean of the others, which is the best that a score could say."""
    levels = table.levels[(~np.isnan(table.levels)).sum(axis=1) > 1]
    if not len(levels):
        nothing = Figure(np.nan, np.nan, np.nan, 0)
        return {"ceiling_tau_c": nothing, "ceiling_r": nothing}
    rng = np.random.default_rng(seed)
    known = coefficients.distinct(levels)
    taus, rs = [], []
    for _ in range(RESAMPLES):
        rows = rng.integers(len(levels), size=len(levels))
        one, others = _one_and_others(levels[rows], rng)
        means, places = np.unique(others, return_inverse=True)
        places = np.searchsorted(known, one) * len(means) + places
        met = np.bincount(places, minlength=len(known) * len(means)).astype(np.float64)
        taus.append(coefficients.tau_c(met.reshape(len(known), len(means))))
        rs.append(_correlation(one, others))
    found = {"ceiling_tau_c": taus, "ceiling_r": rs}
    return {key: _with_interval(_mean(drawn), drawn, len(levels)) for key, drawn in found.items()}


def _one_and_others(levels: Numbers, rng: np.random.Generator) -> tuple[Numbers, Numbers]:
    there = ~np.isnan(levels)
    chosen = np.where(there, rng.random(levels.shape), -1.0).argmax(axis=1)
    rows = np.arange(len(levels))
    one = levels[rows, chosen]
    others = (np.nansum(levels, axis=1) - one) / (there.sum(axis=1) - 1)
    return one, np.round(others, 9)


def _disputed(table: RatingTable) -> Iterator[DisputedItem]:
    for item, text, row in zip(table.items, table.texts, table.levels, strict=True):
        there = ~np.isnan(row)
        if there.sum() < 2 or np.ptp(row[there]) == 0:
            continue
        given = {
            rater: int(level)
            for rater, level in zip(table.raters, row, strict=True)
            if not np.isnan(level)
        }
        yield DisputedItem(item.page, item.picture, text, given, float(row[there].var()))


def _with_interval(value: float, drawn: Iterable[float], n: int) -> Figure:
    known = [each for each in drawn if not np.isnan(each)]
    low, high = np.percentile(known, [2.5, 97.5]) if known else (np.nan, np.nan)
    return Figure(100 * value, 100 * float(low), 100 * float(high), n)


def _mean(drawn: Iterable[float]) -> float:
    known = [each for each in drawn if not np.isnan(each)]
    return float(np.mean(known)) if known else coefficients.UNDEFINED


def _correlation(left: Numbers, right: Numbers) -> float:
    left, right = left - left.mean(), right - right.mean()
    scale = float(np.sqrt((left @ left) * (right @ right)))
    return float(left @ right) / scale if scale else coefficients.UNDEFINED


def _numbered(keys: Iterable[str]) -> Ints:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)


def _times_met(rows: Ints, times: Numbers) -> Numbers:
    return np.bincount(rows, times).astype(np.float64)


def _times_drawn(n: int, seed: int) -> Iterator[Numbers]:
    """How often each of n comes when n are drawn with repetition."""
    rng = np.random.default_rng(seed)
    for _ in range(RESAMPLES if n > 1 else 0):
        yield np.bincount(rng.integers(n, size=n), minlength=n).astype(np.float64)


_ALPHA: Mapping[str, Measure] = {"krippendorff_alpha": coefficients.krippendorff_alpha}
