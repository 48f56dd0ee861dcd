"""Fits the weights of the parts: every worsened text below its own, and the levels where they
belong."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from auditor.bench.fit.pairs import AlteredPair, Weighed
from auditor.scoring.score import scored
from auditor.scoring.weights import PARTS, Weights
from models.manifest import Manifest

STEPS = (1.6, 1.25, 1.1)
"""Factors by which each number is tried larger and smaller, coarse first."""
ROUNDS = 3
"""Times that all numbers are tried at one step."""
SOFT = 0.15
"""Levels by which a worsened text must lie lower to count as clearly lower."""
LEVELS_COUNT = 1.0
"""What a squared level of error weighs beside the pairs."""

# Levels that texts made worse in a known way should get; what is left out is only to lie lower.
WORSE = {
    "shuffled_descriptions": 1.0,
    "shuffled_words": 1.5,
    "continuation_long": 2.0,
    "irrelevant_sentence": 2.0,
    "alignment_errors": 2.5,
    "proper_names": 2.0,
}
MOST_LEVEL, LEAST_LEVEL, WORDS = 5.0, 2.0, 20.0
"""A true text's level rises from LEAST_LEVEL towards MOST_LEVEL with its different words, half-way
and more at WORDS of them."""

Change = Callable[[Weights, float], Weights]


def fit_parts(pairs: Sequence[AlteredPair], weights: Weights, manifest: Manifest) -> Weights:
    """Coordinate search from `weights`: monotone by construction, the same for the same pairs."""
    best, least = weights, loss(pairs, weights, manifest)
    for step in STEPS:
        for _ in range(ROUNDS):
            before = least
            for change in _changes(weights):
                for factor in (step, 1 / step):
                    tried = change(best, factor)
                    found = loss(pairs, tried, manifest)
                    if found < least - 1e-6:
                        best, least = tried, found
                        break
            if before - least < 1e-4:
                break
    return best


def loss(pairs: Sequence[AlteredPair], weights: Weights, manifest: Manifest) -> float:
    """Mean over the kinds of a soft count of wrong pairs, and of errors in the level."""
    wrong: dict[str, list[float]] = defaultdict(list)
    off: dict[str, list[float]] = defaultdict(list)
    known: dict[int, float] = {}
    for pair in pairs:
        own = known.setdefault(id(pair.own), _quality(pair.own, weights, manifest))
        altered = _quality(pair.altered, weights, manifest)
        wrong[pair.kind].append(math.log1p(math.exp((altered - own) / SOFT)))
        off["own"].append((own - _level(pair.own)) ** 2)
        if pair.kind in WORSE and pair.own.evidence.whole.similarity is not None:
            off[pair.kind].append((altered - WORSE[pair.kind]) ** 2)
    own = _mean(off.pop("own"))
    worse = _mean(_mean(found) for found in off.values())
    return _mean(_mean(found) for found in wrong.values()) + LEVELS_COUNT * (own + worse) / 2


def shares(pairs: Sequence[AlteredPair], weights: Weights, manifest: Manifest) -> dict[str, float]:
    """Percent of the pairs of each kind whose altered text lies lower."""
    right: dict[str, list[float]] = defaultdict(list)
    for pair in pairs:
        lower = _quality(pair.altered, weights, manifest) < _quality(pair.own, weights, manifest)
        seen = pair.own.evidence.whole.similarity is not None
        right[f"{pair.kind}{'' if seen else '_texts'}"].append(float(lower))
    return {kind: round(100 * _mean(found), 1) for kind, found in sorted(right.items())}


def _quality(text: Weighed, weights: Weights, manifest: Manifest) -> float:
    return scored(text.evidence, weights, manifest, text.profile).quality


def _level(text: Weighed) -> float:
    words = text.evidence.whole.new_words
    return LEAST_LEVEL + (MOST_LEVEL - LEAST_LEVEL) * (1 - math.exp(-words / WORDS))


def _mean(values: Iterator[float] | Sequence[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _changes(weights: Weights) -> list[Change]:
    return [
        *(_of("parts", name) for name in PARTS[:-1]),
        *(_of("answers", name) for name in weights.answers),
        lambda w, factor: replace(w, exponent=round(w.exponent * factor, 4)),
        lambda w, factor: replace(w, weakest=round(min(0.9, w.weakest * factor), 4)),
        lambda w, factor: replace(w, level=(round(w.level[0] * factor, 4), w.level[1])),
        lambda w, factor: replace(w, level=(w.level[0], round(w.level[1] + math.log(factor), 4))),
    ]


def _of(field: str, name: str) -> Change:
    def change(weights: Weights, factor: float) -> Weights:
        values: dict[str, float] = dict(getattr(weights, field))
        changed: dict[str, Any] = {field: values | {name: round(values[name] * factor, 4)}}
        return replace(weights, **changed)

    return change
