"""One quality from four parts, and what it means in words."""

from __future__ import annotations

import math
from collections.abc import Mapping

from auditor.findings import Part
from auditor.profiles import Profile
from auditor.scoring.weights import Weights

LEVELS = (
    "gives a wrong idea of the picture, or none",
    "gives a poor idea: much of it is wrong, or hardly anything is said",
    "gives some idea: what it says holds, and what matters is missing",
    "gives a good idea: the things that matter and what they do",
    "lets a person imagine it: things, scene, actions, place and meaning",
)
"""The five levels of image-caption rating (Scott et al. 2023, section 3), in our words."""


def quality(parts: Mapping[str, Part], weights: Weights, profile: Profile) -> float:
    """1 to 5, from the power mean of the parts that are there; monotone in each of them.

    With an exponent below 0 the weakest part decides most: a text of the wrong picture stays low
    whatever else it has. A part that could not be computed leaves its weight to the others.
    """
    there = {
        name: (weights.parts[name] * profile.weights.get(name, 1.0), part.value)
        for name, part in parts.items()
        if part.value is not None
    }
    total = sum(weight for weight, _ in there.values())
    if not total:
        return 1.0
    power, floor = weights.exponent, weights.floor
    # Raised and not cut off, so that the worse of two bad texts still comes out lower.
    raised = [(weight, floor + (1 - floor) * value) for weight, value in there.values()]
    mean = sum(weight * value**power for weight, value in raised) / total
    return round(1 + 4 * _level(mean ** (1 / power), weights.level), 6)


def level_words(quality: float) -> str:
    """What a quality means: the nearest of the five levels."""
    return LEVELS[min(5, max(1, math.floor(quality + 0.5))) - 1]


def _level(mean: float, level: tuple[float, float]) -> float:
    """From a mean, 0 to 1, to the share of the scale, 0 to 1, by a line between the log-odds."""
    inside = min(1 - 1e-6, max(1e-6, mean))
    odds = level[0] * math.log(inside / (1 - inside)) + level[1]
    return 0.5 * (1 + math.tanh(odds / 2))
