"""The report on a terminal: summary, counts, the worst of the queue. Made for 80 columns and for
no colour at all; colour only repeats what words say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import Skipped, Status
from auditor.message import marked
from auditor.pages.source_lines import line_of
from auditor.reports.explain import explained
from auditor.reports.first_steps import first_steps
from auditor.reports.groups import FaultGroup, Grouping, asking, grouped
from auditor.reports.skipped import skipped_groups
from auditor.reports.words import (
    interrupted_line,
    label,
    meaning,
    percent,
    ranks_of,
    reader_line,
    shorten,
    skipped_line,
    states_sentence,
    summary_sentence,
    title_of,
    worst_title,
)
from auditor.results import JudgedUse, ScanReport

_STYLE = {
    Status.MISSING: "bold red",
    Status.WRONG: "bold magenta",
    Status.DECORATIVE_SUSPECT: "blue",
    Status.WEAK: "yellow",
    Status.REDUNDANT: "cyan",
    Status.OK: "green",
}
_SKIPPED_SHOWN = 10
_SITE_SHOWN = 5


def write_terminal(
    report: ScanReport, console: Console, limit: int = 20, *, explain: bool = False
) -> None:
    """Write the report; of the queue the first `limit` groups that ask for work, with a baseline
    or ignores only those with something new. `explain`: each with its purpose and its scores."""
    grouping, tongue = grouped(asking(report), limit), report.tongue
    if line := skipped_line(report):
        console.print(Text(line, "bold"))
    if report.finished is None:
        console.print(Text(interrupted_line(report), "bold"))
    console.print(Text(summary_sentence(report)))
    if sentence := states_sentence(report):
        console.print(Text(sentence))
    _print_first(grouping, tongue, console)
    if report.counts and sum(report.counts.values()):
        console.print()
        console.print(_statuses(report))
    worst = grouping.groups[:limit]
    if worst:
        title = worst_title(report)
        console.print()
        shown = _Shown(tongue, len(report.pages) > 1, explain)
        console.print(_queue(worst, title, shown))
    _print_across(report, console)
    print_skipped(report.skipped, console, tongue)
    if explain and (remark := reader_line(report)):
        console.print()
        console.print(Text(remark))
    console.print()
    beyond = sum(group.uses for group in grouping.groups[limit:])
    console.print(Text(_next_step(report, beyond, listed=bool(worst))))


@dataclass(frozen=True, slots=True)
class _Shown:
    """How the entries of the queue are shown."""

    tongue: Tongue
    many_pages: bool
    explain: bool


def _print_first(grouping: Grouping, tongue: Tongue, console: Console) -> None:
    """What to begin with, so short that it stands on the first screen with the statuses."""
    steps = first_steps(grouping, tongue)
    if not steps:
        return
    console.print()
    console.print(Text(tongue.translated("What to do first"), "bold"))
    for number, step in enumerate(steps):
        if number:
            console.print()
        console.print(Text(step.headline, "bold"))
        console.print(Text(step.advice))


def _statuses(report: ScanReport) -> Table:
    tongue = report.tongue
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(tongue.translated("Status"))
    table.add_column(tongue.translated("Images"), justify="right")
    table.add_column(tongue.translated("Share"), justify="right")
    table.add_column(tongue.translated("Meaning"))
    total = sum(report.counts.values())
    for status in Status:
        if number := report.counts.get(status.value, 0):
            share = percent(number, total, tongue)
            row = (status_label(status, tongue), tongue.number(number), share)
            table.add_row(*row, meaning(status, tongue))
    return table


def status_label(status: Status, tongue: Tongue = ENGLISH) -> Text:
    """A status in its colour."""
    return Text(label(status, tongue), _STYLE.get(status, ""))


def _queue(groups: Iterable[FaultGroup], title: str, shown: _Shown) -> Table:
    tongue = shown.tongue
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("#", justify="right")
    table.add_column(tongue.translated("Status"), min_width=9)
    table.add_column(tongue.translated("Of 5"), justify="right")
    table.add_column(tongue.translated("Text and why"), ratio=1, overflow="fold")
    for each in groups:
        use = each.worst
        assert use is not None  # the listed ones were asked for
        quality = tongue.number(use.scores.quality, ".1f") if use.scores else "–"
        status = status_label(use.verdict.status, tongue)
        entry = _entry(each, use, shown)
        table.add_row(f"{each.number}", status, quality, entry, end_section=True)
    return table


def _entry(group: FaultGroup, use: JudgedUse, shown: _Shown) -> Text:
    tongue = shown.tongue
    entry = Text(title_of(use.record, tongue=tongue), "bold")
    entry.append(f"\n{shorten(use.verdict.reason, 800)}", "not bold")
    for name, text in explained(use, tongue) if shown.explain else ():
        head = tongue.translated("{name}:", name=name)
        entry.append(f"\n{head} ", "not bold dim").append(shorten(text, 600), "not bold")
    if group.extent:
        entry.append(f"\n{tongue(group.extent)}", "not bold")
    if group.template:
        place = tongue.translated("all at {place}, such as:", place=group.template)
        entry.append(f"\n{place}", "not bold")
    entry.append(f"\n{shorten(use.record.selector, 200)}", "not bold dim")
    line = line_of(use.record)
    if shown.many_pages or use.record.frame or line:
        page = shorten(use.record.frame or use.page_url, 300)
        entry.append(f"\n{page}:{line}" if line else f"\n{page}", "not bold dim")
    return entry


def _print_across(report: ScanReport, console: Console) -> None:
    if not report.site_findings:
        return
    tongue = report.tongue
    console.print()
    console.print(Text(tongue.translated("Across the pages"), "bold"))
    for site in report.site_findings[:_SITE_SHOWN]:
        message = shorten(site.finding.message, 600)
        console.print(Text(f"- {message} ({ranks_of(site.ranks, site.uses, tongue)})"))
    if (rest := len(report.site_findings) - _SITE_SHOWN) > 0:
        template = marked("and {rest} more, which the JSON and HTML reports list")
        console.print(Text(f"- {tongue.translated(template, rest=rest)}"))


def print_skipped(skipped: Sequence[Skipped], console: Console, tongue: Tongue = ENGLISH) -> None:
    """Write what was not checked, a line for each reason on each host."""
    if not skipped:
        return
    console.print()
    console.print(Text(tongue.translated("Not checked"), "bold"))
    groups = skipped_groups(skipped)
    for group in groups[:_SKIPPED_SHOWN]:
        console.print(Text(f"- {tongue(group.subject)}: {shorten(group.reason, 400)}"))
    if rest := sum(group.size for group in groups[_SKIPPED_SHOWN:]):
        more = tongue.counted(
            "and {number} other, which the JSON report lists",
            "and {number} others, which the JSON report lists",
            rest,
        )
        console.print(Text(f"- {more}"))


def _next_step(report: ScanReport, beyond: int, *, listed: bool) -> str:
    tongue = report.tongue
    if not listed:
        if report.skipped:
            return tongue.translated("See what was not checked.")
        if report.states:
            return tongue.translated("Nothing new is to be done.")
        if report.rule_counts:
            return tongue.translated(
                "Nothing has to be done. --output report.html shows what the rules advise."
            )
        return tongue.translated("Nothing is to be done.")
    begin = tongue.translated(
        "Begin at the top. --output report.html shows every image in its context."
    )
    if not beyond:
        return begin
    more = tongue.counted(
        "{number} more image waits in the queue.",
        "{number} more images wait in the queue.",
        beyond,
    )
    return f"{more} {begin}"
