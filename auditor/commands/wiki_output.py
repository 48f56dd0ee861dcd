"""Options that say how `auditor wiki` reports."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click
from rich.console import Console

from auditor.catalogue import ENGLISH, Tongue
from auditor.commands.grouped import grouped
from auditor.commands.options import (
    language_option,
    opened,
    said_in,
    targets,
    where_to_write,
)

if TYPE_CHECKING:
    from auditor.wiki.reports.report import WikiReport

FORMS = ("html", "json", "csv", "wikitext")
"""Beside "terminal"."""
_ENDINGS = {
    ".txt": "terminal",
    ".html": "html",
    ".json": "json",
    ".csv": "csv",
    ".wiki": "wikitext",
}


@dataclass(frozen=True, slots=True)
class Output:
    """The reports that are asked for."""

    targets: tuple[tuple[str, Path], ...]
    """Form, and the file or STDOUT that it goes to."""
    limit: int
    """Images listed in the terminal."""
    tongue: Tongue = ENGLISH

    def write(self, report: WikiReport) -> None:
        """Write each of them."""
        from auditor.wiki.reports.report import in_language

        said = in_language(report, self.tongue)
        for form, path in self.targets:
            try:
                with opened(form, path) as out:
                    # A table in wikitext is in the language of its articles.
                    self._write_one(form, report if form == "wikitext" else said, out)
            except OSError as error:
                raise click.ClickException(f"{path} cannot be written: {error.strerror}") from error

    def _write_one(self, form: str, report: WikiReport, out: TextIO) -> None:
        from auditor.wiki.reports.report_csv import write_csv
        from auditor.wiki.reports.report_html import write_html
        from auditor.wiki.reports.report_json import write_json
        from auditor.wiki.reports.report_terminal import write_terminal
        from auditor.wiki.reports.report_wikitext import write_wikitext

        if form == "terminal":
            write_terminal(report, Console(file=out), self.limit)
            return
        writers = {"html": write_html, "json": write_json, "csv": write_csv}
        {**writers, "wikitext": write_wikitext}[form](report, out)


def _output(form: str | None, output: tuple[Path, ...], limit: int, language: str | None) -> Output:
    return Output(targets(form, output, _ENDINGS), limit, said_in(language))


output_options = grouped(
    "output",
    _output,
    *where_to_write(
        ["terminal", *FORMS],
        list(_ENDINGS),
        " The CSV is a list to write texts into, for --suggest; the wikitext a table to share.",
    ),
    language_option,
)
"""A command with them takes an Output as `output`."""
