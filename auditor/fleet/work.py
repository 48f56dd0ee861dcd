"""A site read: today's scan in a place of its own, then its image uses as Parquet, then its
figures. Written last, the figures say that all of it is there. What was killed goes on from the
scan file, and from the beginning of what comes after it."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace

from auditor import __version__
from auditor.clock import now
from auditor.crawl.listing import Listing, limited
from auditor.fleet.errors import FleetError, StorageError
from auditor.fleet.records import DONE, USES, SiteFigures, written
from auditor.fleet.storage import Storage
from auditor.fleet.uses import write_uses
from auditor.fleet.workplace import Workplace, workplace
from auditor.judge.vector_cache import KnownVectors
from auditor.net.addresses import Named
from auditor.net.credentials import NO_ACCESS
from auditor.results import ModelIdentity, ScanReport
from auditor.scan.options import Progress, ScanOptions
from auditor.scan.run import list_sitemaps, scan
from auditor.store.errors import BusyError, StoreError
from auditor.store.reader import StoredScan
from auditor.store.writer import ScanInfo, Store
from models.encoder import Embeds

BUSY_FOR = 60.0
"""Seconds to wait for the scan file: a task whose driver was killed may still be winding up."""
_NO_DISK = frozenset((sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN))


@dataclass(frozen=True, slots=True)
class SiteTask:
    """A site to be read."""

    key: str
    url: str
    options: ScanOptions
    named: tuple[Named, ...] = ()
    """Hosts that the user named for it."""


def read_site(
    task: SiteTask,
    storage: Storage,
    encoder: Embeds | None = None,
    cache: KnownVectors | None = None,
) -> SiteFigures:
    """Read what was not read yet of a site, and leave all of it in the storage. Raises
    StorageError, StoreError, BrowserError (none can be started here), FleetError (none any more),
    SitemapError; and CancelledError as a scan does, with what was read so far in the storage."""
    start = time.monotonic()
    with workplace(storage, task.key) as place, _disk_apart():
        try:
            early = _scan(task, place, encoder, cache)
        finally:
            place.finish()
        with StoredScan(place.scan) as stored:
            report = stored.report()
            table = place.scan.with_name("uses.parquet")
            write_uses(report.uses, table)
            storage.send(table, USES.format(task.key))
            table.unlink()
            seconds = time.monotonic() - start
            figures = figures_of(task, stored, place.scan.stat().st_size, seconds, early)
    storage.write(f"{DONE}/{task.key}.json", written(figures))
    return figures


@contextmanager
def _disk_apart() -> Iterator[None]:
    """A disk that is full is no fault of the site."""
    try:
        yield
    except StoreError as error:
        codes = [getattr(cause, "sqlite_errorcode", 0) & 0xFF for cause in _causes(error)]
        if not _NO_DISK.isdisjoint(codes):
            raise StorageError(str(error)) from error
        raise
    except OSError as error:
        raise StorageError(f"{error.filename or 'the disk'}: {error.strerror or error}") from error


def _causes(error: BaseException) -> Iterator[BaseException]:
    """What an error was raised from, and what that was; every one of those that came together."""
    found = error.__cause__
    if found is None:
        return
    yield found
    for each in found.exceptions if isinstance(found, BaseExceptionGroup) else ():
        yield each
        yield from _causes(each)
    yield from _causes(found)


def _scan(
    task: SiteTask, place: Workplace, encoder: Embeds | None, cache: KnownVectors | None
) -> str:
    """Why it ended early, "" when it did not."""
    with Store(place.scan) as store:
        begun = store.begun()
        if begun is not None and begun.finished:
            return ""  # it was killed after that
        _take(store, task, encoder, fresh=begun is None)

        def told(progress: Progress) -> None:
            if progress.page is not None:
                place.keep()

        work = _listed_and_scanned(task, store, encoder, cache, told)
        begun_at = time.monotonic()
        early = asyncio.run(work) or ""
        if early and not _is_over(task.options, begun_at):
            # The browser ended, and none could be started in its place: the rest is to be read.
            raise FleetError(early)
        return early


def _is_over(options: ScanOptions, begun: float) -> bool:
    """Whether its time is."""
    return options.max_time is not None and time.monotonic() - begun >= options.max_time


async def _listed_and_scanned(
    task: SiteTask,
    store: Store,
    encoder: Embeds | None,
    cache: KnownVectors | None,
    told: Callable[[Progress], None],
) -> str | None:
    options = task.options
    if options.sitemaps:
        options = replace(options, listed=await _listed(options, task.named))
    return await scan(options, store, encoder, told, NO_ACCESS, cache, task.named)


async def _listed(options: ScanOptions, named: Sequence[Named]) -> Listing:
    found = await list_sitemaps(options, named=named)
    most = options.max_pages or len(found.urls)
    room = max(0, most - len(options.targets))
    kept = limited(found.urls, None, room, known=options.targets)
    return Listing(kept.urls, (*found.skipped, *kept.skipped))


def _take(store: Store, task: SiteTask, encoder: Embeds | None, *, fresh: bool) -> None:
    """Begin or go on. Raises BusyError when another task does not leave the file."""
    info = ScanInfo(
        targets=task.options.targets,
        started=now(),
        tool_version=__version__,
        model=ModelIdentity.of(encoder.manifest if encoder else None),
        reader=task.options.reader,
        arguments=asdict(task.options),
    )
    end = time.monotonic() + BUSY_FOR
    while True:
        try:
            if fresh:
                store.begin(info)
            else:
                store.resume()
        except BusyError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
        else:
            return


def figures_of(
    task: SiteTask, stored: StoredScan, size: int, seconds: float, early: str
) -> SiteFigures:
    """The figures of a scan file of `size` bytes. Raises StoreError."""
    report = stored.report()
    pages = [page.state for page in report.pages]
    scored, quality = stored.mean_quality()
    read = pages.count("done") + pages.count("same")
    return SiteFigures(
        key=task.key,
        url=task.url,
        started=report.started,
        finished=now(),
        seconds=round(seconds, 3),
        pages=read,
        pages_failed=pages.count("failed"),
        counts=dict(report.counts),
        failed={str(severity): n for severity, n in stored.failed_counts().items()},
        scored=scored,
        quality=quality,
        skipped=len(report.skipped),
        reason=early or ("" if read else _why_unread(report)),
        bytes=size,
    )


def _why_unread(report: ScanReport) -> str:
    """What is told of a page comes before what is told of the scan."""
    told = sorted(report.skipped, key=lambda each: not each.page)
    return told[0].reason if told else "no page was found"
