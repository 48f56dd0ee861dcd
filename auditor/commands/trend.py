"""`auditor trend`: many scans in the order of time."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from auditor.findings import Status
from auditor.reports.words import STATUS_LABEL
from auditor.store import Store, StoreError
from auditor.trend import Point, point, trend_svg


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
def trend(scans: tuple[Path, ...], svg: Path | None, as_json: bool) -> None:
    """Show how many images of each status scans found, oldest first, and the mean quality.

    Example: auditor trend scans/*.db --svg trend.svg
    """
    points = sorted((_point(path) for path in scans), key=lambda each: each.started)
    if as_json:
        for each in points:
            click.echo(json.dumps(_object(each)))
    else:
        Console().print(_table(points))
        if len({each.model for each in points}) > 1:
            click.echo("The scans used different models: do not compare their qualities.", err=True)
    if svg is not None:
        try:
            svg.write_text(trend_svg(points), "utf-8")
        except OSError as error:
            raise click.ClickException(f"{svg} cannot be written: {error.strerror}") from error


def _point(path: Path) -> Point:
    try:
        with Store(path) as store:
            return point(store)
    except StoreError as error:
        raise click.ClickException(str(error)) from error


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


def _table(points: list[Point]) -> Table:
    """A row a scan; statuses that none has are left out."""
    met = [status for status in Status if any(each.counts[status.value] for each in points)]
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("Scan of")
    for heading in ("Pages", "Images", *(STATUS_LABEL[status] for status in met), "Of 5"):
        table.add_column(heading, justify="right")
    for each in points:
        quality = "–" if each.quality is None else f"{each.quality:.2f}"
        counts = [f"{each.counts[status.value]:,}" for status in met]
        when = each.started[:16].replace("T", " ")
        table.add_row(when, f"{each.pages:,}", f"{each.uses:,}", *counts, quality)
    return table
