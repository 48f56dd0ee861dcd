"""`auditor fleet query`: SQL over the image uses of all sites."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from auditor.fleet.storage import Storage
from auditor.reports.csv_report import cell
from auditor.reports.words import shorten

SHOWN = 1_000
"""Rows of a table in the terminal."""
WIDEST = 200
"""Characters of one of its cells."""


@click.command()
@click.argument("sql", required=False)
@click.option(
    "--fleet",
    required=True,
    metavar="FOLDER|URL",
    help="The output of `auditor fleet run`.",
)
@click.option("--json", "form", flag_value="json", help="One JSON object a row.")
@click.option("--csv", "form", flag_value="csv", help="For spreadsheets.")
def query(sql: str | None, fleet: str, form: str | None) -> None:
    """Ask the image uses of all sites by SQL, in the words of DuckDB.

    Table `uses` has a row an image use, with the columns of the CSV report and `site`; table
    `sites` has a row a site. Without SQL, the columns are listed.

    Example: auditor fleet query --fleet found "select site, count(*) from uses where status =
    'missing' group by site order by 2 desc"
    """
    from auditor.fleet.data_set import names_of, open_data

    storage = Storage(fleet)
    if not sql:
        for line in names_of(storage):
            click.echo(line)
        return
    with open_data(storage) as data:
        names, rows = data.ask(sql)
        if form == "json":
            for row in rows:
                click.echo(json.dumps(dict(zip(names, row, strict=True)), default=str))
        elif form == "csv":
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(names)
            writer.writerows([_cell(value) for value in row] for row in rows)
        else:
            _show(names, rows)


def _cell(value: Any) -> Any:
    return cell(value) if isinstance(value, str) else "" if value is None else value


def _show(names: Sequence[str], rows: Iterator[tuple[Any, ...]]) -> None:
    table = Table(*names, box=SIMPLE_HEAD, pad_edge=False)
    more = False
    for number, row in enumerate(rows):
        if more := number == SHOWN:
            break
        table.add_row(*(shorten("–" if value is None else str(value), WIDEST) for value in row))
    # Pages may hold what looks like markup.
    Console(markup=False, highlight=False).print(table)
    if more:
        click.echo(f"These are the first {SHOWN:,} rows; --json and --csv give all.", err=True)
