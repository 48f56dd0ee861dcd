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

from auditor.findings import Status
from auditor.reports.addresses import uri
from auditor.reports.first_steps import first_steps
from auditor.reports.groups import FaultGroup, Grouping, asking, grouped
from auditor.reports.skipped import skipped_groups
from auditor.reports.words import (
    STATUS_LABEL,
    STATUS_MEANING,
    counted,
    percent,
    ranks_of,
    shorten,
    skipped_line,
    states_sentence,
    summary_sentence,
    title_of,
)
from auditor.results import ScanReport

LIMIT = 65_000
"""Characters of the whole; GitHub takes 65,536 in a comment."""
WORST = 20
_LISTED = 50
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
    writer.write(_first(grouping))
    writer.write(_statuses(report))
    if worst := grouping.groups[:WORST]:
        title = "New, worst first" if report.states else "Worst first"
        table = f"### {title}\n\n| # | Status | Of 5 | Text | Why | Where |\n"
        writer.write(table + "| ---: | --- | ---: | --- | --- | --- |\n")
        _write_rows(writer, map(_row, worst), "| | | | | more would not fit here | |\n")
        writer.write("\n")
    _write_part(writer, "Rules", _rules(report))
    _write_part(writer, "Across the pages", _across(report))
    _write_part(writer, skipped_line(report), _skipped(report))


def _head(report: ScanReport) -> str:
    lines = ["## Alternative texts", ""]
    if report.skipped:
        lines += [f"**{skipped_line(report)}**", ""]
    if report.finished is None:
        lines += ["**The scan was interrupted; this is what it had done.**", ""]
    lines += [summary_sentence(report), ""]
    if sentence := states_sentence(report):
        lines += [sentence, ""]
    return "\n".join([*lines, ""])


def _first(grouping: Grouping) -> str:
    """What to begin with, each with how often it is and what to do."""
    steps = "".join(
        f"1. **{_words(step.headline)}**\n   {_words(step.advice)}\n"
        for step in first_steps(grouping)
    )
    return f"### What to do first\n\n{steps}\n" if steps else ""


def _words(text: str) -> str:
    """Our own words, in which tags and attributes are named."""
    return _MARKUP.sub(lambda found: f"&#{ord(found.group())};", text)


def _row(group: FaultGroup) -> str:
    use = group.worst
    assert use is not None  # the listed ones were asked for
    quality = f"{use.scores.quality:.1f}" if use.scores else "–"
    extent = f" ({group.extent})" if group.extent else ""
    template = f", all at {quoted(group.template, 120)}" if group.template else ""
    cells = (
        str(group.number),
        STATUS_LABEL[use.verdict.status],
        quality,
        quoted(title_of(use.record, 300), 320),
        quoted(use.verdict.reason, 400),
        f"{quoted(use.record.selector, 120)} {_link(use.page_url)}{extent}{template}",
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
    total = sum(report.counts.values())
    rows = [
        f"| {STATUS_LABEL[status]} | {number:,} | {percent(number, total)} | "
        f"{STATUS_MEANING[status]} |\n"
        for status in Status
        if (number := report.counts.get(status.value, 0))
    ]
    head = "### All images\n\n| Status | Images | Share | Meaning |\n| --- | ---: | ---: | --- |\n"
    return f"{head}{''.join(rows)}\n" if rows else ""


def _rules(report: ScanReport) -> Iterator[str]:
    for rule, number in report.rule_counts.items():
        yield f"- {quoted(rule, 100)}: {number:,}\n"


def _across(report: ScanReport) -> Iterator[str]:
    for site in report.site_findings:
        yield f"- {quoted(site.finding.message, 500)} ({ranks_of(site.ranks, site.uses)})\n"


def _skipped(report: ScanReport) -> Iterator[str]:
    for group in skipped_groups(report.skipped):
        many = (
            "" if group.size == 1 else f"{counted(group.size, 'thing')}{_on(group.host)}, such as "
        )
        yield f"- {many}{quoted(group.things[0].subject, 200)}: {quoted(group.reason, 200)}\n"


def _on(host: str) -> str:
    return f" on {quoted(host, 100)}" if host else ""


def _write_part(writer: _Writer, title: str, rows: Iterator[str]) -> None:
    first = next(rows, None)
    end = "\n</details>\n\n"
    opening = f"<details>\n<summary>{title}</summary>\n\n"
    if first is None or not writer.write(opening, reserve=len(end) + 200):
        return
    _write_rows(writer, [first, *islice(rows, _LISTED - 1)], "- more would not fit here\n")
    if next(rows, None) is not None:
        writer.write("- and more, which the JSON report lists\n")
    writer.write(end)


def _write_rows(writer: _Writer, rows: Iterable[str], more: str) -> None:
    for row in rows:
        if not writer.write(row, reserve=200):
            writer.write(more)
            return
