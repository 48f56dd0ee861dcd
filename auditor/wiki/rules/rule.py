"""What a rule for editors is: as `auditor.rules.rule`, with what an article says of an image."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from auditor.findings import Finding, Scores, Severity, Status
from auditor.message import Message
from auditor.rules.rule import Check, Use
from auditor.wiki.wikitext.names import ENGLISH, SiteNames
from auditor.wiki.wikitext.uses import FileUse
from extractors.mediawiki.records import WikiImage


@dataclass(frozen=True, slots=True)
class Case:
    """Everything a rule may look at."""

    image: WikiImage
    use: FileUse | None = None
    """Its wikitext; None: it was not found there, or there is none."""
    names: SiteNames = ENGLISH
    scores: Scores | None = None

    @property
    def text(self) -> str:
        """The alt without white space at its ends; "" also where there is none."""
        return (self.image.alt or "").strip()

    @property
    def general(self) -> Use:
        """The same for the rules that hold on any page."""
        return Use(self.image.record, None, self.scores)


@dataclass(frozen=True, slots=True)
class WikiRule:
    """One rule for editors. `check` is pure; None: the rule has nothing to say."""

    id: str
    severity: Severity
    status: tuple[Status | None, Status | None]
    """What it makes of an image when it failed, and when it cannot tell; None: no other than it
    had."""
    summary: str
    """One sentence: what is wrong when it fails."""
    help: str
    """What to do about it in the wikitext."""
    messages: Mapping[str, str]
    """Templates by key, filled with the evidence."""
    check: Callable[[Case], Check | None]

    def finding(self, check: Check) -> Finding:
        """The finding of a check."""
        message = Message(self.messages[check.message], **check.evidence)
        return Finding(self.id, check.outcome, self.severity, message, check.evidence)
