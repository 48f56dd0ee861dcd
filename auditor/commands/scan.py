"""`auditor scan`: crawl, extract, score, rank, store, report."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor import __version__
from auditor.clock import now
from auditor.commands.crawl import Crawl, NamedPages, crawl_options
from auditor.commands.gate import Gate, gate_options
from auditor.commands.keeping import Keeping, keeping_options
from auditor.commands.leave import Leave, LeaveError
from auditor.commands.loading import Loading, loading_options
from auditor.commands.options import Reports, report_options
from auditor.commands.progress import progress_option, shown_progress
from auditor.commands.resumed import ResumeError, Taken, taken_from
from auditor.commands.scoring import Scoring, scoring_options
from auditor.commands.session import SessionOptions, session_options
from auditor.commands.stopping import run_until_stopped
from auditor.crawl.listing import AUTO, Listing, limited
from auditor.crawl.sitemaps import SitemapError
from auditor.gate.exit_code import NOT_DONE
from auditor.message import Message
from auditor.net.credentials import Access
from auditor.net.urls import origin
from auditor.reports.words import printable
from auditor.results import ModelIdentity
from auditor.scan.options import Progress, ScanOptions
from auditor.store.reader import StoreError
from auditor.store.writer import ScanInfo, Store
from auditor.texts.wordlists import check_user_words

if TYPE_CHECKING:
    from auditor.scoring.likelihood import Heard
    from models.encoder import Encoder


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was given, whether a scan begins or goes on."""

    crawl: Crawl
    session: SessionOptions
    loading: Loading
    scoring: Scoring
    keeping: Keeping
    profile: Mapping[str, Any] | None
    """What was learned of a team, as JSON."""


@dataclass(frozen=True, slots=True)
class _Work:
    """What is to be done, before anything is loaded."""

    options: ScanOptions
    access: Access
    leave: Leave
    begin: Callable[[ModelIdentity], tuple[Store, ScanOptions]]
    """Gives the scan file to write to, and the options with all pages that are listed."""


@click.command()
@crawl_options
@session_options
@loading_options
@progress_option
@click.option(
    "--profile",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What auditor tune learned of a team: its score in place of the shipped one.",
)
@scoring_options(
    no_ocr="Do not read the text in pictures, which happens where the extra `ocr` is installed.",
    language_model="Also hear how likely an English text is in its place, by the language model "
    "NAME: truer, and a second or more a text (docs/scoring.md).",
)
@keeping_options
@report_options
@gate_options
def scan(
    crawl: Crawl,
    session: SessionOptions,
    loading: Loading,
    progress: str,
    profile: Path | None,
    scoring: Scoring,
    keeping: Keeping,
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
    if crawl.nothing and not keeping.resume:
        raise click.UsageError("Name what to scan, or a scan file to --resume.")
    if session.insecure:
        click.echo("Certificates are not checked (--insecure).", err=True)
    for pair in crawl.hosts.pairs:
        click.echo(f"Pages of {pair.live} are read from {pair.staging} (--map-host).", err=True)
    asked = _Asked(crawl, session, loading, scoring, keeping, _profile(profile, keeping))
    check_user_words()
    scoring.check()
    if hint := scoring.hint():
        click.echo(hint, err=True)
    with ExitStack() as files:
        begun = _resumed if keeping.resume else _begun
        work = begun(asked, files)
        with shown_progress(sys.stderr, progress, tongue=reports.tongue) as report:
            report(Progress(0, 0, 0, note=_first_words(scoring)))
            encoder = scoring.encoder()
            heard = scoring.heard(encoder)
            store, options = work.begin(_identity(encoder, heard))
            files.callback(keeping.say_where, Path(store.path))
            early = _run(replace(work, options=options), store, encoder, heard, report)
        if early:
            go_on = f"what was done is kept; go on with {_again(store, crawl)}"
            reported = "what was done is reported, and kept in no file (--no-save)"
            click.echo(f"{early}: {reported if keeping.no_save else go_on}", err=True)
        read, code = gate.hold(store)
        reports.write(read)
        return code if Path(store.path).exists() else NOT_DONE


def _profile(path: Path | None, keeping: Keeping) -> Mapping[str, Any] | None:
    """Raises click.UsageError, RatingsError."""
    if path is None:
        return None
    if keeping.resume:
        raise click.UsageError("--profile stands in the file of the scan: give it without --resume")
    from auditor.ratings.profile_file import read_profile
    from auditor.scoring.tuning import to_json

    return to_json(read_profile(path))


def _first_words(scoring: Scoring) -> str:
    if scoring.no_score:
        return Message("The scan begins.")
    return Message("The model {model} is loaded.", model=scoring.model)


def _again(store: Store, crawl: Crawl) -> str:
    return shlex.join(["auditor", "scan", *crawl.words(), "--resume", str(store.path)])


def _begun(asked: _Asked, files: ExitStack) -> _Work:
    """A new scan. Raises TargetError, LeaveError."""
    crawl, loading = asked.crawl, asked.loading
    pages = crawl.pages()
    if crawl.sample and not (pages.below or pages.sitemaps):
        raise click.UsageError("--sample is for pages that are listed: name a folder or --sitemap.")
    leave = _leave(crawl, pages, loading)
    _require_a_site(asked.session, leave, "a configuration file does: name them here")
    options = ScanOptions(
        targets=pages.targets,
        sitemaps=pages.sitemaps,
        folders=crawl.folders,
        max_depth=crawl.max_depth,
        max_pages=crawl.max_pages,
        max_per_host=crawl.max_per_host,
        max_time=crawl.max_time,
        include=crawl.include,
        exclude=crawl.exclude,
        map_hosts=crawl.map_hosts,
        concurrency=crawl.at_a_time(loading.static),
        static=loading.static,
        robots=loading.robots,
        allow_hosts=loading.allow_hosts,
        browser=loading.browser,
        session=asked.session.kinds,
        logged_in=asked.session.logged_in,
    )
    access = asked.session.access(leave.urls)

    def begin(model: ModelIdentity) -> tuple[Store, ScanOptions]:
        """Raises SitemapError, StoreError."""
        listed = _listed(options, access, leave, crawl, pages)
        reader = asked.scoring.reads()
        whole = replace(options, listed=listed, reader=reader, profile=asked.profile)
        start = (*whole.targets, *whole.listed.urls, "")[0]
        store = files.enter_context(Store(files.enter_context(asked.keeping.new_file(start))))
        store.begin(_info(whole, model), asked.keeping.decisions)
        return store, whole

    return _Work(options, access, leave, begin)


def _leave(crawl: Crawl, pages: NamedPages, loading: Loading) -> Leave:
    """Pages that stand in a checkout's file are read where that needs nobody's leave."""
    path = click.get_current_context().obj.path
    named = (*pages.named_in(crawl.trusted), *_in_place(crawl))
    leave = Leave(named, loading.allow_hosts, path.parent if path else None)
    others = [url for url in pages.named_in(pages.by) if url not in leave.urls]
    leave.check(
        others,
        f"{path} names pages on this machine or in its network; name them on the command line, or "
        "their hosts with --allow-host",
    )
    return leave


def _in_place(crawl: Crawl) -> list[str]:
    """Hosts that the user named to be asked in the place of others."""
    return [f"{pair.origin}/" for pair in crawl.hosts.pairs]


def _listed(
    options: ScanOptions, access: Access, leave: Leave, crawl: Crawl, pages: NamedPages
) -> Listing:
    listing = Listing()
    if pages.sitemaps:
        from auditor.scan.run import list_sitemaps

        listing = run_until_stopped(list_sitemaps(options, access, leave.named()))
    room = max(0, crawl.max_pages - len(pages.targets))
    kept = limited((*pages.below, *listing.urls), crawl.sample, room, known=pages.targets)
    if not pages.targets and not kept.urls:
        raise SitemapError("The sitemap lists no page that could be scanned.")
    return Listing(kept.urls, (*listing.skipped, *kept.skipped))


def _run(
    work: _Work,
    store: Store,
    encoder: Encoder | None,
    heard: Heard | None,
    report: Callable[[Progress], None],
) -> str | None:
    """Scan until done, until a limit or until Ctrl-C; the store holds what was done. Why it ended
    early."""
    from auditor.judge.kept_bytes import KeptBytes
    from auditor.judge.vector_cache import VectorCache
    from auditor.scan.run import scan as run_scan
    from models.reading import fingerprint

    cache = VectorCache(encoder.fingerprint) if encoder else None
    options, access, named = work.options, work.access, work.leave.named()
    read_before = KeptBytes(fingerprint()) if options.reader else None
    try:
        scanning = run_scan(
            options, store, encoder, report, access, cache, named, heard, read_before
        )
        return run_until_stopped(scanning)
    except KeyboardInterrupt:
        return "Interrupted"


def _identity(encoder: Encoder | None, heard: Heard | None) -> ModelIdentity:
    return ModelIdentity.of(
        encoder.manifest if encoder else None, heard.manifest if heard else None
    )


def _info(options: ScanOptions, model: ModelIdentity) -> ScanInfo:
    return ScanInfo(
        targets=options.targets,
        started=now(),
        tool_version=__version__,
        model=model,
        reader=options.reader,
        arguments=asdict(options),
    )


def _resumed(asked: _Asked, files: ExitStack) -> _Work:
    """What the interrupted scan was asked, as far as it is taken from its file. Refused with
    another model, which judges otherwise, and without the session, which the file does not hold.
    Raises StoreError, ResumeError, LeaveError."""
    path = asked.keeping.resume
    assert path is not None
    store = files.enter_context(Store(path))
    info = store.asked()
    try:
        taken = taken_from(info.arguments)
    except ResumeError as error:
        raise ResumeError(f"{path}: {error}") from error
    if missing := [each for each in taken.session if each not in asked.session.kinds]:
        raise StoreError(f"{path} was begun with {' and '.join(missing)}: give that again")
    named = (*_named_again(asked.crawl, taken, str(path)), *_in_place(asked.crawl))
    leave = Leave(named, asked.loading.allow_hosts)
    leave.check(
        _pages_of(taken.options),
        f"{path} leads to pages on this machine or in its network, or to files; name them again "
        "before --resume",
    )
    _require_a_site(asked.session, leave, f"{path} does: name them before --resume")
    options = replace(
        taken.options,
        folders=asked.crawl.asked_now().folders,
        max_time=asked.crawl.max_time,
        map_hosts=asked.crawl.map_hosts,
        session=asked.session.kinds,
        logged_in=asked.session.logged_in or taken.options.logged_in,
        allow_hosts=asked.loading.allow_hosts,
        browser=replace(taken.options.browser, user_agent=asked.loading.browser.user_agent),
    )
    _say_what_was_taken(str(path), taken)

    def begin(model: ModelIdentity) -> tuple[Store, ScanOptions]:
        if info.model.sha256 != model.sha256:
            name = info.model.name
            raise StoreError(f"{path} was begun with the model {name}, and not this one")
        store.resume()
        return store, options

    return _Work(options, asked.session.access(leave.urls), leave, begin)


def _pages_of(options: ScanOptions) -> list[str]:
    pages = (*options.targets, *options.listed.urls, *options.sitemaps)
    return [each for each in pages if each != AUTO]


def _named_again(crawl: Crawl, taken: Taken, path: str) -> tuple[str, ...]:
    """What is named beside --resume has to be of that scan."""
    named = crawl.asked_now().pages().named_in(crawl.asked)
    known = {place for url in _pages_of(taken.options) for place in (url, _site(url))}
    strange = [url for url in named if url not in known and _site(url) not in known]
    if strange and len(strange) == len(named):
        raise click.UsageError(f"{strange[0]} is no page of the scan in {path}")
    return named


def _site(url: str) -> str:
    """The origin; a file stands for itself."""
    return url if url.startswith("file:") else origin(url)


def _require_a_site(session: SessionOptions, leave: Leave, why: str) -> None:
    if session.kinds and not leave.urls:
        kinds = " and ".join(session.kinds)
        raise LeaveError(f"{kinds}: for sites that you name, and for none because {why}")


def _say_what_was_taken(path: str, taken: Taken) -> None:
    said = f"From {path}: {', '.join(taken.words)}."
    if taken.left:
        said += f" Not taken, give it again if you want it: {', '.join(taken.left)}."
    click.echo(printable(said), err=True)
