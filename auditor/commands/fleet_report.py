"""`auditor fleet report`: all sites of a fleet together."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.catalogue import Tongue
from auditor.commands.marks import harmless
from auditor.commands.options import language_option, said_in
from auditor.findings import Status
from auditor.fleet.storage import Storage
from auditor.reports.words import images, label, pages

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
@language_option
def report(
    fleet: str, output: tuple[Path, ...], before: str | None, limit: int, language: str | None
) -> None:
    """Report a fleet: its sites worst first, and the pictures that they share.

    Sites are ordered by the images that ask for work on a page. A picture that several sites share
    is mended once: those that help in most places come first.

    Example: auditor fleet report found --output report.html --before found-last-month
    """
    from auditor.fleet.summary import summarise

    tongue = said_in(language)
    storage = Storage(fleet)
    summary = summarise(storage, Storage(before) if before else None)
    for path in output:
        try:
            _write(summary, storage, path, tongue)
        except OSError as error:
            raise click.ClickException(f"{path} cannot be written: {error.strerror}") from error
    if not output:
        out = harmless(sys.stdout)
        for line in _lines(summary, limit, tongue):
            click.echo(line, file=out)


def _write(summary: FleetSummary, storage: Storage, path: Path, tongue: Tongue) -> None:
    from auditor.fleet.page import fleet_html, thumbnails_of
    from auditor.fleet.tables import as_object, write_sites

    match path.suffix.lower():
        case ".html":
            html = fleet_html(summary, thumbnails_of(summary, storage), tongue)
            path.write_text(html, "utf-8")
        case ".json":
            path.write_text(json.dumps(as_object(summary), ensure_ascii=False, indent=1), "utf-8")
        case _:
            with path.open("w", encoding="utf-8", newline="") as out:
                write_sites(summary, out)


def _lines(summary: FleetSummary, limit: int, tongue: Tongue) -> Iterator[str]:
    from auditor.fleet.summary import open_uses, per_page

    totals = summary.totals
    yield tongue.counted(
        "{sites}, {pages}, {images}: {number} asks for work",
        "{sites}, {pages}, {images}: {number} ask for work",
        totals.open,
        sites=_sites(len(summary.sites), tongue),
        pages=pages(totals.pages, tongue),
        images=images(totals.uses, tongue),
    )
    for status in Status:
        if number := totals.counts[status.value]:
            yield f"\t{tongue.number(number)}\t{label(status, tongue)}"
    if trend := summary.trend:
        yield tongue.translated(
            "On {sites} that the run of {day} read too: {then} asked for work, now {now}; "
            "{worse} got worse, {better} better",
            sites=_sites(trend.now.sites, tongue),
            day=trend.started[:10],
            then=trend.then.open,
            now=trend.now.open,
            worse=len(trend.worse),
            better=len(trend.better),
        )
    missing = [(site.url, site.reason) for site in summary.skipped]
    missing += [(site.url, site.reason) for site in summary.unread]
    for url, reason in missing:
        yield f"{tongue.translated('Not read')}\t{url}\t{reason}"
    if summary.sites[:limit]:
        yield tongue.translated("Worst first, by images that ask for work on a page")
    for site in summary.sites[:limit]:
        rate, work = tongue.number(per_page(site), ".1f"), tongue.number(open_uses(site))
        yield f"\t{rate}\t{work}\t{site.url}"
    if summary.shared[:limit]:
        yield tongue.translated("Pictures that several sites share, by uses that ask for work")
    for picture in summary.shared[:limit]:
        told = tongue.translated(
            "{open} of {uses} on {sites}",
            open=picture.open,
            uses=picture.uses,
            sites=_sites(picture.sites, tongue),
        )
        yield f"\t{told}\t{picture.src}"


def _sites(number: int, tongue: Tongue) -> str:
    return tongue.counted("{number} site", "{number} sites", number)
