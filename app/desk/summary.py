"""A scan as a whole: what was read and found, and what was not checked and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.desk.facts import Fact
from app.desk.rows import STATUS_WORDS
from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import Status
from auditor.message import Message
from auditor.reports.in_language import in_language
from auditor.reports.skipped import skipped_groups
from auditor.reports.words import (
    images,
    meaning,
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


def summary_of(path: Path, tongue: Tongue = ENGLISH) -> Summary:
    """`tongue`: the language of what was found. Raises StoreError."""
    with StoredScan(path) as store:
        report = in_language(store.report(), tongue)
        found = tuple(_facts(report))
        return Summary(scan_name(report), summary_sentence(report), found, _skipped(report))


def _facts(report: ScanReport) -> Iterator[Fact]:
    total, tongue = sum(report.counts.values()), report.tongue
    for name, number in report.counts.items():
        if number:
            status = Status(name)
            words = tongue.translated(
                "{images}, {share}: {meaning}",
                images=images(number, tongue),
                share=percent(number, total, tongue),
                meaning=meaning(status, tongue),
            )
            name = tongue.translated(STATUS_WORDS[status])
            yield Fact(name, words, status=status, share=number / total, status_word=name)
    for rule, number in report.rule_counts.items():
        yield Fact(rule, tongue.counted("{number} finding", "{number} findings", number))
    for result in report.site_findings:
        yield Fact(tongue.translated("Across the pages"), printable(result.finding.message))
    yield Fact(Message("Begun"), _time(report.started))
    open_ = Message("it did not come to its end")
    yield Fact(Message("Ended"), _time(report.finished) if report.finished else open_)
    yield Fact(Message("Model"), report.model.name)
    read = Message("read by {reader}", reader=report.reader) if report.reader else None
    yield Fact(Message("Text in pictures"), read or Message("not read"))


def _time(point: str) -> str:
    return f"{point[:16].replace('T', ' ')} UTC"


def _skipped(report: ScanReport) -> tuple[Fact, ...]:
    found = []
    for group in skipped_groups(report.skipped):
        found.append(Fact(report.tongue(group.extent), shorten(group.reason, 500)))
        named = [shorten(item.subject, 300) for item in group.things[:NAMED]]
        found += [Fact(Message("Not checked"), name) for name in named]
        if (more := group.size - len(named)) > 0:
            words = Message("and {number} more for this reason", number=more)
            found.append(Fact(Message("Not checked"), words))
    return tuple(found)
