"""The list of what is to be done as a table in wikitext, for the page where editors share it."""

from __future__ import annotations

from typing import TextIO

from auditor.reports.words import STATUS_LABEL, shorten
from auditor.wiki.reports import report as words
from auditor.wiki.reports.report import WikiEntry, WikiReport
from auditor.wiki.wikitext.escape import clean, escaped
from auditor.wiki.wikitext.uses import UseKind

_HEAD = ("#", "Article", "Section", "Image", "State", "What to do", "Readers a day")


def write_wikitext(report: WikiReport, out: TextIO) -> None:
    """Write a row for each image that asks for work, by rank."""
    out.write('{| class="wikitable sortable"\n')
    out.write(f"|+ Alternative texts that ask for work, {report.started[:10]}\n")
    out.write(f"! {' !! '.join(_HEAD)}\n")
    for entry in report.entries:
        if entry.to_do:
            out.write(f"|-\n| {' || '.join(_cells(entry))}\n")
    out.write("|}\n")


def _cells(entry: WikiEntry) -> list[str]:
    article, image, verdict = entry.article, entry.image.image, entry.image.use.verdict
    section = image.section.heading if image.section.number else ""
    file = f"[[:{article.names.file[0]}:{image.file}]]" if image.file else words.name_of(image)
    return [
        str(entry.rank),
        f"[[:{article.title}]]",
        f"[[:{article.title}#{_text(section)}|{_text(section)}]]" if section else "",
        file,
        STATUS_LABEL[verdict.status],
        _text(shorten(verdict.reason, 400)),
        "" if article.views is None else f"{article.views:.0f}",
    ]


def _text(text: str) -> str:
    return escaped(clean(text), UseKind.TEMPLATE)
