"""Findings together with what a baseline and the ignores say of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from auditor.findings import Finding
from auditor.results import FindingState, JudgedUse

SETTLED = frozenset({FindingState.KNOWN, FindingState.IGNORED})
"""States of findings that ask for nothing now."""


def with_states(use: JudgedUse) -> Iterator[tuple[Finding, FindingState | None]]:
    """Each finding of a use with its state; None where there is neither baseline nor ignores."""
    return zip_longest(use.verdict.findings, use.states)
