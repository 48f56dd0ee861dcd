"""The work list as CSV: what is left to do, a row an image use, with what a person decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TextIO

from auditor.catalogue import Tongue
from auditor.decision import Choice, lets_stand
from auditor.findings import ASKS_FOR_WORK
from auditor.reports.csv_report import decision_cells, write_rows
from auditor.reports.states import SETTLED
from auditor.reports.words import spoken, title_of
from auditor.results import JudgedUse, ScanReport

COLUMNS = [
    "rank",
    "decision",
    "page",
    "image",
    "picture",
    "text_now",
    "heard_now",
    "to_do",
    "better",
    "note",
    "selector",
]


def write_work_list(report: ScanReport, out: TextIO) -> None:
    """What was decided to be wrong, decorative or a person's to tell, and what asks for work and
    is not decided, worst first."""
    write_rows(out, COLUMNS, _rows(report))


def _rows(report: ScanReport) -> Iterator[dict[str, Any]]:
    tongue = report.tongue
    for use in report.uses:
        if _is_work(use):
            yield {
                "rank": use.rank,
                "page": use.page_url,
                "image": title_of(use.record, tongue=tongue),
                "picture": use.record.src or "",
                "text_now": use.record.name.text,
                "heard_now": spoken(use.record, tongue),
                "to_do": _to_do(use, tongue),
                "selector": use.record.selector,
                **decision_cells(use),
            }


def _is_work(use: JudgedUse) -> bool:
    if use.decision is not None:
        return not lets_stand(use.decision, use.record)
    return use.verdict.status in ASKS_FOR_WORK and use.state not in SETTLED


def _to_do(use: JudgedUse, tongue: Tongue) -> str:
    made = use.decision
    if made and made.choice is Choice.DECORATIVE:
        return tongue.translated('Mark it as decorative, with alt="".')
    if made and made.better:
        return tongue.translated("Write this text: {text}", text=made.better)
    findings = " ".join(finding.message for finding in use.verdict.findings)
    return findings or use.verdict.reason
