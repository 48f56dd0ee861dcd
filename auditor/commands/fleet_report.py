"""`auditor fleet report`: all sites of a fleet together."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.commands.marks import harmless
from auditor.fleet.storage import Storage
from auditor.reports.words import STATUS_LABEL, counted

if TYPE_CHECKING:
    from auditor.fleet.summary import FleetSummary

ENDINGS = (".html", ".csv", ".json")


def _outputs(
    ctx: click.Context, param: click.Parameter, paths: tuple[Path, ...]
) -> tuple[Path, ...]:
    for path in paths:
        if path.suffix.lower() not in ENDINGS:
            raise click.BadParameter(f"{path}: name it {', '.join(ENDINGS)}", ctx, param)
    return paths


@click.command()
@click.argument("fleet", metavar="FOLDER|URL")
@click.option(
    "--output",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_outputs,
    help="Write it to this file: .html, .csv (a row a site) or .json. May be repeated.",
)
@click.option(
    "--before",
    metavar="FOLDER|URL",
    help="The output of an earlier run: say what changed since.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    help="Sites and shared pictures listed in the terminal.",
)
def report(fleet: str, output: tuple[Path, ...], before: str | None, limit: int) -> None:
    """Report a fleet: its sites worst first, and the pictures that they share.

    Sites are ordered by the images that ask for work on a page. A picture that several sites share
    is mended once: those that help in most places come first.

    Example: auditor fleet report found --output report.html --before found-last-month
    """
    from auditor.fleet.summary import summarise

    storage = Storage(fleet)
    summary = summarise(storage, Storage(before) if before else None)
    for path in output:
        try:
            _write(summary, storage, path)
        except OSError as error:
            raise click.ClickException(f"{path} cannot be written: {error.strerror}") from error
    if not output:
        out = harmless(sys.stdout)
        for line in _lines(summary, limit):
            click.echo(line, file=out)


def _write(summary: FleetSummary, storage: Storage, path: Path) -> None:
    from auditor.fleet.page import fleet_html, thumbnails_of
    from auditor.fleet.tables import as_object, write_sites

    match path.suffix.lower():
        case ".html":
            path.write_text(fleet_html(summary, thumbnails_of(summary, storage)), "utf-8")
        case ".json":
            path.write_text(json.dumps(as_object(summary), ensure_ascii=False, indent=1), "utf-8")
        case _:
            with path.open("w", encoding="utf-8", newline="") as out:
                write_sites(summary, out)


def _lines(summary: FleetSummary, limit: int) -> Iterator[str]:
    from auditor.fleet.summary import open_uses, per_page

    totals = summary.totals
    yield (
        f"{counted(len(summary.sites), 'site')}, {counted(totals.pages, 'page')}, "
        f"{counted(totals.uses, 'image')}: {totals.open:,} ask for work"
    )
    for status, label in STATUS_LABEL.items():
        if number := totals.counts[status.value]:
            yield f"\t{number:,}\t{label}"
    if trend := summary.trend:
        yield (
            f"On {counted(trend.now.sites, 'site')} that the run of {trend.started[:10]} read too: "
            f"{trend.then.open:,} asked for work, now {trend.now.open:,}; "
            f"{len(trend.worse):,} got worse, {len(trend.better):,} better"
        )
    missing = [(site.url, site.reason) for site in summary.skipped]
    missing += [(site.url, site.reason) for site in summary.unread]
    for url, reason in missing:
        yield f"Not read\t{url}\t{reason}"
    if summary.sites[:limit]:
        yield "Worst first, by images that ask for work on a page"
    for site in summary.sites[:limit]:
        yield f"\t{per_page(site):.1f}\t{open_uses(site):,}\t{site.url}"
    if summary.shared[:limit]:
        yield "Pictures that several sites share, by uses that ask for work"
    for picture in summary.shared[:limit]:
        sites = counted(picture.sites, "site")
        yield f"\t{picture.open:,} of {picture.uses:,} on {sites}\t{picture.src}"
