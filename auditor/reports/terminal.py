"""The report on a terminal: summary, counts, the worst of the queue. Made for 80 columns and for
no colour at all; colour only repeats what words say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from auditor.findings import Skipped, Status
from auditor.pages.source_lines import line_of
from auditor.reports.explain import explained
from auditor.reports.first_steps import first_steps
from auditor.reports.groups import FaultGroup, Grouping, asking, grouped
from auditor.reports.skipped import skipped_groups
from auditor.reports.words import (
    STATUS_LABEL,
    STATUS_MEANING,
    counted,
    percent,
    ranks_of,
    reader_line,
    shorten,
    skipped_line,
    states_sentence,
    summary_sentence,
    title_of,
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
    grouping = grouped(asking(report), limit)
    if line := skipped_line(report):
        console.print(Text(line, "bold"))
    if report.finished is None:
        console.print(Text("The scan was interrupted; this is what it had done.", "bold"))
    console.print(Text(summary_sentence(report)))
    if sentence := states_sentence(report):
        console.print(Text(sentence))
    _print_first(grouping, console)
    if report.counts and sum(report.counts.values()):
        console.print()
        console.print(_statuses(report))
    worst = grouping.groups[:limit]
    if worst:
        title = "New, worst first" if report.states else "Worst first"
        console.print()
        console.print(_queue(worst, title, many_pages=len(report.pages) > 1, explain=explain))
    _print_across(report, console)
    print_skipped(report.skipped, console)
    if explain and (remark := reader_line(report)):
        console.print()
        console.print(Text(remark))
    console.print()
    beyond = sum(group.uses for group in grouping.groups[limit:])
    console.print(Text(_next_step(report, beyond, listed=bool(worst))))


def _print_first(grouping: Grouping, console: Console) -> None:
    """What to begin with, so short that it stands on the first screen with the statuses."""
    steps = first_steps(grouping)
    if not steps:
        return
    console.print()
    console.print(Text("What to do first", "bold"))
    for number, step in enumerate(steps):
        if number:
            console.print()
        console.print(Text(step.headline, "bold"))
        console.print(Text(step.advice))


def _statuses(report: ScanReport) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Status")
    table.add_column("Images", justify="right")
    table.add_column("Share", justify="right")
    table.add_column("Meaning")
    total = sum(report.counts.values())
    for status in Status:
        if number := report.counts.get(status.value, 0):
            share = percent(number, total)
            table.add_row(status_label(status), f"{number:,}", share, STATUS_MEANING[status])
    return table


def status_label(status: Status) -> Text:
    """A status in its colour."""
    return Text(STATUS_LABEL[status], _STYLE.get(status, ""))


def _queue(groups: Iterable[FaultGroup], title: str, *, many_pages: bool, explain: bool) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("#", justify="right")
    table.add_column("Status", min_width=9)
    table.add_column("Of 5", justify="right")
    table.add_column("Text and why", ratio=1, overflow="fold")
    for each in groups:
        use = each.worst
        assert use is not None  # the listed ones were asked for
        quality = f"{use.scores.quality:.1f}" if use.scores else "–"
        label = status_label(use.verdict.status)
        entry = _entry(each, use, many_pages, explain)
        table.add_row(f"{each.number}", label, quality, entry, end_section=True)
    return table


def _entry(group: FaultGroup, use: JudgedUse, many_pages: bool, explain: bool) -> Text:
    entry = Text(title_of(use.record), "bold")
    entry.append(f"\n{shorten(use.verdict.reason, 800)}", "not bold")
    for label, text in explained(use) if explain else ():
        entry.append(f"\n{label}: ", "not bold dim").append(shorten(text, 600), "not bold")
    if group.extent:
        entry.append(f"\n{group.extent}", "not bold")
    if group.template:
        entry.append(f"\nall at {group.template}, such as:", "not bold")
    entry.append(f"\n{shorten(use.record.selector, 200)}", "not bold dim")
    line = line_of(use.record)
    if many_pages or use.record.frame or line:
        page = shorten(use.record.frame or use.page_url, 300)
        entry.append(f"\n{page}:{line}" if line else f"\n{page}", "not bold dim")
    return entry


def _print_across(report: ScanReport, console: Console) -> None:
    if not report.site_findings:
        return
    console.print()
    console.print(Text("Across the pages", "bold"))
    for site in report.site_findings[:_SITE_SHOWN]:
        message = shorten(site.finding.message, 600)
        console.print(Text(f"- {message} ({ranks_of(site.ranks, site.uses)})"))
    if (rest := len(report.site_findings) - _SITE_SHOWN) > 0:
        console.print(Text(f"- and {rest:,} more, which the JSON and HTML reports list"))


def print_skipped(skipped: Sequence[Skipped], console: Console) -> None:
    """Write what was not checked, a line for each reason on each host."""
    if not skipped:
        return
    console.print()
    console.print(Text("Not checked", "bold"))
    groups = skipped_groups(skipped)
    for group in groups[:_SKIPPED_SHOWN]:
        console.print(Text(f"- {group.subject}: {shorten(group.reason, 400)}"))
    if rest := sum(group.size for group in groups[_SKIPPED_SHOWN:]):
        console.print(Text(f"- and {counted(rest, 'other')}, which the JSON report lists"))


def _next_step(report: ScanReport, beyond: int, *, listed: bool) -> str:
    if not listed:
        if report.skipped:
            return "See what was not checked."
        return "Nothing new is to be done." if report.states else "Nothing is to be done."
    more = f"{counted(beyond, 'more image')} wait in the queue. " if beyond else ""
    return f"{more}Begin at the top. --output report.html shows every image in its context."
