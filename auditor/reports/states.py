"""Findings together with what a baseline and the ignores say of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, zip_longest

from auditor.findings import ASKS_FOR_WORK, Finding, Status
from auditor.reports.entries import ListedEntry, first_entries
from auditor.results import FindingState, JudgedUse, ScanReport

SETTLED = frozenset({FindingState.KNOWN, FindingState.IGNORED})
"""States of findings that ask for nothing now."""


def with_states(use: JudgedUse) -> Iterator[tuple[Finding, FindingState | None]]:
    """Each finding of a use with its state; None where there is neither baseline nor ignores."""
    return zip_longest(use.verdict.findings, use.states)


def to_do(report: ScanReport, limit: int) -> tuple[list[ListedEntry], int]:
    """The first `limit` entries of uses that ask for work, and how many such uses are in none of
    them. Where findings have states, only uses with something new; else no more of `report.uses` is
    read than asks for work."""
    if report.states:
        return first_entries((u for u in report.uses if u.state is FindingState.NEW), limit)
    asking = (use for use in report.uses if use.verdict.status in ASKS_FOR_WORK)
    number = sum(n for name, n in report.counts.items() if Status(name) in ASKS_FOR_WORK)
    return first_entries(islice(asking, number), limit)
