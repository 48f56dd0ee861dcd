"""`auditor baseline`: the findings of a scan, kept as known."""

from __future__ import annotations

from pathlib import Path

import click

from auditor.gate.baseline import baseline_json, entries
from auditor.store.reader import StoredScan


@click.command()
@click.argument("scan", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    default="baseline.json",
    show_default=True,
    help="File to write; - is stdout.",
)
@click.option(
    "--below",
    type=click.FloatRange(1, 5),
    help="Also note texts of a lower quality than this, for --fail-on quality<NUMBER.",
)
@click.option(
    "--accepted",
    is_flag=True,
    help="Only the findings that a person let stand in the window (auditor gui).",
)
def baseline(scan: Path, output: Path, below: float | None, accepted: bool) -> None:
    """Write the findings of SCAN to a file, for --baseline of scan and report.

    A finding is known again by its rule, the content of its picture, its text and the path of its
    page. Class names, the place in the page and query strings may change.

    Example: auditor baseline site.db -o baseline.json
    """
    with StoredScan(scan) as store:
        known = entries(store.report().uses, below or 0.0, accepted=accepted)
    try:
        with click.open_file(str(output), "w", encoding="utf-8") as out:
            out.write(baseline_json(known))
    except OSError as error:
        raise click.ClickException(f"{output} cannot be written: {error.strerror}") from error
    click.echo(f"{output}: {len(known)} known findings", err=True)
