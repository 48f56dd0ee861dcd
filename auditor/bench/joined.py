"""Does a second score help a first one? Both beside each other on texts made worse.

Of each of ContextRef's alterations: `alone_A`, percent of rows whose altered text the first score
puts lower, and `joined_A`, the same of the first score plus w times the second, both in standard
deviations of their changes. The w is the one that is right most often on four fifths of the
pictures, the mean of all alterations; the figure is of the last fifth, five times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.bench import contextref
from auditor.bench.altered.alterations import ALTERATIONS, Collection
from auditor.bench.embed import Track
from auditor.bench.metrics import Floats, Ints, Metric, numbered, share
from auditor.bench.scorers import Scorer

WEIGHTS = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
FOLDS = 5


@dataclass(frozen=True, slots=True)
class Falls:
    """How far two scores fall by one alteration."""

    both: Floats
    """(n, 2); above 0: the altered text has the lower score."""
    pictures: Ints
    """(n,)"""


def joined(
    among: Collection, first: Scorer, second: Scorer, seed: int, track: Track
) -> dict[str, Metric]:
    """`alone_A` and `joined_A` of each alteration, and the weights that were `chosen` as
    `joined_weight`. Raises ModelError, PictureError."""
    pictures = numbered(row.img_id for row in among.rows)
    own = np.array([[each.score(row.sample) for each in (first, second)] for row in among.rows])
    falls = {}
    for name in ALTERATIONS:
        places, values = [], []
        for number in track(range(len(among.rows)), name):
            for sample in contextref.altered_samples(name, number, among, seed, 1):
                places.append(number)
                values.append([each.score(sample) for each in (first, second)])
        if places:
            falls[name] = Falls(own[places] - np.array(values), pictures[places])
    return figures(_scaled(falls), seed)


def figures(falls: dict[str, Falls], seed: int) -> dict[str, Metric]:
    """Of falls that are scaled alike; the weight for each fold is chosen on the others."""
    chosen = [_best(falls, fold) for fold in range(FOLDS)]
    found = {}
    for name, each in falls.items():
        weights = np.array(chosen)[each.pictures % FOLDS]
        together = each.both[:, 0] + weights * each.both[:, 1]
        for what, fall in (("alone", each.both[:, 0]), ("joined", together)):
            found[f"{what}_{name}"] = share((fall > 0).astype(float), each.pictures, seed)
    low, high = min(chosen), max(chosen)
    found["joined_weight"] = Metric(float(np.mean(chosen)), FOLDS, low, high)
    return found


def _best(falls: dict[str, Falls], fold: int) -> float:
    """The least weight that is right most often outside the fold."""

    def right(weight: float) -> float:
        return float(np.mean([_right(each, weight, fold) for each in falls.values()]))

    return max(WEIGHTS, key=lambda weight: (right(weight), -weight))


def _right(each: Falls, weight: float, fold: int) -> float:
    other = each.pictures % FOLDS != fold
    return float(np.mean(each.both[other, 0] + weight * each.both[other, 1] > 0))


def _scaled(falls: dict[str, Falls]) -> dict[str, Falls]:
    spread = np.concatenate([each.both for each in falls.values()]).std(axis=0)
    return {
        name: Falls(each.both / np.maximum(spread, 1e-12), each.pictures)
        for name, each in falls.items()
    }


def keys() -> Sequence[str]:
    """Every figure."""
    names = tuple(f"{what}_{name}" for name in ALTERATIONS for what in ("alone", "joined"))
    return (*names, "joined_weight")
