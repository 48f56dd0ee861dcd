"""How likely a person would find a fault in a text, by its parts.

The level of a text and a fault in it are two questions: a short true text is at a low level and
holds no fault. So the parts are summed a second time, with numbers that tell texts as they are from
texts made worse and rated texts below the middle of the scale from those above; and the sum is
turned into the share of such texts in which people found one (`python -m auditor.bench.fit`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from auditor.findings import Scores
from auditor.profiles import Profile
from auditor.scoring.combine import FLOOR, LIKELIHOOD, step
from auditor.scoring.form import ANSWERS, IN_CAPTION, LEFT, heard
from auditor.scoring.weights import shipped_likelihood

Points = Sequence[tuple[float, float]]
BEYOND = 0.3
"""How fast, for each step beyond the last point, a probability nears 0 or 1, so that the worse of
two bad texts is always the likelier fault."""
UNKNOWN = 0.5
"""Of informativeness where it could not be computed."""
UNCAPTIONED = 0.5
"""How far relevance counts where no caption says what the picture is: a page holds pictures of much
that its prose does not name, and a text that serves no page was on real pages more often right than
wrong."""
VOUCHED = 0.5
"""How far the caption stands in for the picture, where the text is the caption's: that was written
for this picture, and pixels neither show nor deny a name."""
COMPARED = ("compatibility", "relevance")


@dataclass(frozen=True, slots=True)
class Doubt:
    """The numbers of doubt.json."""

    steps: Mapping[str, float]
    """What a step of each part, of the rules on form and of each answer of its head takes away."""
    absent: Mapping[str, float]
    """What a part of COMPARED that is absent takes away; any sign."""
    points: Points
    """From the sum to the probability, which falls from point to point."""


def fault_probability(scores: Scores, profile: Profile) -> float:
    """0 to 1."""
    return doubt_of(fault_total(scores, profile), shipped_doubt().points)


def fault_total(scores: Scores, profile: Profile) -> float:
    """The sum that the probability is read off."""
    doubt = shipped_doubt()
    found = fault_steps(scores, profile)
    total = sum(doubt.steps[name] * value for name, value in found.items())
    for name in COMPARED:
        total += doubt.absent[name] * (1 - share_of(scores, profile, name))
    if likelier := scores.form.numbers.get(LIKELIHOOD):
        total += shipped_likelihood().doubt * likelier
    return total


def fault_steps(scores: Scores, profile: Profile) -> dict[str, float]:
    """The steps of a text by the names of Doubt.steps; 0 for what is absent."""
    found = {
        name: share_of(scores, profile, name) * step(name, getattr(scores, name).value or 0.0)
        for name in COMPARED
    }
    told = scores.informativeness.value
    found["informativeness"] = UNKNOWN if told is None else told
    numbers = scores.form.numbers
    left = numbers.get(LEFT, scores.form.value or 0.0)
    found["rules"] = math.log(max(FLOOR, left))
    answers = {name: math.log(heard(numbers.get(name, 1.0))) for name in ANSWERS}
    return found | answers


def doubt_of(total: float, points: Points) -> float:
    """Along the falling line through the points."""
    (least, high), (most, low) = points[0], points[-1]
    if total <= least:
        return 1 - (1 - high) * math.exp(BEYOND * (total - least))
    for (x, p), (other_x, other_p) in pairwise(points):
        if total <= other_x:
            return p + (other_p - p) * (total - x) / (other_x - x)
    return low * math.exp(BEYOND * (most - total))


@cache
def shipped_doubt() -> Doubt:
    """The numbers of doubt.json."""
    data = json.loads((files("auditor.scoring") / "doubt.json").read_text("utf-8"))
    points = tuple((float(x), float(p)) for x, p in data["points"])
    return Doubt(data["steps"], data["absent"], points)


def share_of(scores: Scores, profile: Profile, name: str) -> float:
    """How far a part counts for this purpose, 0 where it could not be computed."""
    part = getattr(scores, name)
    if part.value is None:
        return 0.0
    return profile.weights.get(name, 1.0) * _heard_of(scores, name)


def _heard_of(scores: Scores, name: str) -> float:
    """How far a part counts by what the caption says: the picture less, the more of it the text
    says once more; the page by half where there is none."""
    if name == "compatibility":
        return 1 - VOUCHED * scores.form.numbers.get(IN_CAPTION, 0.0)
    return 1.0 if "cosine with caption" in scores.relevance.numbers else UNCAPTIONED
