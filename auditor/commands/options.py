"""Options that say how a scan is reported: in which forms, and to where."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click
from rich.console import Console

from auditor.catalogue import ENGLISH, Tongue, language_of_user, languages, tongue
from auditor.commands.grouped import grouped
from auditor.commands.marks import harmless
from auditor.commands.streams import flush_stdout
from auditor.reports.formats import ENDINGS, FORMATS, format_of
from auditor.reports.in_language import in_language
from auditor.results import ScanReport

F = TypeVar("F", bound=Callable[..., Any])
STDOUT = Path("-")
FOR_PEOPLE = ("terminal", "markdown")
"""Forms in which no byte matters to a program."""


@dataclass(frozen=True, slots=True)
class Reports:
    """The reports that are asked for."""

    targets: tuple[tuple[str, Path], ...]
    """Form, and the file or STDOUT that it goes to."""
    limit: int
    """Images listed in the terminal."""
    explain: bool = False
    """Say in the terminal why each of them has its score."""
    tongue: Tongue = ENGLISH

    def write(self, read: Callable[[], ScanReport]) -> None:
        """Write each of them. `read` gives the report afresh with each call: its uses can be
        iterated once. One that cannot be written does not keep the others back."""
        problems, cut = [], None
        for form, path in self.targets:
            try:
                self._write_one(form, path, in_language(read(), self.tongue))
            except BrokenPipeError as error:  # whoever read wants no more
                cut = error
            except OSError as error:
                name = "stdout" if path == STDOUT else path
                problems.append(f"{name} cannot be written: {error.strerror}")
        if problems:
            raise click.ClickException("; ".join(problems))
        if cut:
            raise cut

    def _write_one(self, form: str, path: Path, report: ScanReport) -> None:
        if form == "html":
            _write_html(path, report)
            return
        with opened(form, path) as out:
            if form == "terminal":
                from auditor.reports.terminal import write_terminal

                write_terminal(report, Console(file=out), self.limit, explain=self.explain)
            else:
                FORMATS[form](report, out)


def _write_html(path: Path, report: ScanReport) -> None:
    from auditor.reports.html_report import write_html, write_html_files
    from auditor.wiki.rules import RULES

    if path != STDOUT:
        write_html_files(report, path, RULES)
        return
    with opened("html", path) as out:
        write_html(report, out, RULES)


def targets(
    form: str | None, outputs: Sequence[Path], endings: Mapping[str, str] = ENDINGS
) -> tuple[tuple[str, Path], ...]:
    """The form of each output: `form` for stdout and for a file that is the only one, else what
    its name ends in. Raises click.UsageError when that says nothing or too much,
    and click.ClickException where stdout is closed."""
    if sys.stdout is None and (not outputs or STDOUT in outputs):
        raise click.ClickException("stdout is closed: name a file with --output.")
    if form and len(outputs) > 1 and STDOUT not in outputs:
        raise click.UsageError("--format is for stdout (--output -) or for one file alone")
    if not outputs or (form and len(outputs) == 1):
        return ((form or "terminal", outputs[0] if outputs else STDOUT),)
    on_stdout = form or "terminal"
    return tuple((_form_of(path, on_stdout, endings), path) for path in dict.fromkeys(outputs))


def _form_of(path: Path, on_stdout: str, endings: Mapping[str, str]) -> str:
    form = on_stdout if path == STDOUT else format_of(path, endings)
    if form is None:
        known = ", ".join(endings)
        raise click.UsageError(f"{path} ends in none of {known}: say its form with --format")
    return form


def checked(ctx: click.Context, param: click.Parameter, paths: tuple[Path, ...]) -> Any:
    """A folder that is not there is said before a scan, not after it."""
    for path in paths:
        if not path.parent.is_dir():
            raise click.ClickException(f"{path} cannot be written: {os.strerror(2)}")
    return paths


def file_to_write(told: str) -> Callable[[F], F]:
    """`--output FILE`, which has to be given, for a command that writes one file."""
    return click.option(
        "--output",
        "-o",
        required=True,
        type=click.Path(dir_okay=False, path_type=Path),
        callback=lambda ctx, param, path: checked(ctx, param, (path,))[0],
        help=told,
    )


@contextmanager
def opened(form: str, path: Path) -> Iterator[TextIO]:
    """A file to write a report of this form to, or stdout."""
    if path == STDOUT:
        if form != "terminal" and isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="")
        try:
            yield harmless(sys.stdout) if form in FOR_PEOPLE else sys.stdout
        finally:
            flush_stdout()
        return
    with path.open("w", encoding="utf-8", newline="") as out:
        yield out


def where_to_write(
    forms: Sequence[str], endings: Sequence[str], note: str = ""
) -> tuple[Callable[[Any], Any], ...]:
    """The options for where a report goes, in these forms; `note` ends the help of --output."""
    return (
        click.option(
            "--format",
            "-f",
            "form",
            type=click.Choice(forms),
            help="Form of what goes to stdout (without it: terminal), or of the only --output.",
        ),
        click.option(
            "--output",
            "-o",
            multiple=True,
            callback=checked,
            type=click.Path(dir_okay=False, path_type=Path),
            help="Write a report to this file, as often as you like; - is stdout. Its ending says "
            f"the form: {', '.join(endings)}.{note}",
        ),
        click.option(
            "--limit",
            type=click.IntRange(min=1),
            default=20,
            show_default=True,
            help="Entries listed in the terminal.",
        ),
    )


def _reports(
    form: str | None, output: tuple[Path, ...], limit: int, language: str | None, explain: bool
) -> Reports:
    return Reports(targets(form, output), limit, explain, said_in(language))


def said_in(language: str | None) -> Tongue:
    """The language that was asked for, else that of the user."""
    return tongue(language or language_of_user())


language_option = click.option(
    "--language",
    type=click.Choice(languages()),
    help="Language of what is told; without it that of the system, where it is one of these.",
)


report_options = grouped(
    "reports",
    _reports,
    *where_to_write(list(FORMATS), list(ENDINGS)),
    language_option,
    click.option(
        "--explain",
        is_flag=True,
        help="Say in the terminal why each listed image has its score: what it is for, the "
        "four parts, the text read in it. The HTML and JSON reports always do.",
    ),
)
"""A command with them takes Reports as `reports`."""
