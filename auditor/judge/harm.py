"""How high an image use stands in the queue: how likely a person would find a fault there, times
what that fault costs a listener.

The likelihood comes from the rules, each as often right as it was measured, and from the parts of
the score (auditor/scoring/doubt.py). A listener loses what the worst fault costs, however many
others there are: two signs that a text tells nothing cost no more than no text. So what is expected
is the cost of the worst fault that is there. How much of that is left where the image does nothing,
and where it is small, are two factors. Every term is monotone in what it measures.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from auditor.findings import Finding, Outcome, Scores, Severity, Status
from auditor.net.urls import leads_to_picture
from auditor.profiles import Profile
from auditor.rules.measured import readings
from extractors.records import ImageRecord, Kind

BY_SCORE = ("text-does-not-fit-picture", "text-does-not-serve-page", "text-says-little")
"""Rules that ask because one part of the score is low: the score has counted that already."""
CAPTIONED = 0.85
"""How likely a picture kept from listeners is missed that has a caption: nobody captions an
ornament."""
EXPECTED = 4.0
"""Findings that what was expected of a rule (chances.json) counts as, beside what was measured."""
UNKNOWN = 0.08
"""How likely a text that nothing speaks against, and that nobody compared, holds a fault."""
UNSEEN = 0.25
"""The same where nothing could be seen or reached."""

# What a listener loses by a fault of a kind, 0 to 1.
COSTS: Mapping[Status, float] = {
    Status.MISSING: 1.0,  # learns nothing
    Status.WRONG: 1.0,  # learns something false
    Status.WEAK: 0.8,  # learns too little
    Status.REDUNDANT: 0.5,  # loses time, and learns nothing of the picture
    Status.DECORATIVE_SUSPECT: 0.6,  # may have lost a picture, where an author saw none
    Status.NOT_CHECKABLE: 0.4,
    Status.NOT_COMPARED: 0.8,
    Status.OK: 0.8,
    Status.DECORATIVE: 0.0,
}
NEARLY_COST = 0.4
"""Of a repetition of which no rule is sure: most of it may be new."""
ITSELF, ITSELF_COST = "alt-repeats-itself", 0.7
"""What a text costs that says the same twice: a certain fault, which a stroke mends."""
NOISE_COST = 0.95
"""Of a text that is a weak one by a serious finding: noise is heard in place of a text."""
_SERIOUS = (Severity.CRITICAL, Severity.SERIOUS)
_ALONE = 0.85
"""What is left of the cost where the image is in no link or button."""
_BESIDE_WORDS = 0.8
"""Where words stand beside it in its link or button: they say what that is for."""
_ACTS, _LEADS, _STAYS = 1.0, 0.8, 0.5
"""How much a control is lost without its name: what acts, what leads to another place, what leads
to a place in the same page or to the picture once more."""
_SMALLEST, _FULL_SIZE = 0.9, 640.0
"""What is left of the cost for the smallest picture, and the side in CSS pixels of a square as
large as one that costs all."""


Chances = Mapping[str, Mapping[str, float]]
"""By rule and the value of an outcome: how often a person calls such a finding a fault, 0 to 1."""
SHIPPED: Chances = {}
"""No team's: as `chance` has them."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that speaks for a fault."""

    what: str
    """The id of a rule, or in words."""
    likely: float
    """That a person would call it a fault, 0 to 1."""
    cost: float
    """What such a fault costs a listener, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Harm:
    """What the priority is made of."""

    reasons: tuple[Reason, ...]
    function: float
    size: float
    """Factors, above 0 to 1."""

    @property
    def likely(self) -> float:
        """That a person would find a fault, 0 to 1."""
        return 1 - math.prod(1 - reason.likely for reason in self.reasons)

    @property
    def priority(self) -> float:
        """0 to 100."""
        return round(100 * _expected(self.reasons) * self.function * self.size, 2)


def _expected(reasons: Sequence[Reason]) -> float:
    """The expected cost of the worst fault, each being there or not by itself."""
    cost, none_worse = 0.0, 1.0
    for reason in sorted(reasons, key=lambda each: each.cost, reverse=True):
        cost += none_worse * reason.likely * reason.cost
        none_worse *= 1 - reason.likely
    return cost


def harm(
    record: ImageRecord,
    scores: Scores | None,
    profile: Profile,
    status: Status,
    called: Sequence[tuple[Finding, Status]],
    team: Chances = SHIPPED,
) -> Harm:
    """The terms for an image use with its status; `called`: findings with the status that each
    calls for; `team`: what a team's decisions say of rules."""
    if not COSTS[status]:
        return Harm((), 1.0, 1.0)
    reasons = tuple(_reasons(record, scores, profile, status, called, team))
    return Harm(reasons, _function(record), _size(record))


def _cost(finding: Finding, status: Status) -> float:
    sure = finding.outcome is Outcome.FAILED
    if status is Status.WEAK and sure and finding.severity in _SERIOUS:
        return NOISE_COST
    if finding.rule == ITSELF:
        return ITSELF_COST
    return NEARLY_COST if status is Status.REDUNDANT and not sure else COSTS[status]


def chance(rule: str, outcome: Outcome, team: Chances = SHIPPED) -> float:
    """How often a person would call such a finding a fault, 0 to 1: what was expected counts as
    EXPECTED findings beside those that were labelled and those that were read on pages, of which
    an arguable one is half right. What a team's decisions say goes before."""
    if (decided := team.get(rule, {}).get(outcome.value)) is not None:
        return decided
    chances = _chances()
    expected = float(chances["rules"].get(rule, {}).get(outcome.value, chances[outcome.value]))
    right, number = EXPECTED * expected, EXPECTED
    if outcome is Outcome.FAILED and rule in (labelled := _labelled()):
        right, number = right + labelled[rule]["right"], number + labelled[rule]["labelled"]
    if read := readings().get(rule):
        right, number = right + read.right + read.arguable / 2, number + read.n
    return right / number


def _reasons(
    record: ImageRecord,
    scores: Scores | None,
    profile: Profile,
    status: Status,
    called: Sequence[tuple[Finding, Status]],
    team: Chances,
) -> Iterator[Reason]:
    for finding, kind in called:
        if finding.rule not in BY_SCORE or finding.outcome is Outcome.FAILED:
            likely = chance(finding.rule, finding.outcome, team)
            yield Reason(finding.rule, likely, _cost(finding, kind))
    if status is Status.MISSING:
        return
    if status is Status.DECORATIVE_SUSPECT:
        if record.context.caption:
            yield Reason("its caption", CAPTIONED, COSTS[Status.MISSING])
    elif scores is not None:
        from auditor.scoring.doubt import fault_probability  # numpy: not where nothing is scored

        yield Reason("the score", fault_probability(scores, profile), COSTS[Status.WEAK])
    elif status is Status.NOT_CHECKABLE:
        yield Reason("nobody saw it", UNSEEN, COSTS[status])
    else:
        yield Reason("not compared", UNKNOWN, COSTS[status])


def _function(record: ImageRecord) -> float:
    control = record.context.control
    alone = control is not None and not control.text
    if not alone and record.kind not in (Kind.INPUT, Kind.AREA):
        return _ALONE if control is None else _BESIDE_WORDS
    if control is None or control.role == "button":
        lost = _ACTS
    else:
        stays = "#" in (control.target or "") or leads_to_picture(control.target)
        lost = _STAYS if stays else _LEADS
    return _ALONE + (1 - _ALONE) * lost


def _size(record: ImageRecord) -> float:
    if record.box is None:
        return _SMALLEST
    share = min(1.0, math.sqrt(max(0.0, record.box.area)) / _FULL_SIZE)
    return _SMALLEST + (1 - _SMALLEST) * share


@cache
def _chances() -> Mapping[str, Any]:
    data: Mapping[str, Any] = json.loads(
        (files("auditor.judge") / "chances.json").read_text("utf-8")
    )
    return data


@cache
def _labelled() -> Mapping[str, Mapping[str, float]]:
    data = (files("auditor.rules") / "precision.json").read_text("utf-8")
    found: Mapping[str, Mapping[str, float]] = json.loads(data)
    return found
