"""What an audit says of an image use: scores, findings, one verdict; and what it could not do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from auditor.message import Message


class Outcome(StrEnum):
    """Outcomes in the words of EARL 1.0 (section 2.7)."""

    PASSED = "passed"
    FAILED = "failed"
    CANT_TELL = "cantTell"
    INAPPLICABLE = "inapplicable"


class Severity(StrEnum):
    """How much a finding hurts a blind reader, worst first."""

    CRITICAL = "critical"
    SERIOUS = "serious"
    MODERATE = "moderate"
    ADVICE = "advice"


class Status(StrEnum):
    """The one primary status of an image use, worst first."""

    MISSING = "missing"
    WRONG = "wrong"
    WEAK = "weak"
    REDUNDANT = "redundant"
    DECORATIVE_SUSPECT = "decorative-suspect"
    NOT_CHECKABLE = "not-checkable"
    NOT_COMPARED = "not-compared"
    """No rule found a fault, and nothing was held against the picture: good is said of no more."""
    OK = "ok"
    DECORATIVE = "decorative"


ASKS_FOR_WORK = frozenset(Status) - {Status.NOT_COMPARED, Status.OK, Status.DECORATIVE}
"""Statuses that ask a person for work: the one meaning for scan, reports, gate, window, server and
panel. What could not be checked is among them, for nobody has said that it serves. What was not
compared is not: with `--no-score` it is every text without a fault, and the work is the machine's.
"""


DIGITS = 8
"""Decimals kept of a part's value: so many that the worse of two bad texts stays the lower."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the quality score."""

    value: float | None
    """0 (worst) to 1 (best); None when it could not be computed."""
    reason: Message
    """What the value rests on, in words."""
    numbers: Mapping[str, float] = field(default_factory=dict)
    """The numbers behind it, by name: "cosine", "title cosine", "words"."""
    evidence: Mapping[str, str] = field(default_factory=dict)
    """Words of the text that it turns on, by what they are: "weakest sentence", "nowhere"."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The four parts and the quality made of them (docs/scoring.md)."""

    compatibility: Part
    relevance: Part
    informativeness: Part
    form: Part
    quality: float
    """1 (gives a wrong idea) to 5 (objects, scene, action, place and meaning)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule says of one image use."""

    rule: str
    outcome: Outcome
    severity: Severity
    message: Message
    """What was seen, with the value, and what to do."""
    evidence: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One primary status; every finding is linked evidence, never a second count."""

    status: Status
    reason: Message
    """Why this status, one sentence."""
    findings: tuple[Finding, ...]
    priority: float
    """0 (nothing to do) to 100 (worst); the queue is ordered by it, highest first."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that was not checked, and why. A report with any says so on its first line."""

    subject: str
    """What was not checked: a URL, a frame, "img#logo on https://…"."""
    reason: str
    page: str = ""
    """URL of the page it belongs to; "" when it belongs to the scan."""
