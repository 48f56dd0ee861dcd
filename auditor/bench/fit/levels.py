"""Fits the line from the sum of the parts to the levels, and how likely a person finds a fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from auditor.bench.fit.join import aim
from auditor.bench.fit.rated import Rated
from auditor.scoring.combine import level_of
from auditor.scoring.weights import Weights

Floats = NDArray[np.float64]
SETS = ("web-alts", "context-ratings", "flickr8k")
"""Those that people rated on a scale."""
AT = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Quantiles at which the line has a point."""
RISES = 0.05
"""Least distance between two points, on both axes."""
FAULT = 2.5
"""Below this rating, half-way from 1 to 5, a person has found a fault."""
BINS = 10
POINTS = 10
LEAST, MOST = 0.02, 0.97
"""Of a probability: nobody is sure of a text by its score."""


def fit_levels(rated: Sequence[Rated], sums: Floats, weights: Weights) -> Weights:
    """The weights with the line on which quantiles of the sums meet those of people's ratings, each
    set counting alike, and with the spread of the ratings around it (their quartiles)."""
    counts = alike(rated)
    aims = np.array([aim(one) for one in rated])
    points = np.column_stack([_quantiles(sums, counts), _quantiles(aims, counts)])
    for axis in (0, 1):
        for number in range(1, len(points)):
            least = points[number - 1, axis] + RISES
            points[number, axis] = max(points[number, axis], least)
    points[:, 1] = np.clip(points[:, 1], 1.05, 4.95)
    levels = tuple((round(float(x), 4), round(float(y), 4)) for x, y in _rising(points))
    found = np.array([level_of(float(value), levels) for value in sums])
    low, high = _quantiles(aims - found, counts, (0.25, 0.75))
    spread = (round(max(0.1, -float(low)), 2), round(max(0.1, float(high)), 2))
    return replace(weights, levels=levels, spread=spread)


def fit_doubt(sums: Floats, faulty: Floats, counts: Floats) -> list[tuple[float, float]]:
    """Points of the falling line from the sum to the probability that a person finds a fault:
    the share of faults in POINTS groups of alike weight, neighbours that would rise taken together
    (isotonic regression, Barlow et al. 1972)."""
    order = np.argsort(sums, kind="stable")
    place = np.cumsum(counts[order]) - counts[order] / 2
    groups = np.minimum((place * POINTS / counts.sum()).astype(int), POINTS - 1)
    pools: list[tuple[float, float, float]] = []  # weight, sum, share
    for number in range(POINTS):
        chosen = order[groups == number]
        if not len(chosen):
            continue
        weights = counts[chosen]
        middle = float(np.average(sums[chosen], weights=weights))
        pools.append(
            (float(weights.sum()), middle, float(np.average(faulty[chosen], weights=weights)))
        )
        while len(pools) > 1 and pools[-1][2] >= pools[-2][2]:
            (one, x, p), (other, y, q) = pools[-2:]
            both = one + other
            pools[-2:] = [(both, (one * x + other * y) / both, (one * p + other * q) / both)]
    return [(round(x, 3), round(min(MOST, max(LEAST, p)), 3)) for _, x, p in pools]


def reliability(
    likely: Floats, faulty: Floats, counts: Floats
) -> tuple[float, list[dict[str, float]]]:
    """Expected calibration error (Naeini et al. 2015) over BINS of alike weight, and the curve: the
    mean of what was said, and the share of faults, in each."""
    order = np.argsort(likely, kind="stable")
    place = np.cumsum(counts[order]) - counts[order] / 2
    bins = np.minimum((place * BINS / counts.sum()).astype(int), BINS - 1)
    curve, error = [], 0.0
    for number in range(BINS):
        chosen = order[bins == number]
        if not len(chosen):
            continue
        weight = float(counts[chosen].sum() / counts.sum())
        said = float(np.average(likely[chosen], weights=counts[chosen]))
        found = float(np.average(faulty[chosen], weights=counts[chosen]))
        error += weight * abs(said - found)
        curve.append({"said": round(said, 3), "found": round(found, 3), "n": len(chosen)})
    return error, curve


def alike(rated: Sequence[Rated]) -> Floats:
    """What each text counts, so that each set counts alike."""
    origins = [one.origin for one in rated]
    return np.array([1 / origins.count(origin) for origin in origins])


def _quantiles(values: Floats, counts: Floats, at: Sequence[float] = AT) -> Floats:
    order = np.argsort(values, kind="stable")
    share = (np.cumsum(counts[order]) - counts[order] / 2) / counts.sum()
    found: Floats = np.interp(at, share, values[order])
    return found


def _rising(points: Floats) -> Floats:
    """Without points that another has caught up with at the ends of the scale."""
    kept = [points[0]]
    for point in points[1:]:
        if point[1] > kept[-1][1] and point[0] > kept[-1][0]:
            kept.append(point)
    return np.array(kept)
