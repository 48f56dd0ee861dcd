"""What a team's ratings change of the score: a few numbers on top of the quality.

    level = factor × quality + constant + Σ weight × (feature − mean) / scale

The factor and the weights of the four parts are 0 or more and that of repetition 0 or less, so that
a tuned quality still rises with each part and falls with what is said twice. How many words are
liked is the team's to say, either way.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from auditor.findings import Outcome, Scores
from auditor.texts.sentences import repeated_share, words

PARTS = ("compatibility", "relevance", "informativeness", "form")
FEATURES = (*PARTS, "words", "repeated")
"""The parts, 0 to 1; the logarithm of the number of words; the share of words said again."""
_SOFT = 0.5
"""Nearer than this to either end of the scale, a level nears the end and never reaches it, so that
the better of two good texts still comes out higher."""
_MOST = 1_000.0


@dataclass(frozen=True, slots=True)
class Tuning:
    """What was learned of a team."""

    quality: float
    """Factor on the quality, 0 or more."""
    constant: float
    weights: Mapping[str, float]
    means: Mapping[str, float]
    scales: Mapping[str, float]
    """By FEATURES."""
    run: Mapping[str, Any]
    """Where it comes from: ratings, raters, figures before and after."""
    chances: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """By rule and outcome: how often the team calls such a finding a fault, where that was
    learned."""

    @property
    def changes(self) -> bool:
        """Whether it is anything but the default."""
        return bool(self.constant or any(self.weights.values()) or self.quality != 1)


def features(scores: Scores, text: str) -> dict[str, float | None]:
    """By FEATURES; None where a part could not be computed."""
    parts = {name: getattr(scores, name).value for name in PARTS}
    return parts | {
        "words": math.log1p(len(words(text))),
        "repeated": repeated_share(text),
    }


def tuned(scores: Scores, text: str, tuning: Tuning) -> Scores:
    """The scores with the quality that the team would give; what is not known counts as usual."""
    if not tuning.changes:
        return scores
    found = features(scores, text)
    added = sum(
        tuning.weights[name] * (value - tuning.means[name]) / tuning.scales[name]
        for name in FEATURES
        if (value := found[name]) is not None
    )
    raw = tuning.quality * scores.quality + tuning.constant + added
    return replace(scores, quality=round(within(raw), 6))


def within(level: float) -> float:
    """Any number as a level between 1 and 5, rising with it."""
    if level < 1 + _SOFT:
        return 1 + _SOFT * math.exp(max(-50.0, (level - 1 - _SOFT) / _SOFT))
    if level > 5 - _SOFT:
        return 5 - _SOFT * math.exp(max(-50.0, (5 - _SOFT - level) / _SOFT))
    return level


def to_json(tuning: Tuning) -> dict[str, Any]:
    """As a profile file and a scan file hold it."""
    return {
        "profile": 1,
        "quality": tuning.quality,
        "constant": tuning.constant,
        "weights": dict(tuning.weights),
        "means": dict(tuning.means),
        "scales": dict(tuning.scales),
        "run": dict(tuning.run),
        **({"chances": dict(tuning.chances)} if tuning.chances else {}),
    }


def from_json(data: Any) -> Tuning:
    """Raises ValueError when it is no profile of this version."""
    try:
        if data["profile"] != 1:
            raise ValueError("it is of another version")
        tables = {key: {name: float(data[key][name]) for name in FEATURES} for key in _TABLES}
        shares = {
            rule: {Outcome(each).value: float(share) for each, share in given.items()}
            for rule, given in data.get("chances", {}).items()
        }
        found = Tuning(
            float(data["quality"]),
            float(data["constant"]),
            **tables,
            run=data["run"],
            chances=shares,
        )
        json.dumps(found.run)
    except (TypeError, LookupError, AttributeError) as error:
        raise ValueError(f"it lacks {error}") from error
    weights = found.weights
    numbers = (found.quality, found.constant, *(x for key in _TABLES for x in tables[key].values()))
    if not all(math.isfinite(each) and abs(each) <= _MOST for each in numbers):
        raise ValueError("a number in it is out of bounds")
    if found.quality < 0 or weights["repeated"] > 0 or min(weights[part] for part in PARTS) < 0:
        raise ValueError("with it a better part would make a worse text")
    if not all(0 < share < 1 for given in shares.values() for share in given.values()):
        raise ValueError("a chance in it is not between 0 and 1")
    if min(found.scales.values()) <= 0:
        raise ValueError("a scale in it is not above 0")
    return found


_TABLES = ("weights", "means", "scales")
