"""Habits of wording that experts call wrong and no likeness shows, each by its rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from auditor.findings import Outcome
from auditor.rules.function import LINKED_IMAGE_SAYS_NO_DESTINATION, says_looks
from auditor.rules.rule import Rule, Use
from auditor.rules.wording import ALT_IMAGE_OF_PREFIX
from extractors.records import ImageRecord

OPENING, LOOKS, LOOKS_TOO = "opening", "looks", "looks too"
RULES: Mapping[str, Rule] = {
    OPENING: ALT_IMAGE_OF_PREFIX,
    LOOKS: LINKED_IMAGE_SAYS_NO_DESTINATION,
}
"""By name: it opens by saying that it is an image; it says how a control's picture looks. LOOKS_TOO
is that of a text that says this beside the purpose ("Acme logo")."""


def hints(record: ImageRecord, text: str) -> list[str]:
    """Names of the habits that the record's text has, `text` being what it says once."""
    use = Use(replace(record, name=replace(record.name, text=text)))
    found = [
        name
        for name, rule in RULES.items()
        if rule.applies(use) and rule.check(use).outcome is not Outcome.PASSED
    ]
    if LOOKS not in found and says_looks(use):
        found.append(LOOKS_TOO)
    return found
