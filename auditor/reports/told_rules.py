"""What reports tell of rules: their texts, how often they are right, and where to read on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import Severity
from auditor.rules import RULES
from auditor.rules.across_pages import SITE_RULES, SiteRule
from auditor.rules.measured import readings
from auditor.rules.rule import Rule

ADDRESS = "https://alt-text-auditor.invalid/"
"""Names the program, which has no page of its own yet: under a reserved domain (RFC 6761, section
6.4), so that nobody else can take it."""
WCAG = "https://www.w3.org/WAI/WCAG22/Understanding/"
WCAG_22 = "https://www.w3.org/TR/WCAG22/#"
BEYOND_WCAG = "https://www.w3.org/WAI/tutorials/images/"
"""What is advised of images where no criterion asks for it."""
ACT = "https://www.w3.org/WAI/standards-guidelines/act/rules/"
FEWEST = 10
"""Findings that were judged by people, from which on a share of right ones is told."""
_PRECISION = ((0.95, "very-high"), (0.85, "high"), (0.7, "medium"), (0.0, "low"))

_ACT_RULES: Mapping[str, tuple[str, ...]] = {
    "image-without-name": ("23a2a8", "59796f", "7d6734", "8fc3b6"),
    "linked-image-without-name": ("c487ae", "97a4e1"),
    "heading-image-without-name": ("ffd0e9",),
    "decorative-but-exposed": ("46ca7f",),
    "empty-alt-on-large-picture": ("e88epe",),
    "text-does-not-fit-picture": ("qt1vmo",),
    "page-language-wrong": ("ucwvc8",),
    "language-tag-invalid": ("de46e4",),
}
"""Rules of the ACT Rules Community that ask the same of some of the images that ours apply to."""


@dataclass(frozen=True, slots=True)
class ToldRule:
    """One rule, on single images or across the pages."""

    id: str
    severity: Severity
    criteria: tuple[str, ...]
    """WCAG 2.2, "1.1.1 Non-text Content"."""
    summary: str
    help: str
    precision: str = ""
    """ "very-high", "high", "medium" or "low"; "": too few of its findings were judged."""
    beyond: str = "Advice beyond WCAG"
    """What a link is called where no criterion asks for it."""

    @property
    def name(self) -> str:
        """The id as one word: "AltFileName"."""
        return "".join(word.capitalize() for word in self.id.split("-"))

    @property
    def wcag(self) -> tuple[str, ...]:
        """Addresses of its criteria."""
        return tuple(map(understanding, self.criteria))

    @property
    def criterion_ids(self) -> tuple[str, ...]:
        """Its criteria by the identifiers that evaluation tools share: anchors in WCAG 2.2."""
        return tuple(address.replace(WCAG, WCAG_22) for address in self.wcag)

    @property
    def act(self) -> tuple[str, ...]:
        """Addresses of the ACT rules that ask the same."""
        return tuple(f"{ACT}{rule}/" for rule in _ACT_RULES.get(self.id, ()))

    @property
    def address(self) -> str:
        """Where to read on."""
        return next(iter(self.wcag), BEYOND_WCAG)

    @property
    def markdown(self) -> str:
        """What to do, and where to read on."""
        read_on = ", ".join(
            f"[WCAG 2.2, {criterion}]({address})"
            for criterion, address in zip(self.criteria, self.wcag, strict=True)
        )
        advice = f"[{self.beyond}]({BEYOND_WCAG})"
        return f"**{self.summary}**\n\n{self.help}\n\n{read_on or advice}"


def understanding(criterion: str) -> str:
    """Address of the W3C's page on a success criterion: "1.1.1 Non-text Content"."""
    handle = criterion.partition(" ")[2].lower()
    kept = "".join(letter if letter.isalnum() else " " for letter in handle.replace("-", " "))
    return WCAG + "-".join(kept.split())


@cache
def told_rules(tongue: Tongue = ENGLISH) -> Mapping[str, ToldRule]:
    """All rules by id: those on single images, then those across the pages."""

    def told(rule: Rule | SiteRule) -> tuple[str, str]:
        return tongue.translated(rule.summary), tongue.translated(rule.help)

    advice = tongue.translated("Advice beyond WCAG")
    on_uses = [
        ToldRule(r.id, r.severity, r.criteria, *told(r), _precision(r.id), advice) for r in RULES
    ]
    across = [ToldRule(r.id, Severity.ADVICE, (), *told(r), "", advice) for r in SITE_RULES]
    return {rule.id: rule for rule in (*on_uses, *across)}


def _precision(rule: str) -> str:
    """By all findings of the rule that were labelled or read on pages."""
    labelled = _labelled().get(rule, {})
    right, number = labelled.get("right", 0), labelled.get("labelled", 0)
    if read := readings().get(rule):
        right, number = right + read.right, number + read.n
    if number < FEWEST:
        return ""
    return next(word for share, word in _PRECISION if right / number >= share)


@cache
def _labelled() -> Mapping[str, Mapping[str, Any]]:
    text = (files("auditor.rules") / "precision.json").read_text("utf-8")
    found: Mapping[str, Mapping[str, Any]] = json.loads(text)
    return found
