"""Writes a scan as reports, in the forms of `auditor report`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from auditor.errors import AuditorError
from auditor.gate.baseline import hold
from auditor.message import Message, marked
from auditor.reports.formats import ENDINGS, FORMATS
from auditor.reports.html_report import write_html_files
from auditor.store.reader import StoredScan, StoreError
from auditor.wiki.rules import RULES as EDITORS_RULES

FORM_WORDS: Mapping[str, str] = {
    "work-list": marked("Work list for a spreadsheet (CSV)"),
    "html": marked("Report as a web page (HTML)"),
    "csv": marked("Every image for a spreadsheet (CSV)"),
    "csv-findings": marked("Every finding for a spreadsheet (CSV)"),
    "markdown": marked("Summary in Markdown"),
    "terminal": marked("Summary as plain text"),
    "json": marked("JSON, for programs"),
    "jsonl": marked("JSON Lines, for programs"),
    "sarif": marked("SARIF, for code scanning"),
    "junit": marked("JUnit XML, for continuous integration"),
    "earl": marked("EARL as JSON-LD, for evaluation tools"),
    "code-quality": marked("Code quality of GitLab (JSON)"),
    "accessibility": marked("Accessibility of GitLab (JSON)"),
    "bitbucket": marked("Annotations of Bitbucket (JSON)"),
    "azure": marked("Messages for Azure Pipelines"),
    "tap": marked("TAP, for test runners"),
}
"""The formats, those for people first."""


class ReportExportError(AuditorError):
    """A report cannot be written; the message is fit to show."""


def ending(form: str) -> str:
    """The usual ending of a file in this form."""
    return next(end for end, name in ENDINGS.items() if name == form)


def export(scan: Path, form: str, target: Path) -> None:
    """Write the scan in a form of FORM_WORDS, with what was decided. Raises ReportExportError."""
    try:
        with StoredScan(scan) as store:
            report = store.report()
            if store.decided():
                standing = hold(report, (), (), datetime.now(UTC).date())
                report = standing.applied(store.report())
            if form == "html":
                write_html_files(report, target, EDITORS_RULES)
                return
            with target.open("w", encoding="utf-8", newline="") as out:
                FORMATS[form](report, out)
    except StoreError as error:
        raise ReportExportError(str(error)) from error
    except OSError as error:
        raise ReportExportError(
            Message(
                "{file} cannot be written: {problem}",
                file=str(target),
                problem=error.strerror or "",
            )
        ) from error
