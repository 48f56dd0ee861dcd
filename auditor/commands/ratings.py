"""`auditor ratings`: ratings as files, from many people and machines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.commands.options import file_to_write
from auditor.commands.rate import ORDERS
from auditor.reports.words import counted, printable, shorten

if TYPE_CHECKING:
    from auditor.rating import Rating
    from auditor.ratings.merge import RatingConflict

_EXISTING = click.Path(exists=True, dir_okay=False, path_type=Path)
_CONFLICTS_SHOWN = 20


@click.group()
def ratings() -> None:
    """Merge ratings of many people and machines, and make sets that travel."""


@ratings.command("set")
@click.argument("scan", type=_EXISTING)
@file_to_write("File to write, in JSON Lines.")
@click.option("--number", type=click.IntRange(min=1), help="So many items, not all.")
@click.option(
    "--order",
    type=click.Choice(ORDERS),
    default=ORDERS[0],
    show_default=True,
    help="Which ones: the worst, any, or those whose rating would tell `auditor tune` most.",
)
@click.option("--seed", default=0, show_default=True, help="Seed of --order random.")
def make_set(scan: Path, output: Path, number: int | None, order: str, seed: int) -> None:
    """Write pictures, texts and contexts of a scan to one file, for somebody who has not the scan:
    auditor rate --list FILE rates it, auditor ratings merge brings it back.

    Example: auditor ratings set site.db --number 50 --order telling -o for-anna.jsonl
    """
    from auditor.ratings.sets import items_of, set_line
    from auditor.store.ratings import ratings_in
    from auditor.store.reader import StoredScan

    with StoredScan(scan) as store:
        items = list(items_of(store.report().uses))
    if not items:
        raise click.ClickException(f"{scan} holds no text to rate.")
    if order == "random":
        random.Random(seed).shuffle(items)  # noqa: S311 - nothing secret
    elif order == "telling":
        from auditor.ratings.chosen import most_telling

        chosen = most_telling(scan, ratings_in(scan), number or len(items))
        by_item = {each.item: each for each in items}
        items = [by_item[item] for item in chosen]
    items = items[:number]
    try:
        with output.open("w", encoding="utf-8", newline="") as out:
            out.writelines(f"{set_line(each)}\n" for each in items)
    except OSError as error:
        raise click.ClickException(f"{output} cannot be written: {error.strerror}") from error
    click.echo(f"{counted(len(items), 'text')} to rate in {output}.", err=True)


@ratings.command()
@click.argument("files", nargs=-1, required=True, type=_EXISTING)
@file_to_write(
    "A scan file that is there, to be added to; else a file to write, as CSV where its name "
    "ends in .csv, in JSON Lines otherwise."
)
@click.option(
    "--decisions",
    metavar="NAME",
    help="Take decisions of scan files as ratings by NAME: right as 4, wrong as 2.",
)
def merge(files: tuple[Path, ...], output: Path, decisions: str | None) -> None:
    """Bring the ratings of FILES together: scan files, rating sets, CSV, JSON Lines. Each stands
    once in what comes of it, none is lost, and where one person gave one text different levels,
    both are listed.

    Example: auditor ratings merge from-anna.jsonl from-ben.jsonl -o site.db
    """
    from auditor.ratings.decided import ratings_by_decisions
    from auditor.ratings.files import all_ratings, is_scan_file
    from auditor.ratings.merge import merged

    into_scan = output.exists() and is_scan_file(output)
    read = [all_ratings(path) for path in files]
    if decisions:
        read += [ratings_by_decisions(path, decisions) for path in files if is_scan_file(path)]
    here = all_ratings(output) if into_scan else []
    found = merged([here, *read])
    _write(output, found.ratings, into_scan=into_scan)
    said = f"{counted(len(found.ratings), 'rating')} in {output}"
    if found.twice:
        said += f"; {found.twice:,} stood in more than one place"
    click.echo(f"{said}.", err=True)
    for line in _left_out(output, into_scan):
        click.echo(line, err=True)
    for line in _conflict_lines(found.conflicts):
        click.echo(line, err=True)


def _write(output: Path, found: Sequence[Rating], *, into_scan: bool) -> None:
    from auditor.ratings.files import write_ratings
    from auditor.store.ratings import add_ratings

    if into_scan:
        add_ratings(output, found)
        return
    form = "csv" if output.suffix.lower() == ".csv" else "jsonl"
    try:
        with output.open("w", encoding="utf-8", newline="") as out:
            write_ratings(found, form, out)
    except OSError as error:
        raise click.ClickException(f"{output} cannot be written: {error.strerror}") from error


def _left_out(output: Path, into_scan: bool) -> Sequence[str]:
    from auditor.ratings.files import read_ratings

    return read_ratings(output).left_out if into_scan else ()


def _conflict_lines(found: Sequence[RatingConflict]) -> list[str]:
    if not found:
        return []
    lines = [f"{counted(len(found), 'text')} with different levels by one person; the last counts:"]
    for each in found[:_CONFLICTS_SHOWN]:
        levels = ", ".join(
            f"{level} ({when[:16].replace('T', ' ')})" for when, level in each.levels
        )
        text = shorten(each.text, 60) or each.item.picture
        lines.append(printable(f"{each.rater}: {levels}: “{text}” {shorten(each.item.page, 100)}"))
    if len(found) > _CONFLICTS_SHOWN:
        lines.append(f"… and {len(found) - _CONFLICTS_SHOWN:,} more.")
    return lines
