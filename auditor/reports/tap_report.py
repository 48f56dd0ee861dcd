"""The report in the Test Anything Protocol, version 14: a test an image use, as JUnit has it."""

from __future__ import annotations

import json
import re
from typing import TextIO

from auditor.catalogue import Tongue
from auditor.reports.junit_report import failing, unchecked
from auditor.reports.words import shorten, title_of
from auditor.results import JudgedUse, ScanReport

_SPECIAL = re.compile(r"[\\#]")


def write_tap(report: ScanReport, out: TextIO) -> None:
    """Write a line a use, what failed with its findings, and the plan, which is known last."""
    out.write("TAP version 14\n")
    tests = 0
    for tests, use in enumerate(report.uses, 1):
        _write_use(tests, use, report.tongue, out)
    for item in report.skipped:
        tests += 1
        out.write(f"ok {tests} - {_text(item.subject)} # SKIP {_text(item.reason)}\n")
    out.write(f"1..{tests}\n")


def _write_use(number: int, use: JudgedUse, tongue: Tongue, out: TextIO) -> None:
    found = failing(use)
    what = f"{number} - {_text(f'{title_of(use.record, 120, tongue)} {use.record.selector}')}"
    if not found:
        skip = f" # SKIP {_text(use.verdict.reason)}" if unchecked(use) else ""
        out.write(f"ok {what}{skip}\n")
        return
    out.write(f"not ok {what}\n  ---\n")
    out.write(f"  page: {json.dumps(shorten(use.page_url, 2000))}\n  findings:\n")
    for finding in found:
        # A JSON string is one of YAML.
        told = json.dumps(f"{finding.rule} ({finding.severity}): {shorten(finding.message, 800)}")
        out.write(f"    - {told}\n")
    out.write("  ...\n")


def _text(text: str) -> str:
    """On one line, with what begins a directive escaped."""
    return _SPECIAL.sub(lambda found: f"\\{found.group()}", shorten(text, 400))
