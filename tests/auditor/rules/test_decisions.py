from __future__ import annotations

import re
from pathlib import Path

from auditor.rules import RULES
from auditor.rules.across_pages import SITE_RULES

DECISIONS = Path(__file__).parents[3] / "docs" / "decisions" / "rules.md"
CHECKS = 82
"""Checks of the survey."""


def rows(heading: str) -> list[list[str]]:
    section = DECISIONS.read_text("utf-8").split(f"## {heading}\n")[1].split("\n#")[0]
    table = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:1] == "|"]
    return table[2:]


def numbers(cell: str) -> set[int]:
    """Of "1–5, 7 no name": 1, 2, 3, 4, 5, 7."""
    found: set[int] = set()
    listed = re.match(r"[\d–, ]+", cell)
    assert listed, cell
    for part in listed[0].replace(" ", "").strip(",").split(","):
        first, _, last = part.partition("–")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def test_every_check_of_the_survey_is_a_rule_or_left_out_with_a_reason() -> None:
    built = [numbers(row[0]) for row in rows("Checks that are rules")]
    left = [numbers(row[0]) for row in rows("Checks that are left out")]
    every = [number for group in built + left for number in group]
    assert sorted(every) == list(range(1, CHECKS + 1))
    assert all(len(row) == 2 and row[1] for row in rows("Checks that are left out"))


def test_the_rules_that_are_named_exist() -> None:
    known = {rule.id for rule in RULES} | {rule.id for rule in SITE_RULES}
    assert {row[1] for row in rows("Checks that are rules")} <= known
