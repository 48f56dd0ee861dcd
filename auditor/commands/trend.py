"""`auditor trend`: many scans in the order of time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from auditor.catalogue import Tongue
from auditor.commands.options import language_option, said_in
from auditor.findings import Status
from auditor.gate.trend import Point, point, trend_svg
from auditor.message import marked
from auditor.reports.words import label
from auditor.store.reader import StoredScan

_MODELS_DIFFER = marked("The scans used different models: do not compare their qualities.")


@click.command()
@click.argument(
    "scans",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write a plot to this file.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a scan.")
@language_option
def trend(scans: tuple[Path, ...], svg: Path | None, as_json: bool, language: str | None) -> None:
    """Show how many images of each status scans found, oldest first, and the mean quality.

    Example: auditor trend scans/*.db --svg trend.svg
    """
    tongue = said_in(language)
    points = sorted((_point(path) for path in scans), key=lambda each: each.started)
    if as_json:
        for each in points:
            click.echo(json.dumps(_object(each)))
    else:
        console = Console()
        for table in _tables(points, console.width, tongue):
            console.print(table)
        if len({each.model for each in points}) > 1:
            click.echo(tongue.translated(_MODELS_DIFFER), err=True)
    if svg is not None:
        try:
            svg.write_text(trend_svg(points, tongue), "utf-8")
        except OSError as error:
            raise click.ClickException(f"{svg} cannot be written: {error.strerror}") from error


def _point(path: Path) -> Point:
    with StoredScan(path) as store:
        return point(store)


def _object(each: Point) -> dict[str, object]:
    return {
        "started": each.started,
        "pages": each.pages,
        "images": each.uses,
        "statuses": dict(each.counts),
        "scored": each.scored,
        "mean_quality": each.quality,
        "model": each.model,
    }


def _tables(points: Sequence[Point], width: int, tongue: Tongue) -> Iterator[Table]:
    """A column a scan, as many tables as the width asks for; statuses that none has are left
    out."""
    met = [status for status in Status if any(each.counts[status.value] for each in points)]
    for some in _batched(points, max(1, (width - 15) // 12)):
        table = Table(tongue.translated("Scan of"), box=SIMPLE_HEAD, pad_edge=False)
        for each in some:
            table.add_column(each.started[:16].replace("T", "\n"), justify="right", min_width=10)
        table.add_row(tongue.translated("pages"), *(tongue.number(each.pages) for each in some))
        table.add_row(tongue.translated("images"), *(tongue.number(each.uses) for each in some))
        for status in met:
            counts = (tongue.number(each.counts[status.value]) for each in some)
            table.add_row(label(status, tongue), *counts)
        means = (
            "–" if each.quality is None else tongue.number(each.quality, ".2f") for each in some
        )
        table.add_row(tongue.translated("mean of 5"), *means)
        yield table


def _batched(points: Sequence[Point], size: int) -> Iterator[Sequence[Point]]:
    return (points[start : start + size] for start in range(0, len(points), size))
