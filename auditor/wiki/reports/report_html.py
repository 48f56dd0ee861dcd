"""The report for editors as one self-contained page: no script, no request."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from auditor.reports.html_report import data_url, templates
from auditor.reports.words import STATUS_MEANING
from auditor.wiki.reports import report as words
from auditor.wiki.reports.report import WikiEntry, WikiReport


def write_html(report: WikiReport, out: TextIO) -> None:
    """Write the page."""
    for piece in _TEMPLATES.get_template("wiki.html").generate(
        report=report,
        work=[entry for entry in report.entries if entry.to_do],
        rest=[entry for entry in report.entries if not entry.to_do],
        statuses=list(report.counts.items()),
        meaning=STATUS_MEANING,
    ):
        out.write(piece)


def thumbnail(entry: WikiEntry) -> str:
    """The picture as a data: URL, "" where it did not come."""
    picture = entry.image.use.picture
    return data_url(picture.thumbnail) if picture and picture.thumbnail else ""


def titles(report: WikiReport) -> str:
    """The titles of the articles, joined."""
    return ", ".join(_each(audited.article.title for audited in report.articles))


def _each(texts: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(texts)


_TEMPLATES = templates()
_TEMPLATES.globals.update(wiki=words, thumbnail=thumbnail, titles=titles)
