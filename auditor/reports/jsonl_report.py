"""The report as JSON Lines: one object a line, for programs that read as it comes.

Each line holds one key that says what it is: `scan` first, then every `page`, every `use` in rank
order, every `group` of uses with the same fault, every `site_finding` and everything `skipped`. The
values are those of the JSON report (docs/report.schema.json, `$defs/line`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, TextIO

from auditor.reports.groups import Grouping
from auditor.reports.json_report import (
    group_object,
    page_object,
    scan_object,
    site_object,
    use_object,
)
from auditor.results import ScanReport


def write_jsonl(report: ScanReport, out: TextIO) -> None:
    """Write the lines, each as soon as it is known."""
    for line in _lines(report):
        out.write(json.dumps(line, allow_nan=False) + "\n")


def _lines(report: ScanReport) -> Iterator[dict[str, Any]]:
    yield {"scan": scan_object(report)}
    for page in report.pages:
        yield {"page": page_object(page)}
    grouping = Grouping()
    for use in grouping.watched(report.uses):
        yield {"use": use_object(use, report.tongue)}
    for group in grouping.groups:
        yield {"group": group_object(group)}
    for site in report.site_findings:
        yield {"site_finding": site_object(site)}
    for item in report.skipped:
        yield {"skipped": asdict(item)}
