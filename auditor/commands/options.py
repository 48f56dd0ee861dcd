"""Options that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import click
from rich.console import Console

from auditor.reports.html_report import write_html
from auditor.reports.json_report import write_json
from auditor.reports.terminal import write_terminal
from auditor.results import ScanReport

FORMATS = ("terminal", "json", "html")


def report_options(command: Any) -> Any:
    """Add the options that say how a scan is reported."""
    for option in (
        click.option(
            "--limit",
            type=click.IntRange(min=1),
            default=20,
            show_default=True,
            help="Images listed in the terminal.",
        ),
        click.option(
            "--output",
            "-o",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Write the report to this file instead of stdout.",
        ),
        click.option(
            "--format",
            "-f",
            "form",
            type=click.Choice(FORMATS),
            default="terminal",
            show_default=True,
            help="Form of the report.",
        ),
    ):
        command = option(command)
    return command


def write_report(
    read: Callable[[], ScanReport], form: str, output: Path | None, limit: int
) -> ScanReport:
    """Write the report, and return it for its counts. `read` gives it afresh with each call: a
    report's uses can be iterated once."""
    report = read()
    with _opened(output) as out:
        if form == "json":
            write_json(report, out)
        elif form == "html":
            write_html(report, out)
        else:
            write_terminal(report, Console(file=out), limit)
    return report


@contextmanager
def _opened(output: Path | None) -> Iterator[TextIO]:
    if output is None:
        yield sys.stdout
        return
    try:
        with output.open("w", encoding="utf-8") as out:
            yield out
    except OSError as error:
        raise click.ClickException(f"{output} cannot be written: {error.strerror}") from error
