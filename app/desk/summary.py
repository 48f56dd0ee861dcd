"""A scan as a whole: what was read and found, and what was not checked and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.desk.facts import Fact
from app.desk.rows import STATUS_WORDS
from auditor.findings import Status
from auditor.reports.skipped import skipped_groups
from auditor.reports.words import (
    STATUS_MEANING,
    counted,
    percent,
    printable,
    scan_name,
    shorten,
    summary_sentence,
)
from auditor.results import ScanReport
from auditor.store.reader import StoredScan

NAMED = 20
"""Things of one reason that are named."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a scan is, in words."""

    title: str
    sentence: str
    facts: tuple[Fact, ...]
    skipped: tuple[Fact, ...]
    """What was not checked, the largest group first."""


def summary_of(path: Path) -> Summary:
    """Raises StoreError."""
    with StoredScan(path) as store:
        report = store.report()
        found = tuple(_facts(report))
        return Summary(scan_name(report), summary_sentence(report), found, _skipped(report))


def _facts(report: ScanReport) -> Iterator[Fact]:
    total = sum(report.counts.values())
    for name, number in report.counts.items():
        if number:
            status = Status(name)
            words = (
                f"{counted(number, 'image')}, {percent(number, total)}: {STATUS_MEANING[status]}"
            )
            yield Fact(STATUS_WORDS[status], words, status=status, share=number / total)
    for rule, number in report.rule_counts.items():
        yield Fact(rule, counted(number, "finding"))
    for result in report.site_findings:
        yield Fact("Across the pages", printable(result.finding.message))
    yield Fact("Begun", _time(report.started))
    yield Fact("Ended", _time(report.finished) if report.finished else "it did not come to its end")
    yield Fact("Model", report.model.name)
    yield Fact("Text in pictures", f"read by {report.reader}" if report.reader else "not read")


def _time(point: str) -> str:
    return f"{point[:16].replace('T', ' ')} UTC"


def _skipped(report: ScanReport) -> tuple[Fact, ...]:
    found = []
    for group in skipped_groups(report.skipped):
        found.append(Fact(group.extent, shorten(group.reason, 500)))
        named = [shorten(item.subject, 300) for item in group.things[:NAMED]]
        found += [Fact("Not checked", name) for name in named]
        if (more := group.size - len(named)) > 0:
            found.append(Fact("Not checked", f"and {more:,} more for this reason"))
    return tuple(found)
