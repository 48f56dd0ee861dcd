"""The few numbers that turn evidence into one quality, and the run that produced them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

PARTS = ("compatibility", "relevance", "informativeness", "form")


@dataclass(frozen=True, slots=True)
class Weights:
    """All are 0 or more where nothing else is said, so that quality rises with each part."""

    parts: Mapping[str, float]
    """How much each part counts."""
    exponent: float
    """Of the power mean of the parts, below 0: the lower, the more the weakest part decides."""
    floor: float
    """No part may take the whole to nothing: a score is evidence, not proof."""
    weakest: float
    """How much the weakest sentence counts beside the whole text, 0 to 1."""
    contexts: Mapping[str, float]
    """How much the likeness to each text around the picture counts for relevance."""
    slope: float
    intercept: float
    """From the mean likeness to the log-odds that the text belongs to this page; any sign."""
    claims: Mapping[str, float]
    """Log-odds that a text gains by what the page "said", and loses by "otherwise", "nowhere"."""
    answers: Mapping[str, float]
    """Exponent of each answer of the form head in the form."""
    level: tuple[float, float]
    """Slope and intercept from the mean's log-odds to those of the level; the slope above 0."""


@cache
def shipped_weights() -> Weights:
    """The weights of weights.json."""
    return from_json(json.loads((files("auditor.scoring") / "weights.json").read_text("utf-8")))


def from_json(data: Mapping[str, Any]) -> Weights:
    """Of the file's object, whose "run" tells where the numbers come from."""
    values = {key: value for key, value in data.items() if key != "run"}
    return Weights(**{**values, "level": tuple(values["level"])})
