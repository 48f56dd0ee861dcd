"""The list of what is to be done as a table in wikitext, for the page where editors share it."""

from __future__ import annotations

from typing import TextIO

from auditor.catalogue import ENGLISH, known, tongue
from auditor.reports.words import shorten
from auditor.wiki.reports import report as words
from auditor.wiki.reports.report import WikiEntry, WikiReport
from auditor.wiki.reports.table_words import TableWords, table_words
from auditor.wiki.wikitext.escape import clean, escaped
from auditor.wiki.wikitext.uses import UseKind


def write_wikitext(report: WikiReport, out: TextIO) -> None:
    """Write a row for each image that asks for work, by rank; in the language of the articles where
    they have one and it is known."""
    said = table_words(_language(report))
    out.write('{| class="wikitable sortable"\n')
    out.write(f"|+ {said.title}, {report.started[:10]}\n")
    out.write(f"! {' !! '.join(('#', *said.heads))}\n")
    for entry in report.entries:
        if entry.to_do:
            out.write(f"|-\n| {' || '.join(_cells(entry, said))}\n")
    out.write("|}\n")


def _language(report: WikiReport) -> str:
    """The language of all articles, "" where they have several."""
    found = {audited.article.lang for audited in report.articles}
    return found.pop() if len(found) == 1 else ""


def _cells(entry: WikiEntry, said: TableWords) -> list[str]:
    article, image, verdict = entry.article, entry.image.image, entry.image.use.verdict
    section = image.section.heading if image.section.number else ""
    file = f"[[:{article.names.file[0]}:{image.file}]]" if image.file else words.name_of(image)
    return [
        str(entry.rank),
        f"[[:{article.title}]]",
        f"[[:{article.title}#{_text(section)}|{_text(section)}]]" if section else "",
        file,
        said.statuses[verdict.status],
        _advice(verdict.reason, said),
        "" if article.views is None else f"{article.views:.0f}",
    ]


def _advice(reason: str, said: TableWords) -> str:
    """In the language of the table where there is a catalogue of it, else in English and marked as
    such (WCAG 3.1.2)."""
    code = known(said.lang) or ENGLISH.code
    text = _text(shorten(tongue(code)(reason), 400))
    return text if code == said.lang else f'<span lang="{code}" dir="ltr">{text}</span>'


def _text(text: str) -> str:
    return escaped(clean(text), UseKind.TEMPLATE)
