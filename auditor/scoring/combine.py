"""One quality from four parts, and what it means in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from auditor.findings import Part
from auditor.profiles import Profile
from auditor.scoring.weights import Weights, shipped_likelihood

LEVELS = (
    "gives a wrong idea of the picture, or none",
    "gives a poor idea: much of it is wrong, or hardly anything is said",
    "gives some idea: what it says holds, and what matters is missing",
    "gives a good idea: the things that matter and what they do",
    "lets a person imagine it: things, scene, actions, place and meaning",
)
"""The five levels of image-caption rating (Scott et al. 2023, section 3), in our words."""
LIKELIHOOD = "likelier than usual"
"""The number of the form that says by how much a language model finds the text likelier in its
place than usual texts in theirs, nats a token; where one is heard."""
FLOOR = 0.02
"""No part may take the whole to nothing: a score is evidence, not proof."""


def quality(parts: Mapping[str, Part], weights: Weights, profile: Profile) -> float:
    """1 to 5, from the sum of the parts; monotone in each of them.

    A part that could not be computed is taken to be that of a usual text, and so is, by its share,
    one that a purpose makes count less.
    """
    return round(level_of(total(parts, weights, profile), weights.levels), 6)


def total(parts: Mapping[str, Part], weights: Weights, profile: Profile) -> float:
    """The sum that the quality is read off."""
    found = 0.0
    for name, part in parts.items():
        usual = step(name, weights.absent[name])
        share = 0.0 if part.value is None else profile.weights.get(name, 1.0)
        own = usual if part.value is None else step(name, part.value)
        found += weights.parts[name] * (share * own + (1 - share) * usual)
        if likelier := part.numbers.get(LIKELIHOOD):
            found += shipped_likelihood().quality * likelier
    return found


def step(name: str, value: float) -> float:
    """A part's value, 0 to 1, on the scale on which it adds up: probabilities as log-odds, the form
    as a logarithm (its faults multiply), informativeness as it is (a logarithm already)."""
    if name == "informativeness":
        return value
    inside = FLOOR + (1 - 2 * FLOOR) * value
    return math.log(inside / (1 - inside)) if name != "form" else math.log(inside)


def level_of(value: float, levels: Sequence[tuple[float, float]]) -> float:
    """Along the line through the points; beyond its ends it nears 1 and 5 and never reaches them,
    so that the worse of two bad texts still comes out lower."""
    (least, low), (most, high) = levels[0], levels[-1]
    if value <= least:
        return 1 + (low - 1) * math.exp(value - least)
    if value >= most:
        return 5 - (5 - high) * math.exp(most - value)
    for (x, y), (other_x, other_y) in pairwise(levels):
        if value <= other_x:
            return y + (other_y - y) * (value - x) / (other_x - x)
    return high


def level_words(quality: float) -> str:
    """What a quality means: the nearest of the five levels."""
    return LEVELS[min(5, max(1, math.floor(quality + 0.5))) - 1]


def interval(quality: float, weights: Weights) -> tuple[float, float]:
    """Between which levels half of people's ratings of such a text lie."""
    below, above = weights.spread
    return max(1.0, quality - below), min(5.0, quality + above)
