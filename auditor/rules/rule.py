"""What a rule is: frozen data plus two pure functions (ACT Rules Format 1.1: applicability and
expectation are kept apart)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar

from auditor.findings import Finding, Outcome, Scores, Severity
from auditor.message import Message
from auditor.results import PictureInfo
from auditor.texts.compare import is_blank
from auditor.texts.languages import primary, text_language
from extractors.records import ImageRecord, NameSource

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Use:
    """Everything a rule may look at: one image use, its scores, its neighbours."""

    record: ImageRecord
    picture: PictureInfo | None = None
    scores: Scores | None = None
    """None: nothing was scored (no model, no picture, no text)."""
    neighbours: tuple[tuple[ImageRecord, str | None], ...] = ()
    """The exposed images just before and after it on the page, each with the content hash of its
    picture (None: not known)."""

    language: str = field(init=False)
    """What language its text is in, "" when nobody can tell."""
    text: str = field(init=False)
    """The text that a blind reader gets; "" also for a name of invisible characters."""
    known: dict[Callable[[Use], Any], Any] = field(
        init=False, default_factory=dict, compare=False, repr=False
    )
    """What functions of it gave (`once`)."""

    def __post_init__(self) -> None:
        name = self.record.informative_name
        page = self.record.page_language or primary(self.record.lang)
        language = self.record.language or text_language(name, page)
        object.__setattr__(self, "language", language)
        # HTML-AAM 1.0, section 4.1.10, lends a lone image its figcaption. No browser does it yet,
        # and the caption is heard in its own place.
        lent = self.record.name.source is NameSource.FIGCAPTION
        object.__setattr__(self, "text", "" if lent or is_blank(name) else name)


def once(answer: Callable[[Use], R]) -> Callable[[Use], R]:
    """The same pure function of an image use, computed once: a dozen rules build on it."""

    @wraps(answer)
    def asked(use: Use) -> R:
        if answer not in use.known:
            use.known[answer] = answer(use)
        found: R = use.known[answer]
        return found

    return asked


@dataclass(frozen=True, slots=True)
class Check:
    """What the expectation of a rule found: an outcome, and the values for its message."""

    outcome: Outcome
    message: str = ""
    """Key of `Rule.messages`; "" when passed."""
    evidence: Mapping[str, str] = field(default_factory=dict)


PASSED = Check(Outcome.PASSED)
_ADVICE: Mapping[str, str] = {
    "{or_silent}": ", or {mark} if it tells nothing here",
    "{silent}": " Use {mark} here.",
}
"""What a message says in these places where silence may be advised; else nothing."""


def advised(template: str, mark: str) -> str:
    """The template of a message with or without the advice to keep the image from listeners;
    `mark` is what does that, "" where it may not be advised. Each is a whole sentence."""
    for place, advice in _ADVICE.items():
        template = template.replace(place, advice if mark else "")
    return template


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `check` is called only where `applies` holds; both are pure."""

    id: str
    """In words, kebab-case: "alt-file-name"."""
    severity: Severity
    criteria: tuple[str, ...]
    """WCAG 2.2 success criteria, "1.1.1 Non-text Content"; empty for advice beyond WCAG."""
    summary: str
    """One sentence: what is wrong when it fails."""
    help: str
    """What to do about it, for the person who can change the page."""
    messages: Mapping[str, str]
    """Templates by key, filled with the evidence. `{or_silent}` and `{silent}` are the places of
    `advised`."""
    applies: Callable[[Use], bool]
    check: Callable[[Use], Check]
    needs_scores: bool = False
    """True: it leans on a model's score, which is evidence and never a verdict alone."""

    def finding(self, check: Check, mark: str = "") -> Finding:
        """The finding for a check that did not pass. `mark`: what keeps the image from listeners,
        "" where that may not be advised."""
        template = advised(self.messages[check.message], mark)
        message = Message(template, mark=mark, **check.evidence)
        return Finding(self.id, check.outcome, self.severity, message, check.evidence)
