"""The report as Markdown (GitHub's and GitLab's), short enough for a comment on a pull request.

Texts of pages stand in `<code>` with everything that Markdown reads as markup written as entities:
there they make no link, mention nobody and end no table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import islice
from typing import TextIO

from auditor.catalogue import Tongue
from auditor.findings import Status
from auditor.message import marked
from auditor.reports.addresses import uri
from auditor.reports.first_steps import first_steps
from auditor.reports.groups import FaultGroup, Grouping, asking, grouped
from auditor.reports.skipped import SkippedGroup, skipped_groups
from auditor.reports.words import (
    interrupted_line,
    label,
    meaning,
    percent,
    ranks_of,
    shorten,
    skipped_line,
    states_sentence,
    summary_sentence,
    things,
    title_of,
    worst_title,
)
from auditor.results import ScanReport

LIMIT = 65_000
"""Characters of the whole; GitHub takes 65,536 in a comment."""
WORST = 20
_LISTED = 50
_NO_ROOM = marked("more would not fit here")
_NAMES = (
    marked("Status"),
    marked("Of 5"),
    marked("Text"),
    marked("Why"),
    marked("Where"),
    marked("Images"),
    marked("Share"),
    marked("Meaning"),
    marked("Rules"),
    marked("Across the pages"),
)
"""Of columns and parts."""
_MARKUP = re.compile(r"[!-'*+:;=?@\[-`{-~#&<>()\-]|(?<=www)\.")


class _Writer:
    """Writes what fits into LIMIT."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._left = LIMIT

    def write(self, text: str, reserve: int = 0) -> bool:
        """Write `text`, unless less than `reserve` would be left. Returns whether it was."""
        fits = len(text) + reserve <= self._left
        if fits:
            self._out.write(text)
            self._left -= len(text)
        return fits


def write_markdown(report: ScanReport, out: TextIO) -> None:
    """Write summary, the worst of the queue, counts, and the rest in parts that open."""
    writer = _Writer(out)
    writer.write(_head(report))
    grouping = grouped(asking(report), WORST)
    writer.write(_first(grouping, report.tongue))
    writer.write(_statuses(report))
    if worst := grouping.groups[:WORST]:
        tongue = report.tongue
        names = ("Status", "Of 5", "Text", "Why", "Where")
        table = f"### {worst_title(report)}\n\n| # | {_columns(tongue, names)} |\n"
        writer.write(table + "| ---: | --- | ---: | --- | --- | --- |\n")
        rows = (_row(group, tongue) for group in worst)
        _write_rows(writer, rows, f"| | | | | {tongue.translated(_NO_ROOM)} | |\n")
        writer.write("\n")
    _write_part(writer, "Rules", _rules(report), report.tongue)
    _write_part(writer, "Across the pages", _across(report), report.tongue)
    _write_part(writer, skipped_line(report), _skipped(report), report.tongue)


def _columns(tongue: Tongue, names: Iterable[str]) -> str:
    return " | ".join(tongue.translated(name) for name in names)


def _head(report: ScanReport) -> str:
    title = report.tongue.translated("Alternative texts")
    lines = [f"## {title}", ""]
    if report.skipped:
        lines += [f"**{skipped_line(report)}**", ""]
    if report.finished is None:
        lines += [f"**{interrupted_line(report)}**", ""]
    lines += [summary_sentence(report), ""]
    if sentence := states_sentence(report):
        lines += [sentence, ""]
    return "\n".join([*lines, ""])


def _first(grouping: Grouping, tongue: Tongue) -> str:
    """What to begin with, each with how often it is and what to do."""
    steps = "".join(
        f"1. **{_words(step.headline)}**\n   {_words(step.advice)}\n"
        for step in first_steps(grouping, tongue)
    )
    return f"### {tongue.translated('What to do first')}\n\n{steps}\n" if steps else ""


def _words(text: str) -> str:
    """Our own words, in which tags and attributes are named."""
    return _MARKUP.sub(lambda found: f"&#{ord(found.group())};", text)


def _row(group: FaultGroup, tongue: Tongue) -> str:
    use = group.worst
    assert use is not None  # the listed ones were asked for
    quality = tongue.number(use.scores.quality, ".1f") if use.scores else "–"
    where = f"{quoted(use.record.selector, 120)} {_link(use.page_url)}"
    if group.extent:
        where += f" ({tongue(group.extent)})"
    if group.template:
        place = quoted(group.template, 120)
        where = tongue.translated("{where}, all at {place}", where=where, place=place)
    cells = (
        str(group.number),
        label(use.verdict.status, tongue),
        quality,
        quoted(title_of(use.record, 300, tongue), 320),
        quoted(use.verdict.reason, 400),
        where,
    )
    return f"| {' | '.join(cells)} |\n"


def quoted(text: str, limit: int) -> str:
    """A text that came from a page, as code that holds no markup; "" stays ""."""
    line = shorten(text, limit)
    inner = _MARKUP.sub(lambda found: f"&#{ord(found.group())};", line)
    return f"<code>{inner}</code>" if line else ""


def _link(url: str) -> str:
    """A link to a page of the web, else its address as text."""
    address = uri(url)
    if len(address) > 500 or not address.startswith(("http://", "https://")):
        return quoted(url, 120)
    target = escape(address).replace("|", "%7C")
    return f'<a href="{target}">{quoted(url, 80)}</a>'


def _statuses(report: ScanReport) -> str:
    total, tongue = sum(report.counts.values()), report.tongue
    rows = [
        f"| {label(status, tongue)} | {tongue.number(number)} | {percent(number, total, tongue)} | "
        f"{meaning(status, tongue)} |\n"
        for status in Status
        if (number := report.counts.get(status.value, 0))
    ]
    names = _columns(tongue, ("Status", "Images", "Share", "Meaning"))
    title = tongue.translated("All images")
    head = f"### {title}\n\n| {names} |\n| --- | ---: | ---: | --- |\n"
    return f"{head}{''.join(rows)}\n" if rows else ""


def _rules(report: ScanReport) -> Iterator[str]:
    for rule, number in report.rule_counts.items():
        yield f"- {quoted(rule, 100)}: {report.tongue.number(number)}\n"


def _across(report: ScanReport) -> Iterator[str]:
    for site in report.site_findings:
        ranks = ranks_of(site.ranks, site.uses, report.tongue)
        yield f"- {quoted(site.finding.message, 500)} ({ranks})\n"


def _skipped(report: ScanReport) -> Iterator[str]:
    for group in skipped_groups(report.skipped):
        subject = quoted(group.things[0].subject, 200)
        if group.size > 1:
            subject = report.tongue.translated(
                "{things}, such as {first}", things=_things(group, report.tongue), first=subject
            )
        yield f"- {subject}: {quoted(group.reason, 200)}\n"


def _things(group: SkippedGroup, tongue: Tongue) -> str:
    if not group.host:
        return things(group.size, tongue)
    return tongue.counted(
        "{number} thing on {host}",
        "{number} things on {host}",
        group.size,
        host=quoted(group.host, 100),
    )


def _write_part(writer: _Writer, title: str, rows: Iterator[str], tongue: Tongue) -> None:
    first = next(rows, None)
    end = "\n</details>\n\n"
    opening = f"<details>\n<summary>{tongue.translated(title) if title else title}</summary>\n\n"
    if first is None or not writer.write(opening, reserve=len(end) + 200):
        return
    _write_rows(writer, [first, *islice(rows, _LISTED - 1)], f"- {tongue.translated(_NO_ROOM)}\n")
    if next(rows, None) is not None:
        more = tongue.translated("and more, which the JSON report lists")
        writer.write(f"- {more}\n")
    writer.write(end)


def _write_rows(writer: _Writer, rows: Iterable[str], more: str) -> None:
    for row in rows:
        if not writer.write(row, reserve=200):
            writer.write(more)
            return
