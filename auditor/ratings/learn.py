"""Learns from a team's ratings how it would have the score, and whether that holds for texts that
were kept out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from auditor.ratings.errors import RatingsError
from auditor.ratings.scored import ScoredItem
from auditor.scoring.tuning import FEATURES, PARTS, Tuning, within

LEAST = 50
"""Rated texts below which chance decides more than the team does."""
FOLDS = 10
REPEATS = 5
"""Partitions into folds; a text's held-out level is the mean over them."""
RIDGE = 5.0
"""How many ratings the default is worth: it is not chosen by what is reported."""
RESAMPLES = 1000
_SURE = 5.0
"""Percent of draws in which the gain may be none: else the default stays."""
_ROUNDS = 500

Numbers = NDArray[np.float64]
Measure = Callable[[Numbers, Numbers, Numbers], Numbers]
"""Of two rows of levels and the draws (draws, texts): a figure a draw."""


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A figure on texts that were kept out, by the default and by what was learned."""

    before: float
    after: float
    low: float
    high: float
    """Bounds of the 95% interval of the difference; pictures are drawn."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What came of it."""

    tuning: Tuning
    """The default where nothing held."""
    texts: int
    correlation: HeldOut
    """Pearson's r with the mean level."""
    error: HeldOut
    """Mean distance from the mean level, in levels."""


def learn(
    items: Sequence[ScoredItem], levels: Sequence[float], run: Mapping[str, object], seed: int = 0
) -> Learned:
    """From scored texts and the mean level that people gave to each. Raises RatingsError where they
    are too few."""
    if len(items) < LEAST:
        raise RatingsError(
            f"{len(items)} rated texts with a score are too few to learn from: {LEAST} are wanted, "
            "better 100. auditor rate --order telling begins with those that tell most."
        )
    rows, y = _rows(items), np.array(levels, dtype=np.float64)
    pictures = _numbered([each.item.picture for each in items])
    held = _held_out(items, rows, y, pictures, seed)
    default = np.array([each.quality for each in items])
    times = _times_drawn(pictures, seed)
    correlation = _compared(_correlations, default, held, y, times)
    error = _compared(_distances, default, held, y, times)
    holds = _gain_is_sure(default, held, y, times) and error.after <= error.before
    found = _fitted(rows, default, y) if holds else _default(rows)
    figures = {
        "texts": len(items),
        "r": [round(correlation.before, 4), round(correlation.after, 4)],
        "error": [round(error.before, 4), round(error.after, 4)],
        "seed": seed,
    }
    tuning = Tuning(
        found.quality, found.constant, found.weights, found.means, found.scales, {**run, **figures}
    )
    if not holds:  # the default is what is kept: its figures are those that hold
        correlation = HeldOut(correlation.before, correlation.before, 0.0, 0.0)
        error = HeldOut(error.before, error.before, 0.0, 0.0)
    return Learned(tuning, len(items), correlation, error)


def untouched(run: Mapping[str, object]) -> Learned:
    """The shipped score, where there was too little to learn from."""
    none = HeldOut(0.0, 0.0, 0.0, 0.0)
    plain = _default(np.zeros((0, len(FEATURES))))
    return Learned(replace(plain, run=run), 0, none, none)


def _rows(items: Sequence[ScoredItem]) -> Numbers:
    return np.array([each.features for each in items], dtype=np.float64)


def _held_out(
    items: Sequence[ScoredItem], rows: Numbers, y: Numbers, pictures: NDArray[np.int64], seed: int
) -> Numbers:
    """The level that each text gets from what was learned without its picture."""
    rng = np.random.default_rng(seed)
    default = np.array([each.quality for each in items])
    sums = np.zeros(len(y))
    for _ in range(REPEATS):
        fold_of = rng.permutation(pictures.max() + 1) % FOLDS
        for fold in range(FOLDS):
            out = fold_of[pictures] == fold
            if not out.any() or out.all():
                continue
            found = _fitted(rows[~out], default[~out], y[~out])
            sums[out] += _applied(found, rows[out], default[out])
    return sums / REPEATS


def _fitted(rows: Numbers, default: Numbers, y: Numbers) -> Tuning:
    """Least squares with bounds, drawn towards the default by RIDGE."""
    means, scales = _usual(rows)
    z = np.where(np.isnan(rows), 0.0, (rows - means) / scales)
    centred = np.column_stack([default - default.mean(), z])
    towards = np.array([1.0, *[0.0] * len(FEATURES)])
    low = np.array([0.0, *(0.0 if name in PARTS else -np.inf for name in FEATURES)])
    high = np.array([np.inf, *(0.0 if name == "repeated" else np.inf for name in FEATURES)])
    weights = towards.copy()
    gram = centred.T @ centred + RIDGE * np.eye(len(weights))
    wanted = centred.T @ (y - y.mean()) + RIDGE * towards
    for _ in range(_ROUNDS):  # coordinate descent: convex, so it ends where it must
        before = weights.copy()
        for place in range(len(weights)):
            step = (wanted[place] - gram[place] @ weights) / gram[place, place]
            weights[place] = min(high[place], max(low[place], weights[place] + step))
        if np.abs(weights - before).max() < 1e-6:
            break
    constant = float(y.mean() - weights[0] * default.mean() - weights[1:] @ z.mean(axis=0))
    return Tuning(
        float(weights[0]),
        constant,
        dict(zip(FEATURES, map(float, weights[1:]), strict=True)),
        dict(zip(FEATURES, map(float, means), strict=True)),
        dict(zip(FEATURES, map(float, scales), strict=True)),
        {},
    )


def _default(rows: Numbers) -> Tuning:
    means, scales = _usual(rows)
    return Tuning(
        1.0,
        0.0,
        dict.fromkeys(FEATURES, 0.0),
        dict(zip(FEATURES, map(float, means), strict=True)),
        dict(zip(FEATURES, map(float, scales), strict=True)),
        {},
    )


def _usual(rows: Numbers) -> tuple[Numbers, Numbers]:
    """Mean and spread of each feature where it is known; 0 and 1 where it never is or never
    differs."""
    known = ~np.isnan(rows)
    n = np.maximum(known.sum(axis=0), 1)
    means = np.where(known, rows, 0.0).sum(axis=0) / n
    squares = np.where(known, (rows - means) ** 2, 0.0).sum(axis=0) / n
    spreads = np.sqrt(squares)
    return means, np.where(spreads > 1e-6, spreads, 1.0)


def _applied(found: Tuning, rows: Numbers, default: Numbers) -> Numbers:
    weights, means, scales = (
        np.array([table[name] for name in FEATURES])
        for table in (found.weights, found.means, found.scales)
    )
    z = np.where(np.isnan(rows), 0.0, (rows - means) / scales)
    raw = found.quality * default + found.constant + z @ weights
    return np.array([within(float(each)) for each in raw])


def _compared(of: Measure, before: Numbers, after: Numbers, y: Numbers, times: Numbers) -> HeldOut:
    whole = np.ones((1, len(y)))
    low, high = np.percentile(of(after, y, times) - of(before, y, times), [2.5, 97.5])
    shipped, learned = (float(of(levels, y, whole)[0]) for levels in (before, after))
    return HeldOut(shipped, learned, float(low), float(high))


def _gain_is_sure(before: Numbers, after: Numbers, y: Numbers, times: Numbers) -> bool:
    gains = _correlations(after, y, times) - _correlations(before, y, times)
    found = _correlations(after, y, np.ones((1, len(y))))
    return bool(np.percentile(gains, _SURE) > 0 and found[0] > 0)


def _correlations(left: Numbers, right: Numbers, times: Numbers) -> Numbers:
    """Pearson's r of each draw; 0 where one of them never differs."""
    n = times.sum(axis=1)
    sums = [times @ each / n for each in (left, right, left * left, right * right, left * right)]
    spread = np.sqrt(np.maximum((sums[2] - sums[0] ** 2) * (sums[3] - sums[1] ** 2), 0.0))
    both = sums[4] - sums[0] * sums[1]
    found: Numbers = np.where(spread > 1e-12, both / np.maximum(spread, 1e-12), 0.0)
    return found


def _distances(left: Numbers, right: Numbers, times: Numbers) -> Numbers:
    """Mean distance of each draw."""
    found: Numbers = times @ np.abs(left - right) / times.sum(axis=1)
    return found


def _times_drawn(pictures: NDArray[np.int64], seed: int) -> Numbers:
    """How often each text comes in each draw of pictures, (draws, texts)."""
    n = int(pictures.max()) + 1
    drawn = np.random.default_rng(seed).integers(n, size=(RESAMPLES, n))
    times = np.stack([np.bincount(each, minlength=n) for each in drawn])
    return times[:, pictures].astype(np.float64)


def _numbered(keys: Sequence[str]) -> NDArray[np.int64]:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)
