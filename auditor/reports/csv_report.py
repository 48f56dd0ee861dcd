"""The report as CSV (RFC 4180) for spreadsheets: the inventory, or one row a finding.

Three things are done for the sake of spreadsheets: a byte order mark, without which they misread
UTF-8; a `'` before a text that they would run as a formula; a cut at what one cell can hold. The
JSON report holds every text whole.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from auditor.catalogue import ENGLISH, Tongue
from auditor.reports.states import with_states
from auditor.reports.words import spoken
from auditor.results import JudgedUse, ScanReport
from extractors.records import ImageRecord

CELL = 32_000
"""Characters of one cell; spreadsheets hold 32,767."""
INVENTORY = [
    "rank",
    "status",
    "quality",
    "compatibility",
    "relevance",
    "informativeness",
    "form",
    "priority",
    "state",
    "page",
    "selector",
    "frame",
    "kind",
    "exposure",
    "alt_state",
    "alt",
    "name",
    "name_source",
    "spoken",
    "src",
    "picture_sha256",
    "width",
    "height",
    "rules",
    "reason",
    "purpose",
    "picture_words",
    "decision",
    "note",
    "better",
]
FINDINGS = [
    "rank",
    "rule",
    "outcome",
    "severity",
    "state",
    "message",
    "status",
    "page",
    "selector",
    "kind",
    "alt_state",
    "alt",
    "name",
    "src",
    "picture_sha256",
]

_PARTS = ("compatibility", "relevance", "informativeness", "form")
_FORMULA = re.compile(r"[\t\r\n]|\s*[=+\-@＝＋－＠]")
_HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def write_inventory(report: ScanReport, out: TextIO) -> None:
    """One row an image use, worst first."""
    write_rows(out, INVENTORY, (inventory_row(use, report.tongue) for use in report.uses))


def write_findings(report: ScanReport, out: TextIO) -> None:
    """One row a finding, the findings of the worst image use first; those across the pages, which
    belong to no single use, at the end with an empty rank."""
    write_rows(out, FINDINGS, _finding_rows(report))


def alt_state(record: ImageRecord) -> str:
    """ "missing", "empty", "white space" or "written": a cell cannot tell them apart."""
    if record.alt is None:
        return "missing"
    if not record.alt:
        return "empty"
    return "written" if record.alt.strip() else "white space"


def cell(text: str) -> str:
    """`text` as a spreadsheet may have it: never a formula, a control or more than it can hold."""
    kept = _HARMFUL.sub("\ufffd", text[: CELL + 1].replace("\r\n", "\n").replace("\r", "\n"))
    if len(text) > CELL:
        kept = kept[: CELL - 1] + "…"
    return f"'{kept}" if _FORMULA.match(kept) else kept


def before_cell(text: str) -> str:
    """What `cell` made no formula of."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text[1:]) else text


def write_rows(out: TextIO, columns: list[str], rows: Iterable[dict[str, Any]]) -> None:
    """A table that spreadsheets read; every text goes through `cell`."""
    out.write("\ufeff")
    writer = csv.DictWriter(out, columns, quoting=csv.QUOTE_NONNUMERIC)
    writer.writeheader()
    for row in rows:
        writer.writerow({k: cell(v) if isinstance(v, str) else v for k, v in row.items()})


def inventory_row(use: JudgedUse, tongue: Tongue = ENGLISH) -> dict[str, Any]:
    """An image use by the columns of INVENTORY; "" for what it does not have."""
    scores, picture = use.scores, use.picture
    return _shared(use) | {
        "quality": scores.quality if scores else "",
        **{part: _value(use, part) for part in _PARTS},
        "priority": use.verdict.priority,
        "state": use.state or "",
        "frame": use.record.frame,
        "exposure": use.record.exposure.state.value,
        "name_source": use.record.name.source.value,
        "spoken": spoken(use.record, tongue),
        "width": picture.width if picture else "",
        "height": picture.height if picture else "",
        "rules": " ".join(finding.rule for finding in use.verdict.findings),
        "reason": use.verdict.reason,
        "purpose": use.profile.name if use.profile else "",
        "picture_words": " ".join(picture.words) if picture else "",
        **decision_cells(use),
    }


def decision_cells(use: JudgedUse) -> dict[str, str]:
    """What a person decided of a use; empty cells where nobody did."""
    made = use.decision
    columns = ("decision", "note", "better")
    return dict(
        zip(columns, (made.choice, made.note, made.better) if made else [""] * 3, strict=True)
    )


def _shared(use: JudgedUse) -> dict[str, Any]:
    record = use.record
    return {
        "rank": use.rank,
        "status": use.verdict.status.value,
        "page": use.page_url,
        "selector": record.selector,
        "kind": record.kind.value,
        "alt_state": alt_state(record),
        "alt": record.alt or "",
        "name": record.name.text,
        "src": record.src or "",
        "picture_sha256": use.picture.sha256 if use.picture else "",
    }


def _value(use: JudgedUse, part: str) -> Any:
    value = getattr(use.scores, part).value if use.scores else None
    return "" if value is None else value


def _finding_rows(report: ScanReport) -> Iterator[dict[str, Any]]:
    for use in report.uses:
        shared = _shared(use)
        for finding, state in with_states(use):
            yield shared | {
                "rule": finding.rule,
                "outcome": finding.outcome.value,
                "severity": finding.severity.value,
                "state": state or "",
                "message": finding.message,
            }
    for site in report.site_findings:
        yield {
            "rule": site.finding.rule,
            "outcome": site.finding.outcome.value,
            "severity": site.finding.severity.value,
            "message": site.finding.message,
        }
