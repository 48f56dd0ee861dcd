"""The report for editors as one self-contained page: no script, no request."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TextIO

from jinja2 import Environment
from markupsafe import Markup, escape

from auditor.catalogue import Tongue
from auditor.reports.html_templates import templates
from auditor.reports.html_tongue import data_url
from auditor.wiki.reports import report as words
from auditor.wiki.reports.report import WikiEntry, WikiReport


def write_html(report: WikiReport, out: TextIO) -> None:
    """Write the page."""
    for piece in (
        _environment(report.tongue)
        .get_template("wiki.html")
        .generate(
            report=report,
            work=[entry for entry in report.entries if entry.to_do],
            rest=[entry for entry in report.entries if not entry.to_do],
            statuses=list(report.counts.items()),
        )
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


def marked(sentence: str, entry: WikiEntry, bare: str = "") -> Markup:
    """A sentence whose quotations of the article say their language (WCAG 3.1.2). `bare`: words of
    the article that stand in it without quotation marks."""
    lang = words.lang_of(entry)
    found = [_QUOTED.format(re.escape(each)) for each in words.quotes(entry)]
    found += [re.escape(bare)] if bare else []
    if not found or not lang:
        return Markup("<bdi>{}</bdi>").format(sentence)
    told = Markup('<span lang="{}" dir="auto">{}</span>')
    parts = [
        told.format(lang, part) if number % 2 else escape(part)
        for number, part in enumerate(re.split(f"({'|'.join(found)})", sentence))
    ]
    return Markup("<bdi>{}</bdi>").format(Markup("").join(parts))


_QUOTED = "(?:(?<=[“„]){0}(?=[”“])|(?<=«\u00a0){0}(?=\u00a0»))"
"""Between the quotation marks of a language that reports are in."""


@cache
def _environment(tongue: Tongue) -> Environment:
    found = templates(tongue)
    found.globals.update(wiki=words, thumbnail=thumbnail, titles=titles, marked=marked)
    return found
