"""A list to write texts into: what `--suggest` reads, with what is known beside it."""

from __future__ import annotations

from typing import TextIO

from auditor.reports.csv_report import write_rows
from auditor.reports.html_templates import other_findings
from auditor.wiki.reports import report as words
from auditor.wiki.reports.report import WikiReport

COLUMNS = ["article", "image", "alt", "alt_now", "caption", "section", "advice", "edit"]


def write_csv(report: WikiReport, out: TextIO) -> None:
    """Write a row for each image that asks for work and that a text can be written for, with an
    empty `alt` for a person to fill."""
    rows = []
    for entry in report.entries:
        use, place = entry.image.use, entry.image.located.use
        if not entry.to_do or place is None or place.slot is None:
            continue
        image, verdict = entry.image.image, use.verdict
        rows.append(
            {
                "article": entry.article.title,
                "image": place.id,
                "alt": "",
                "alt_now": image.alt or "",
                "caption": image.caption or "",
                "section": image.section.heading,
                "advice": " ".join((verdict.reason, *(f.message for f in other_findings(use)))),
                "edit": words.section_link(entry),
            }
        )
    write_rows(out, COLUMNS, rows)
