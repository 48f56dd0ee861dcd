"""The report as one self-contained page: no script, no request, readable by eye and by ear."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TextIO

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from auditor.findings import Finding, Part, Scores, Status
from auditor.reports import words
from auditor.results import JudgedUse, ScanReport, SiteResult
from auditor.rules import RULES
from auditor.rules.site import SITE_RULES, SiteRule

LIMIT = 500
"""Image uses written in full; the JSON report and the store hold all of them."""
THUMBNAIL_BYTES = 1_750_000
"""Bytes of pictures in one page, before base64. Beyond it the lowest ranks have no picture."""

SITE_LIMIT = 200
"""Findings across the pages that are written."""

_LINKABLE = re.compile(r"(?:https?|file)://\S{1,2000}", re.IGNORECASE)
_PARTS = (
    ("compatibility", "Fits the picture"),
    ("relevance", "Serves the page"),
    ("informativeness", "Tells enough"),
    ("form", "Is well formed"),
)
_OPEN = frozenset(Status) - {Status.OK, Status.DECORATIVE}


@dataclass(frozen=True, slots=True)
class Entry:
    """One image use, ready for the template."""

    use: JudgedUse
    thumbnail: str = ""
    """data: URL of the picture, "" without one."""
    same_as: int | None = None
    """Rank of the entry above that shows the same picture."""
    left_out: bool = False
    """The picture is known, and left out to keep the page light."""


@dataclass(slots=True)
class Group:
    """The entries of one status, in rank order."""

    status: Status
    total: int
    """All uses of this status in the scan, written or not."""
    entries: list[Entry] = field(default_factory=list)


def write_html(report: ScanReport, out: TextIO, limit: int = LIMIT) -> None:
    """Write the page with the first `limit` uses of the queue in full; reads no more of
    `report.uses` than that."""
    groups = _grouped(report, limit)
    written = sum(len(group.entries) for group in groups)
    total = sum(report.counts.values())
    template = _environment().get_template("report.html")
    for piece in template.generate(
        report=report,
        groups=groups,
        written=written,
        total=total,
        statuses=[(s, report.counts[s.value]) for s in Status if report.counts.get(s.value)],
        rules={rule.id: rule for rule in RULES},
        across=_across(report),
        across_left=max(0, len(report.site_findings) - SITE_LIMIT),
    ):
        out.write(piece)


def _across(report: ScanReport) -> list[tuple[SiteRule, list[SiteResult]]]:
    """The first findings across the pages, by rule."""
    first = report.site_findings[:SITE_LIMIT]
    found = [(rule, [s for s in first if s.finding.rule == rule.id]) for rule in SITE_RULES]
    return [(rule, results) for rule, results in found if results]


def _grouped(report: ScanReport, limit: int) -> list[Group]:
    """Groups by status, the one with the worst entry first."""
    groups: dict[Status, Group] = {}
    for entry in _with_pictures(islice(report.uses, limit)):
        status = entry.use.verdict.status
        if status not in groups:
            groups[status] = Group(status, report.counts.get(status.value, 0))
        groups[status].entries.append(entry)
    return list(groups.values())


def _with_pictures(uses: Iterator[JudgedUse]) -> Iterator[Entry]:
    """Each picture once, as long as the page stays light."""
    first: dict[str, int] = {}
    left = THUMBNAIL_BYTES
    for use in uses:
        thumbnail = use.picture.thumbnail if use.picture else None
        if use.picture is None or not thumbnail:
            yield Entry(use)
        elif use.picture.sha256 in first:
            yield Entry(use, same_as=first[use.picture.sha256])
        elif len(thumbnail) > left:
            yield Entry(use, left_out=True)
        else:
            first[use.picture.sha256] = use.rank
            left -= len(thumbnail)
            yield Entry(use, thumbnail=data_url(thumbnail))


def data_url(thumbnail: bytes) -> str:
    """A JPEG or PNG as a data: URL, of base64 letters only; "" for anything else."""
    for magic, mime in ((b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n", "image/png")):
        if thumbnail.startswith(magic):
            return f"data:{mime};base64,{base64.b64encode(thumbnail).decode()}"
    return ""


def link_target(url: str) -> str:
    """`url` where it may become a link: http, https or file; "" for javascript: and its like."""
    return url if _LINKABLE.fullmatch(url) else ""


def part_rows(scores: Scores) -> list[tuple[str, Part]]:
    """The four parts with their headings."""
    return [(label, getattr(scores, name)) for name, label in _PARTS]


def other_findings(use: JudgedUse) -> list[Finding]:
    """The findings whose message is not the verdict's reason already."""
    return [f for f in use.verdict.findings if f.message != use.verdict.reason]


def _safe(value: Any) -> Any:
    """Every text of a page on its way into the template; Markup is ours."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return words.printable(value)
    return value


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("auditor", "reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_safe,
    )
    environment.globals.update(words=words, open_statuses=_OPEN, part_rows=part_rows)
    environment.filters.update(
        cut=words.shorten, link_target=link_target, other_findings=other_findings
    )
    return environment
