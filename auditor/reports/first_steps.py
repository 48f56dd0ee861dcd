"""What to begin with: the faults whose mending helps most, each with how often it is and what to
do. Short enough for a first screen of 80 columns and 40 lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from auditor.catalogue import ENGLISH, Tongue
from auditor.message import marked
from auditor.reports.groups import FaultGroup, Grouping
from auditor.reports.told_rules import told_rules
from auditor.reports.words import capitalised, label, meaning, shorten

STEPS = 3
_WHAT, _ADVICE = 156, 236
"""Characters: two and three lines of 80."""
_ADVICE_BY_STATUS = marked("See each of them, and decide: the list below begins with the worst.")


@dataclass(frozen=True, slots=True)
class FirstStep:
    """One fault to begin with."""

    fault: str
    """ "Redundant, 47 images on 12 pages"."""
    wrong: str
    """What is wrong, a sentence."""
    advice: str
    """What to do."""
    group: FaultGroup
    tongue: Tongue = ENGLISH

    @property
    def headline(self) -> str:
        """Fault and sentence, with the number that the group has in a list below."""
        told = self.tongue.translated(
            "{fault}, number {number} below: {wrong}",
            fault=self.fault,
            number=self.group.number,
            wrong=self.wrong,
        )
        return shorten(told, _WHAT)


def first_steps(grouping: Grouping, tongue: Tongue = ENGLISH) -> list[FirstStep]:
    """At most STEPS faults, the one whose mending takes away most harm first."""
    return [_step(group, tongue) for group in grouping.first(STEPS)]


def _step(group: FaultGroup, tongue: Tongue) -> FirstStep:
    rule = told_rules(tongue).get(group.rule)
    wrong = rule.summary if rule else f"{capitalised(meaning(group.status, tongue))}."
    status = capitalised(label(group.status, tongue))
    fault = f"{status}, {tongue(group.images)}"
    if group.one_picture:
        fault = tongue.translated("{fault} (one picture)", fault=fault)
    advice = rule.help if rule else tongue.translated(_ADVICE_BY_STATUS)
    return FirstStep(fault, wrong, _whole_sentences(advice, _ADVICE), group, tongue)


def _whole_sentences(text: str, limit: int) -> str:
    """The first sentences that fit: half an advice may be wrong."""
    first, *more = re.split(r"(?<=[.:]) (?=[A-ZÀ-Þ])", text)
    said = shorten(first, limit)
    for sentence in more:
        if len(said) + len(sentence) >= limit:
            break
        said += f" {sentence}"
    return said
