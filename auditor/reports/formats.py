"""The formats of a report, and the endings of files that stand for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TextIO

from rich.console import Console

from auditor.reports.code_hosts import (
    write_accessibility,
    write_azure,
    write_bitbucket,
    write_code_quality,
)
from auditor.reports.csv_report import write_findings, write_inventory
from auditor.reports.earl_report import write_earl
from auditor.reports.json_report import write_json
from auditor.reports.jsonl_report import write_jsonl
from auditor.reports.junit_report import write_junit
from auditor.reports.markdown_report import write_markdown
from auditor.reports.sarif_report import write_sarif
from auditor.reports.tap_report import write_tap
from auditor.reports.terminal import write_terminal
from auditor.reports.work_list import write_work_list
from auditor.results import ScanReport

Writer = Callable[[ScanReport, TextIO], None]


def _terminal(report: ScanReport, out: TextIO) -> None:
    write_terminal(report, Console(file=out))


def _html(report: ScanReport, out: TextIO) -> None:
    from auditor.reports.html_report import write_html  # loads the templates

    write_html(report, out)


FORMATS: Mapping[str, Writer] = {
    "terminal": _terminal,
    "html": _html,
    "json": write_json,
    "jsonl": write_jsonl,
    "csv": write_inventory,
    "csv-findings": write_findings,
    "work-list": write_work_list,
    "markdown": write_markdown,
    "sarif": write_sarif,
    "junit": write_junit,
    "earl": write_earl,
    "code-quality": write_code_quality,
    "accessibility": write_accessibility,
    "bitbucket": write_bitbucket,
    "azure": write_azure,
    "tap": write_tap,
}
ENDINGS: Mapping[str, str] = {
    ".azure.txt": "azure",
    ".txt": "terminal",
    ".html": "html",
    ".codequality.json": "code-quality",
    ".accessibility.json": "accessibility",
    ".bitbucket.json": "bitbucket",
    ".json": "json",
    ".jsonl": "jsonl",
    ".findings.csv": "csv-findings",
    ".work-list.csv": "work-list",
    ".csv": "csv",
    ".md": "markdown",
    ".sarif": "sarif",
    ".xml": "junit",
    ".jsonld": "earl",
    ".tap": "tap",
}
"""Longer endings first where one is the end of another."""


def format_of(path: Path, endings: Mapping[str, str] = ENDINGS) -> str | None:
    """The format that a file's name stands for; None: it ends in none of `endings`."""
    name = path.name.lower()
    if f".{name}" in endings and name.endswith(".csv"):
        return endings[f".{name}"]
    return next((form for ending, form in endings.items() if name.endswith(ending)), None)
