"""`auditor scan`: crawl, extract, score, rank, store, report."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import cattrs
import click
from click.core import ParameterSource
from platformdirs import user_data_path

from auditor import __version__
from auditor.addresses import AddressError, named_host
from auditor.browser import BrowserOptions
from auditor.chromium import BrowserError
from auditor.commands.gate import Gate, gate_options
from auditor.commands.options import Reports, report_options
from auditor.commands.progress import shown_progress
from auditor.rules.wordlists import WordsError, check_user_words
from auditor.scan import ScanOptions, now
from auditor.scan import scan as run_scan
from auditor.store import ScanInfo, Store, StoreError
from auditor.urls import TargetError, target_url
from models.encoder import Encoder, load
from models.manifest import ModelError


@click.command()
@click.argument("targets", nargs=-1, metavar="URL|FILE...")
@click.option("--depth", type=click.IntRange(min=0), help="Links to follow from each target.")
@click.option(
    "--max-pages",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="Pages to read in all.",
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 32),
    default=2,
    show_default=True,
    help="Pages read at a time.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=1),
    default=30.0,
    show_default=True,
    help="Seconds for a page to load, and again to be read.",
)
@click.option("--static", is_flag=True, help="Fetch pages without a browser: scripts do not run.")
@click.option("--ignore-robots", is_flag=True, help="Follow links that robots.txt forbids.")
@click.option(
    "--allow-host",
    "allow_hosts",
    multiple=True,
    metavar="HOST",
    help="Let pages lead to this private host too: HOST, HOST:PORT, an address or a network; "
    "may be repeated. What you name as a target is allowed.",
)
@click.option("--user-agent", help="Name of the browser that is sent to hosts.")
@click.option("--model", default="compact", show_default=True, help="Model that scores the texts.")
@click.option(
    "--provider", default="auto", show_default=True, help="auto, cpu or cuda: where it runs."
)
@click.option("--no-score", is_flag=True, help="Only the rules that need no model.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Scan file (SQLite) to write; without it, one in the user's data folder.",
)
@click.option("--no-save", is_flag=True, help="Keep no scan file, only the reports.")
@click.option(
    "--resume",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Go on with an interrupted scan: its file. What was asked then holds.",
)
@report_options
@gate_options
def scan(
    targets: tuple[str, ...],
    depth: int | None,
    max_pages: int,
    concurrency: int,
    timeout: float,
    static: bool,
    ignore_robots: bool,
    allow_hosts: tuple[str, ...],
    user_agent: str | None,
    model: str,
    provider: str,
    no_score: bool,
    save: Path | None,
    no_save: bool,
    resume: Path | None,
    reports: Reports,
    gate: Gate,
) -> int:
    """Scan pages, and the pages of the same site that they link to.

    Every image is extracted with its text and context, scored on this machine, and ranked worst
    first. Ctrl-C stops the scan; what was done is kept and reported, and --resume goes on.

    Example: auditor scan https://example.org/ --max-pages 20 --output report.html --output -
    """
    source = click.get_current_context().get_parameter_source("targets")
    if resume and source is ParameterSource.DEFAULT_MAP:
        targets = ()  # those of the configuration file were not asked for now
    if bool(targets) == bool(resume):
        raise click.UsageError("Name what to scan, or a scan file to --resume.")
    options = ScanOptions(
        targets=_urls(targets),
        max_depth=depth,
        max_pages=max_pages,
        concurrency=concurrency,
        static=static,
        robots=not ignore_robots,
        allow_hosts=_hosts(allow_hosts),
        browser=BrowserOptions(timeout=timeout, user_agent=user_agent),
    )
    try:
        check_user_words()
        encoder = None if no_score else load(model, provider=provider, threads=1)
        with _scan_file(resume or save, no_save, options.targets) as path, Store(path) as store:
            if resume:
                options = _resumed(store, encoder)
            else:
                store.begin(_info(options, encoder))
            _run(options, store, encoder)
            read, code = gate.hold(store)
            reports.write(read)
            if not no_save:
                click.echo(f"Scan file: {store.path}", err=True)
            return code
    except (BrowserError, ModelError, StoreError, WordsError) as error:
        raise click.ClickException(str(error)) from error


def _run(options: ScanOptions, store: Store, encoder: Encoder | None) -> None:
    """Scan until done or until Ctrl-C; either way the store holds what was done."""
    with shown_progress(sys.stderr) as report:
        try:
            asyncio.run(run_scan(options, store, encoder, report))
        except KeyboardInterrupt:
            click.echo(f"Interrupted: what was done is kept, --resume {store.path}", err=True)


def _info(options: ScanOptions, encoder: Encoder | None) -> ScanInfo:
    return ScanInfo(
        targets=options.targets,
        started=now(),
        tool_version=__version__,
        model=encoder.manifest.name if encoder else "none",
        model_sha256=encoder.manifest.sha256 if encoder else "",
        arguments=asdict(options),
    )


def _resumed(store: Store, encoder: Encoder | None) -> ScanOptions:
    """What the interrupted scan was asked; refused with another model, which judges otherwise."""
    info = store.resume()
    if info.model_sha256 != (encoder.manifest.sha256 if encoder else ""):
        raise StoreError(f"{store.path} was begun with the model {info.model}, and not this one")
    return cattrs.structure(info.arguments, ScanOptions)


def _urls(targets: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return tuple(dict.fromkeys(target_url(target) for target in targets))
    except TargetError as error:
        raise click.ClickException(str(error)) from error


def _hosts(names: tuple[str, ...]) -> tuple[str, ...]:
    try:
        list(map(named_host, names))
    except AddressError as error:
        raise click.ClickException(str(error)) from error
    return names


@contextmanager
def _scan_file(save: Path | None, no_save: bool, targets: Sequence[str]) -> Iterator[Path]:
    """Where the scan is written; with `no_save` it goes when all is reported."""
    if not no_save:
        yield save or _default_path(targets[0])
        return
    with TemporaryDirectory() as folder:
        yield Path(folder) / "scan.db"


def _default_path(url: str) -> Path:
    host = urlsplit(url).netloc.replace(":", "-") or "files"
    when = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    folder = user_data_path("auditor") / "scans"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{host}-{when}.db"
    number = 2
    while path.exists():
        path = folder / f"{host}-{when}-{number}.db"
        number += 1
    return path
