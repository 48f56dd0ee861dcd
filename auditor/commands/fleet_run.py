"""`auditor fleet run`: every site of a list, resumable by the same command."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from auditor import __version__
from auditor.clock import now
from auditor.commands.crawl import Duration
from auditor.commands.fleet_progress import shown_fleet
from auditor.commands.fleet_sites import SitePlan, site_options
from auditor.commands.grouped import grouped
from auditor.commands.progress import progress_option
from auditor.commands.scoring import Scoring, scoring_options
from auditor.fleet.drive import FleetLimits, drive, forget_skipped
from auditor.fleet.errors import FleetError
from auditor.fleet.on_ray import RayCrew, RayPlace
from auditor.fleet.records import FleetInfo, begin_fleet, ended_keys
from auditor.fleet.scoring import ScoringPlan
from auditor.fleet.sites import ListedSite, read_sites
from auditor.fleet.storage import Storage
from auditor.reports.words import counted
from auditor.results import ModelIdentity
from auditor.scan.cores import cores
from auditor.store.lock import Timeout, hold


@dataclass(frozen=True, slots=True)
class _Pool:
    scorers: int | None
    gpus: float

    def plan(self, scoring: Scoring, workers: int | None) -> ScoringPlan | None:
        """None: nothing is scored."""
        if scoring.no_score:
            return None
        scorers = self.scorers or max(1, (workers or cores()) // 4)
        return ScoringPlan(scoring.model, scoring.provider, scorers, self.gpus)


_place_options = grouped(
    "place",
    RayPlace,
    click.option(
        "--address",
        metavar="auto|ray://HOST:PORT",
        help="A Ray cluster that runs; without it, one is made on this machine.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(min=1),
        show_default="one for each CPU",
        help="Sites read at a time.",
    ),
)
_pool_options = grouped(
    "pool",
    _Pool,
    click.option(
        "--scorers",
        type=click.IntRange(min=1),
        show_default="one for four workers",
        help="Processes that hold the model and score for all sites.",
    ),
    click.option(
        "--gpus",
        type=click.FloatRange(min=0, max=1),
        default=0.0,
        show_default=True,
        help="Share of a GPU for each of them: 0.25 for four on one. 0: a CPU each.",
    ),
)
_limit_options = grouped(
    "limits",
    FleetLimits,
    click.option(
        "--total-pages",
        "pages",
        type=click.IntRange(min=1),
        help="Pages to read of all sites together, earlier runs into the same output included.",
    ),
    click.option(
        "--total-time",
        "seconds",
        type=Duration(),
        help="End after 90s, 10m or 2h; the same command goes on.",
    ),
)


@click.command()
@click.argument("list_", metavar="LIST", type=click.Path(allow_dash=True, path_type=Path))
@click.option(
    "--out",
    required=True,
    metavar="FOLDER|URL",
    help="Where all of it goes: a folder, or s3://BUCKET/PATH and the like, as fsspec knows them.",
)
@_place_options
@_pool_options
@scoring_options()
@_limit_options
@click.option("--again", is_flag=True, help="Try the sites anew that were given up.")
@progress_option
@site_options
def run(
    list_: Path,
    out: str,
    place: RayPlace,
    pool: _Pool,
    scoring: Scoring,
    limits: FleetLimits,
    again: bool,
    progress: str,
    site: Mapping[str, Any],
) -> int:
    """Scan every site of LIST, several at a time, each into a scan file of its own.

    LIST has a site a line, or is CSV whose first column is `site` and whose others are options of
    scan for that site alone: `max-pages`, `depth`, `static`. What is given here holds for all.

    A site has an hour, unless --max-time says otherwise.

    What lies in the output is all that is kept: the same command goes on with what is not done,
    whatever ended the one before. A site that ends its worker three times is given up, and the
    report says why. Ctrl-C leaves everything that was read.

    Example: auditor fleet run sites.txt --out found --max-pages 50
    """
    plan = SitePlan(str(list_), site, scoring.reads())
    scoring.check()
    sites = _read(list_, plan)
    storage = Storage(out)
    with ExitStack() as stack:
        _alone(storage, stack)
        begin_fleet(storage, _info(scoring))
        if again and (number := forget_skipped(storage)):
            click.echo(f"{counted(number, 'site')} that had been given up: tried anew.", err=True)
        by = pool.plan(scoring, place.workers)
        crew = stack.enter_context(RayCrew(storage, place, by))
        tell = stack.enter_context(shown_fleet(sys.stderr, progress))
        try:
            early = drive(sites, plan, storage, crew, limits, tell)
        except KeyboardInterrupt:
            early = "Interrupted"
        _say_embedded(crew.counted())
    return _said(storage, len(sites), early, shlex.join(["auditor", *sys.argv[1:]]))


def _info(scoring: Scoring) -> FleetInfo:
    encoder = scoring.encoder()
    model = ModelIdentity.of(encoder.manifest if encoder else None)
    return FleetInfo(now(), __version__, model.name, model.sha256, scoring.reads())


def _say_embedded(counted_: Mapping[str, int]) -> None:
    if counted_:
        pictures = counted(counted_.get("pictures", 0), "picture")
        texts = counted(counted_.get("texts", 0), "text")
        known = f"{counted_.get('found', 0):,} were known already"
        click.echo(f"Embedded: {pictures} and {texts}; {known}.", err=True)


def _read(path: Path, plan: SitePlan) -> list[ListedSite]:
    """The list, every line understood. Raises FleetError."""
    try:
        with click.open_file(str(path), encoding="utf-8", errors="replace") as lines:
            sites = list(read_sites(lines, str(path)))
    except OSError as error:
        raise FleetError(f"{path} cannot be read: {error.strerror}") from error
    if not sites:
        raise FleetError(f"{path} lists no site")
    for site in sites:
        if site.options or site is sites[0]:
            plan(site)
    return sites


def _alone(storage: Storage, stack: ExitStack) -> None:
    """One driver for an output, as far as it lies on this machine. Raises FleetError."""
    if storage.folder is None:
        return
    try:
        storage.folder.mkdir(parents=True, exist_ok=True)
        lock = hold(storage.folder / "fleet")
    except Timeout:
        raise FleetError(f"Another fleet writes to {storage.place}") from None
    except OSError as error:
        raise FleetError(f"{storage.place} cannot be written: {error.strerror}") from error
    stack.callback(lock.release)


def _said(storage: Storage, number: int, early: str | None, command: str) -> int:
    """What became of all of it, on stderr. The exit code."""
    done, skipped = ended_keys(storage)
    given_up = f"{len(skipped)} given up" if skipped else "none given up"
    click.echo(
        f"{len(done)} of {counted(number, 'site')} done, {given_up}: {storage.place}", err=True
    )
    if early:
        click.echo(f"{early}; what was done is kept, go on with: {command}", err=True)
    return 1 if early or skipped else 0
