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
    """What a step of each part adds to the sum (auditor/scoring/combine.py says what a step is)."""
    absent: Mapping[str, float]
    """What a part that could not be computed is taken to be, 0 to 1: that of a usual text."""
    levels: tuple[tuple[float, float], ...]
    """Points of the line from the sum to the quality, 1 to 5; both rise from point to point."""
    spread: tuple[float, float]
    """How far below and above the quality the quartiles of people's ratings lie, in levels."""
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
    order: Mapping[str, float]
    """Log-odds that words are in order: "sure", and of the head's log-odds, the gain of the order
    by the square root of the words, and that root (auditor/scoring/form.py)."""


@dataclass(frozen=True, slots=True)
class LikelihoodWeights:
    """What a language model's likelihood moves, where one is heard."""

    model: str
    """The name of the language model."""
    usual: float
    """Mean log-likelihood a token of usual texts: there it moves nothing."""
    quality: float
    """What one more adds to the sum that the quality is read off, 0 or more."""
    doubt: float
    """The same of the sum that the probability of a fault is read off."""


@cache
def shipped_likelihood() -> LikelihoodWeights:
    """The numbers of likelihood.json."""
    data = json.loads((files("auditor.scoring") / "likelihood.json").read_text("utf-8"))
    return LikelihoodWeights(**{key: value for key, value in data.items() if key != "run"})


@cache
def shipped_weights() -> Weights:
    """The weights of weights.json."""
    return from_json(json.loads((files("auditor.scoring") / "weights.json").read_text("utf-8")))


def from_json(data: Mapping[str, Any]) -> Weights:
    """Of the file's object, whose "run" tells where the numbers come from."""
    values = {key: value for key, value in data.items() if key != "run"}
    levels = tuple((float(x), float(y)) for x, y in values["levels"])
    return Weights(**{**values, "levels": levels, "spread": tuple(values["spread"])})
