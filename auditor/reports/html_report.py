"""The report as self-contained pages: no script, no request, readable by eye and by ear."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, Protocol, TextIO
from urllib.parse import quote

from markupsafe import Markup

from auditor.catalogue import Tongue
from auditor.findings import Severity, Status
from auditor.reports import words
from auditor.reports.first_steps import FirstStep, first_steps
from auditor.reports.html_entries import IN_FULL, Entry, Gathered, Renderers, ReportPart, Spool
from auditor.reports.html_entry import folded, picture, used
from auditor.reports.html_templates import css_word, environment
from auditor.reports.html_tongue import HtmlTongue, data_url, html_tongue
from auditor.reports.html_use import (
    CLASSES,
    FOLDED,
    NUMBER,
    PICTURE,
    RULES_FILE,
    USED,
    alike,
    article,
    brief,
)
from auditor.results import ScanReport, SiteResult
from auditor.rules import RULES
from auditor.rules.across_pages import SITE_RULES, SiteRule

SITE_LIMIT = 200
"""Findings across the pages that are written."""
LINKED = 10
"""Entries that each of them links to."""

_GARBAGE = 50_000
"""Values made and not let go, after which the garbage collector looks for circles."""
_MARK = re.compile("(\0[a-z]+\0)")


class RuleText(Protocol):
    """What the report says of a rule that found something."""

    @property
    def id(self) -> str: ...
    @property
    def severity(self) -> Severity: ...
    @property
    def summary(self) -> str: ...
    @property
    def help(self) -> str: ...


@dataclass(frozen=True, slots=True)
class ReportSection:
    """The entries of one status in one file."""

    status: Status
    total: int
    """Image uses of this status in the scan."""
    all: int
    """Entries that they make."""
    count: int
    """Entries in this file."""
    articles: Iterator[Markup]
    """Those that are told in full."""
    briefs: list[Markup]
    """Those that are told in short, which come after them."""


@dataclass(frozen=True, slots=True)
class Pages:
    """Everything that the files of one report share."""

    report: ScanReport
    gathered: Gathered
    rules: Mapping[str, SaidRule]
    """By id."""
    parts: list[ReportPart]
    files: list[str]
    """Names of the files, relative and percent-encoded; "" for the only one."""
    written: int
    """How many of the files are written."""

    def entries_of(self, site: SiteResult) -> tuple[list[Entry], int]:
        """The first entries of a finding across the pages, and how many of its uses are in none of
        them, as far as its ranks tell."""
        listed = [entry for rank in site.ranks if (entry := self.gathered.entry_of.get(rank))]
        first = list({entry.number: entry for entry in listed}.values())[:LINKED]
        numbers = {entry.number for entry in first}
        return first, site.uses - sum(entry.number in numbers for entry in listed)

    def links(self, here: ReportPart) -> Callable[[Entry], str]:
        """What gives where an entry stands; "" when that is not written."""

        def link_to(entry: Entry) -> str:
            if entry.part > self.written:
                return ""
            file = "" if entry.part == here.number else self.files[entry.part - 1]
            return f"{file}#use-{entry.rank}"

        return link_to

    def write(self, part: ReportPart, out: TextIO) -> None:
        """Write one file."""
        for piece in (
            environment(self.report.tongue)
            .get_template("report.html")
            .generate(
                **_overview(self.report, self.gathered),
                rules=self.rules,
                part=part.number,
                first="" if part.number == 1 else self.files[0],
                files=self.files[: self.written],
                groups=self._groups(),
                sections=self._sections(part),
                in_full=IN_FULL,
                shown_rules=sorted({rule for entry in part.entries for rule in _rules_of(entry)}),
                steps=self._steps() if part.number == 1 else [],
                left_out=self._left_out(part),
                entries_of=self.entries_of,
                link_to=self.links(part),
            )
        ):
            out.write(piece)

    def _groups(self) -> list[dict[str, Any]]:
        """Each status with the file in which its entries begin."""
        return [
            {
                "status": status,
                "total": self.report.counts[status.value],
                "file": self.files[entries[0].part - 1],
            }
            for status, entries in self.gathered.entries.items()
            if entries[0].part <= self.written
        ]

    def _sections(self, part: ReportPart) -> Iterator[ReportSection]:
        for status, group in groupby(part.entries, attrgetter("status")):
            entries = list(group)
            yield ReportSection(
                status,
                self.report.counts[status.value],
                len(self.gathered.entries[status]),
                len(entries),
                (self._article(part, entry) for entry in entries if not entry.in_short),
                [self._article(part, entry) for entry in entries if entry.in_short],
            )

    def _steps(self) -> list[tuple[FirstStep, Entry]]:
        """What to do first, each with the entry of its worst."""
        entries = self.gathered.entry_of
        steps = first_steps(self.gathered.grouping, self.report.tongue)
        return [(step, entries[step.group.rank]) for step in steps]

    def _article(self, part: ReportPart, entry: Entry) -> Markup:
        """An entry, and folded under it those with the same fault."""
        rows = "".join(self._filled(part, each, each.rules) for each in entry.folded)
        below = folded(entry, rows, self._say) if rows else ""
        html = self._filled(part, entry, _rules_of(entry), below)
        return Markup(html)  # noqa: S704 - rendered by us

    @property
    def _say(self) -> HtmlTongue:
        return html_tongue(self.report.tongue)

    def _filled(self, part: ReportPart, entry: Entry, rules: Iterable[str], below: str = "") -> str:
        """What was rendered, with what depends on the file that it comes to stand in."""
        values: dict[str, str] = {
            PICTURE: self._shown(part, entry),
            NUMBER: f"{entry.number}",
            CLASSES: "".join(f" r-{css_word(rule)}" for rule in rules),
            USED: self.gathered.spool.get(entry.used),
            RULES_FILE: "" if part.number == 1 else self.files[0],
            FOLDED: below,
        }
        pieces = _MARK.split(self.gathered.spool.get(entry.article))
        return "".join([values[p] if place % 2 else p for place, p in enumerate(pieces)])

    def _shown(self, part: ReportPart, entry: Entry) -> str:
        """The picture of an entry, or what points to the entry that shows it."""
        if entry.in_short:
            return ""
        same_as = part.pictures.get(entry.picture) if entry.picture else None
        url = ""
        if entry.picture and same_as is entry:
            url, same_as = self.gathered.spool.get(self.gathered.thumbnails[entry.picture]), None
        return picture(url, same_as, self._say)

    def _left_out(self, part: ReportPart) -> str:
        if self.written == len(self.parts):
            return ""
        shown = sum(each.total for entry in part.entries for each in entry.every)
        total = sum(self.report.counts.values())
        return self.report.tongue.translated(
            "This is the first of {parts} parts, with {shown} of {total} images. "
            "Written to a file (--output report.html), the report has all of them.",
            parts=len(self.parts),
            shown=shown,
            total=total,
        )


def write_html(report: ScanReport, out: TextIO, more_rules: Iterable[RuleText] = ()) -> None:
    """Write the report as one page; of one that would be too heavy, the first part alone, which
    says so. `more_rules`: what it is to tell of beside RULES, such as the rules for editors."""
    with _gathered(report) as gathered:
        parts = gathered.parts()
        files = [""] * len(parts)
        Pages(report, gathered, _by_id(more_rules, report.tongue), parts, files, 1).write(
            parts[0], out
        )


def write_html_files(
    report: ScanReport, path: Path, more_rules: Iterable[RuleText] = ()
) -> list[Path]:
    """Write the report to `path`, and further parts beside it ("report-2.html"), none over 3 MB.

    Returns the paths; `more_rules` as for `write_html`. Raises OSError when one cannot be written.
    """
    with _gathered(report) as gathered:
        parts = gathered.parts()
        paths = [path, *(_numbered(path, part.number) for part in parts[1:])]
        files = [quote(part.name) for part in paths]
        pages = Pages(report, gathered, _by_id(more_rules, report.tongue), parts, files, len(parts))
        for part, file in zip(parts, paths, strict=True):
            with file.open("w", encoding="utf-8", newline="") as out:
                pages.write(part, out)
    return paths


def _rules_of(entry: Entry) -> list[str]:
    """Of an entry and of all that is folded under it."""
    return list(dict.fromkeys(rule for each in entry.every for rule in each.rules))


@dataclass(frozen=True, slots=True)
class SaidRule:
    """A rule in the language of the report."""

    id: str
    severity: Severity
    summary: str
    help: str
    criteria: tuple[str, ...]


def _by_id(more_rules: Iterable[RuleText], tongue: Tongue) -> dict[str, SaidRule]:
    return {rule.id: _said(rule, tongue) for rule in (*RULES, *more_rules)}


def _said(rule: RuleText, tongue: Tongue) -> SaidRule:
    criteria: tuple[str, ...] = getattr(rule, "criteria", ())
    summary, advice = tongue.translated(rule.summary), tongue.translated(rule.help)
    named = tuple(map(tongue.translated, criteria))
    return SaidRule(rule.id, rule.severity, summary, advice, named)


def _numbered(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


@contextmanager
def _garbage_seldom() -> Iterator[None]:
    """What a report is made of is let go as soon as nobody has it, and holds no circles: to look
    for these every 700 values takes a twentieth of the time."""
    kept = gc.get_threshold()
    gc.set_threshold(_GARBAGE, *kept[1:])
    try:
        yield
    finally:
        gc.set_threshold(*kept)


@contextmanager
def _gathered(report: ScanReport) -> Iterator[Gathered]:
    with closing(Spool()) as spool, _garbage_seldom():
        gathered = Gathered(spool, _renderers(html_tongue(report.tongue)))
        gathered.add(report.uses)
        yield gathered


def _renderers(say: HtmlTongue) -> Renderers:
    return Renderers(
        article=lambda use: article(use, say),
        alike=lambda use: alike(use, say),
        brief=lambda use: brief(use, say),
        used=lambda entry: used(entry, say),
        thumbnail=data_url,
    )


def _overview(report: ScanReport, gathered: Gathered) -> dict[str, Any]:
    """What the first file says of the scan as a whole."""
    return {
        "report": report,
        "total": sum(report.counts.values()),
        "statuses": [(s, report.counts[s.value]) for s in Status if report.counts.get(s.value)],
        "status_strip": _strip(report),
        "scored": sum(gathered.qualities),
        "quality_bars": _quality_bars(gathered.qualities),
        "states": words.states_sentence(report),
        "most": max(report.rule_counts.values(), default=1),
        "across": _across(report),
        "across_left": max(0, len(report.site_findings) - SITE_LIMIT),
    }


def _strip(report: ScanReport) -> list[tuple[Status, float, float]]:
    """(status, start, width) of each status in a strip 1000 wide."""
    total = sum(report.counts.values()) or 1
    strip: list[tuple[Status, float, float]] = []
    start = 0.0
    for status in Status:
        width = 1000 * report.counts.get(status.value, 0) / total
        if width:
            strip.append((status, start, width))
        start += width
    return strip


def _quality_bars(qualities: Sequence[int]) -> list[dict[str, Any]]:
    """The bars of the distribution, 100 high at most; none when nothing was scored."""
    most = max(qualities)
    return [
        {"low": 1 + i / 2, "high": 1.5 + i / 2, "number": number, "height": 100 * number / most}
        for i, number in enumerate(qualities)
        if most
    ]


def _across(report: ScanReport) -> list[tuple[SiteRule, list[SiteResult]]]:
    """The first findings across the pages, by rule."""
    first = report.site_findings[:SITE_LIMIT]
    found = [(rule, [s for s in first if s.finding.rule == rule.id]) for rule in SITE_RULES]
    return [(rule, results) for rule, results in found if results]
