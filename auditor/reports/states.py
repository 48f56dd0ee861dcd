"""Findings together with what a baseline and the ignores say of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, zip_longest

from auditor.findings import ASKS_FOR_WORK, Finding, Status
from auditor.results import FindingState, JudgedUse, ScanReport

SETTLED = frozenset({FindingState.KNOWN, FindingState.IGNORED})
"""States of findings that ask for nothing now."""


def with_states(use: JudgedUse) -> Iterator[tuple[Finding, FindingState | None]]:
    """Each finding of a use with its state; None where there is neither baseline nor ignores."""
    return zip_longest(use.verdict.findings, use.states)


def to_do(report: ScanReport, limit: int) -> tuple[list[JudgedUse], int]:
    """The first `limit` uses that ask for work, and how many there are in all. Where findings have
    states, those with something new; else no more of `report.uses` is read than is given."""
    if not report.states:
        first = [use for use in islice(report.uses, limit) if use.verdict.status in ASKS_FOR_WORK]
        return first, sum(n for name, n in report.counts.items() if Status(name) in ASKS_FOR_WORK)
    new: list[JudgedUse] = []
    number = 0
    for use in report.uses:
        if use.state is FindingState.NEW:
            number += 1
            if number <= limit:
                new.append(use)
    return new, number
