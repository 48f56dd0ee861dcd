"""`auditor scan`: crawl, extract, score, rank, store, report."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import click
from click.core import ParameterSource
from platformdirs import user_data_path

from auditor import __version__
from auditor.browser.options import ANSWERS, FLAGS, Answer, BrowserError, BrowserOptions
from auditor.clock import now
from auditor.commands.allow_host import allow_host_option
from auditor.commands.crawl import Crawl, crawl_options
from auditor.commands.gate import Gate, gate_options
from auditor.commands.options import Reports, report_options
from auditor.commands.progress import FORMS, shown_progress
from auditor.commands.session import SessionOptions, session_options
from auditor.crawl.listing import Listing, limited
from auditor.crawl.sitemaps import SitemapError
from auditor.judge.vector_cache import VectorCache
from auditor.net.credentials import Access
from auditor.net.urls import TargetError
from auditor.results import ModelIdentity
from auditor.scan.options import ScanOptions
from auditor.scan.run import list_sitemaps
from auditor.scan.run import scan as run_scan
from auditor.store.errors import understood
from auditor.store.reader import StoreError
from auditor.store.values import structured
from auditor.store.writer import ScanInfo, Store
from auditor.texts.wordlists import WordsError, check_user_words
from models.encoder import Encoder, load
from models.manifest import ModelError
from models.reading import ReadingError, installed


@click.command()
@crawl_options
@session_options
@click.option(
    "--timeout",
    type=click.FloatRange(min=1),
    default=30.0,
    show_default=True,
    help="Seconds for a page to load, and again to be read.",
)
@click.option(
    "--max-screens",
    type=click.IntRange(min=1),
    default=50,
    show_default=True,
    help="Heights of the window to scroll down: some pages have no end.",
)
@click.option(
    "--consent",
    type=click.Choice(ANSWERS),
    help="Click this answer on consent banners of well-known tools; without it they are left.",
)
@click.option("--static", is_flag=True, help="Fetch pages without a browser: scripts do not run.")
@click.option("--ignore-robots", is_flag=True, help="Follow links that robots.txt forbids.")
@allow_host_option
@click.option(
    "--progress",
    type=click.Choice(FORMS),
    default=FORMS[0],
    show_default=True,
    help="On stderr: a bar or lines, a JSON object a line for programs, or nothing.",
)
@click.option(
    "--user-agent",
    help="What hosts are told instead of the browser's name and alt-text-auditor. Rules of "
    "robots.txt are looked up by its first word.",
)
@click.option("--model", default="compact", show_default=True, help="Model that scores the texts.")
@click.option(
    "--provider",
    default="auto",
    show_default=True,
    help="Where it runs: cpu, cuda, directml, tensorrt, coreml or openvino. One that is not there "
    "is an error that says which are.",
)
@click.option("--no-score", is_flag=True, help="Only the rules that need no model.")
@click.option(
    "--no-ocr",
    is_flag=True,
    help="Do not read the text in pictures, which happens where the extra `ocr` is installed.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Scan file (SQLite) to write; without it, one in the user's data folder.",
)
@click.option(
    "--decisions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="An earlier scan file: take over what was decided in it in the window (auditor gui).",
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
    crawl: Crawl,
    session: SessionOptions,
    timeout: float,
    max_screens: int,
    consent: Answer | None,
    static: bool,
    ignore_robots: bool,
    allow_hosts: tuple[str, ...],
    progress: str,
    user_agent: str | None,
    model: str,
    provider: str,
    no_score: bool,
    no_ocr: bool,
    save: Path | None,
    decisions: Path | None,
    no_save: bool,
    resume: Path | None,
    reports: Reports,
    gate: Gate,
) -> int:
    """Scan pages, and the pages of the same site that they link to.

    A folder stands for the pages in it and below. Links are followed within the origin of the page
    that was named, unless --include says otherwise.

    Every image is extracted with its text and context, scored on this machine, and ranked worst
    first. Ctrl-C stops the scan; what was done is kept and reported, and --resume goes on.

    Example: auditor scan https://example.org/ --max-pages 20 --output report.html --output -
    """
    given = any(map(_on_command_line, ("targets", "urls", "sitemaps")))
    if given if resume else crawl.nothing:
        raise click.UsageError("Name what to scan, or a scan file to --resume.")
    browser = BrowserOptions(
        timeout=timeout, screens=max_screens, consent=consent, user_agent=user_agent
    )
    try:
        check_user_words()
        encoder = None if no_score else load(model, provider=provider, threads=1)
        if resume:
            with Store(resume) as store:
                options, access = _resumed(store, encoder, crawl, session)
                return _finish(options, access, store, encoder, reports, gate, progress)
        options = ScanOptions(
            targets=(),
            static=static,
            robots=not ignore_robots,
            allow_hosts=allow_hosts,
            browser=browser,
            reader="" if no_ocr else installed(),
            session=session.kinds,
            logged_in=session.logged_in,
        )
        options, access = _begun(options, crawl, session)
        start = (*options.targets, *options.listed.urls, "")[0]
        with _scan_file(save, no_save, start) as path, Store(path) as store:
            store.begin(_info(options, encoder), decisions)
            code = _finish(options, access, store, encoder, reports, gate, progress)
            if not no_save:
                click.echo(f"Scan file: {path}", err=True)
            return code
    except (
        BrowserError,
        ModelError,
        ReadingError,
        SitemapError,
        StoreError,
        TargetError,
        WordsError,
    ) as error:
        raise click.ClickException(str(error)) from error


def _on_command_line(name: str) -> bool:
    """False for what stands in the configuration file: it was not asked for now."""
    source = click.get_current_context().get_parameter_source(name)
    return source in (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)


def _begun(
    options: ScanOptions, crawl: Crawl, session: SessionOptions
) -> tuple[ScanOptions, Access]:
    """The options with everything that is named and listed. Raises TargetError, SitemapError."""
    targets, below = crawl.named()
    options = replace(
        options,
        targets=targets,
        sitemaps=crawl.sitemap_urls(),
        folders=crawl.folders,
        max_depth=crawl.max_depth,
        max_pages=crawl.max_pages,
        max_per_host=crawl.max_per_host,
        max_time=crawl.max_time,
        include=crawl.include,
        exclude=crawl.exclude,
        concurrency=crawl.at_a_time(options.static),
    )
    access = session.access((*targets, *options.sitemaps))
    if crawl.sample and not (below or options.sitemaps):
        raise click.UsageError("--sample is for pages that are listed: name a folder or --sitemap.")
    listing = asyncio.run(list_sitemaps(options, access)) if options.sitemaps else Listing()
    room = max(0, crawl.max_pages - len(targets))
    kept = limited((*below, *listing.urls), crawl.sample, room, known=targets)
    if not targets and not kept.urls:
        raise SitemapError("The sitemap lists no page that could be scanned.")
    return replace(options, listed=Listing(kept.urls, (*listing.skipped, *kept.skipped))), access


def _finish(
    options: ScanOptions,
    access: Access,
    store: Store,
    encoder: Encoder | None,
    reports: Reports,
    gate: Gate,
    progress: str,
) -> int:
    """Scan, report, and give the exit code."""
    _run(options, access, store, encoder, progress)
    read, code = gate.hold(store)
    reports.write(read)
    return code


def _run(
    options: ScanOptions, access: Access, store: Store, encoder: Encoder | None, progress: str
) -> None:
    """Scan until done, until a limit or until Ctrl-C; the store holds what was done."""
    cache = VectorCache(encoder.fingerprint) if encoder else None
    with shown_progress(sys.stderr, progress) as report:
        try:
            early = asyncio.run(run_scan(options, store, encoder, report, access, cache))
        except KeyboardInterrupt:
            early = "Interrupted"
    if early:
        click.echo(f"{early}: what was done is kept, --resume {store.path}", err=True)


def _info(options: ScanOptions, encoder: Encoder | None) -> ScanInfo:
    return ScanInfo(
        targets=options.targets,
        started=now(),
        tool_version=__version__,
        model=ModelIdentity.of(encoder.manifest if encoder else None),
        reader=options.reader,
        arguments=asdict(options),
    )


def _resumed(
    store: Store, encoder: Encoder | None, crawl: Crawl, session: SessionOptions
) -> tuple[ScanOptions, Access]:
    """What the interrupted scan was asked. Refused with another model, which judges otherwise, and
    without the session, which the file does not hold."""
    info = store.resume()
    if info.model.sha256 != ModelIdentity.of(encoder.manifest if encoder else None).sha256:
        name = info.model.name
        raise StoreError(f"{store.path} was begun with the model {name}, and not this one")
    with understood(store.path, "what was asked"):
        options = structured(info.arguments, ScanOptions)
    if missing := [each for each in options.session if each not in session.kinds]:
        words = " and ".join(missing)
        raise StoreError(f"{store.path} was begun with {words}: give that again")
    # Switches of the browser are the program's: a file from elsewhere could start anything.
    browser = replace(options.browser, flags=FLAGS)
    options = replace(options, browser=browser, max_time=crawl.max_time, session=session.kinds)
    return options, session.access((*options.targets, *options.sitemaps))


@contextmanager
def _scan_file(save: Path | None, no_save: bool, start: str) -> Iterator[Path]:
    """Where the scan is written; with `no_save` it goes when all is reported."""
    if not no_save:
        yield save or _default_path(start)
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
