"""The scan: frontier → reader → extraction → judge → store. The one place that joins them.

1. A worker takes a page from the frontier and its reader loads it.
2. Extraction makes records of every frame; their pictures are brought while the page is open.
3. The judge decodes, embeds, scores, runs the rules and gives each use its verdict.
4. The page with all its results is stored in one transaction; its links go to the frontier.
5. After the last page, rules on groups look across all of them.

What could not be done at any step is stored as Skipped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag

import httpx

from auditor.browser.options import BrowserError
from auditor.clock import now
from auditor.crawl.frontier import Frontier, Visit
from auditor.crawl.listing import REST, Listing, from_sitemaps
from auditor.crawl.robots import Robots
from auditor.crawl.sign_in import SessionLost, SignIn, refuse_wall
from auditor.errors import first_of
from auditor.findings import Skipped
from auditor.judge.judge import Judge
from auditor.judge.kept_bytes import KeptBytes
from auditor.judge.known_reader import KnownReader
from auditor.judge.vector_cache import KnownVectors
from auditor.net.address_guard import AddressGuard, open_guard
from auditor.net.addresses import Named, named_by, named_host
from auditor.net.client import open_client, robots_name
from auditor.net.credentials import NO_ACCESS, Access
from auditor.net.host_map import HostMap
from auditor.net.pace import Pace
from auditor.pages.page import HostBusy, Page, PageError, RenewableReader
from auditor.pages.static import Kept, StaticReader
from auditor.results import PageInfo
from auditor.scan.across import find_across_pages
from auditor.scan.cores import judging_pool
from auditor.scan.one_page import PageResult, audit_page, fault
from auditor.scan.options import Progress, ScanOptions
from auditor.scan.processes import Processes
from auditor.scoring.tuning import from_json
from auditor.store.errors import StoreError
from auditor.store.writer import Store
from extractors.extract import Extraction

if TYPE_CHECKING:  # a scan without scores needs none of them
    from auditor.scoring.likelihood import Heard
    from models.encoder import Embeds
    from models.reading import Reads

log = logging.getLogger(__name__)
NO_END = "others come before so many addresses of one form (--max-pages)"
NO_IMAGES = "films, sound, fonts of text and counters of visitors"
UNCHECKED = Skipped("the certificates of hosts", "they were not checked (--insecure)")
ENDED = "the browser ended while it was read, and the next one too"


async def scan(
    options: ScanOptions,
    store: Store,
    encoder: Embeds | None,
    report: Callable[[Progress], None] = lambda progress: None,
    access: Access = NO_ACCESS,
    cache: KnownVectors | None = None,
    named: Sequence[Named] | None = None,
    heard: Heard | None = None,
    read_before: KeptBytes | None = None,
) -> str | None:
    """Scan everything that the store does not hold yet. Raises BrowserError when no browser can be
    started, StoreError when the store cannot be read or written. Returns why it ended before that,
    fit to show, or None. `named`: hosts that the user named, None for those of targets, sitemaps
    and --allow-host. `heard`: a language model that the scores hear too. `read_before`: what was
    read in pictures by earlier scans; None: all are read anew.

    When it ends early or the task is cancelled, every finished page is in the store and the rest
    is noted there as skipped; CancelledError goes on.
    """
    frontier = options.frontier()
    store.push(options.targets, 0)
    if not access.trust.checked:
        store.skip_once(UNCHECKED)
    tuning = from_json(options.profile) if options.profile else None
    reader = _reader(read_before) if options.reader else None
    judge = Judge(encoder, reader, cache, tuning=tuning, heard=heard)
    run = _Run(options, access, store, judge, frontier, report, named, options.hosts)
    try:
        async with AsyncExitStack() as stack, asyncio.timeout(options.max_time) as limit:
            await run.work(stack)
    except asyncio.CancelledError:
        _end_early(run, "the scan was interrupted")
        raise
    except TimeoutError:
        if not limit.expired():
            raise
        return _end_early(run, f"the time limit of {options.max_time:g} s was reached (--max-time)")
    if run.lost is not None:
        return _end_early(run, run.lost)
    reasons = [*run.left_out(), *(Skipped(REST, why) for why in run.closed())]
    reasons += run.not_fetched()
    _pass_over_all(store)
    store.finish(now(), *options.listed.skipped, *reasons)
    return None


def _reader(read_before: KeptBytes | None) -> Reads:
    from models.reading import open_reader

    reader = open_reader()
    return reader if read_before is None else KnownReader(reader, read_before)


def _end_early(run: _Run, reason: str) -> str:
    left = run.frontier.known - run.done
    pages = "1 known page was" if left == 1 else f"{left} known pages were"
    run.store.interrupted(f"{reason}; {pages} not read")
    for each in run.not_fetched():
        run.store.skip_once(each)
    _pass_over_all(run.store)
    return reason


def _pass_over_all(store: Store) -> None:
    """What only shows when many pages are there."""
    store.keep_each_page_once()
    find_across_pages(store)


async def list_sitemaps(
    options: ScanOptions, access: Access = NO_ACCESS, named: Sequence[Named] | None = None
) -> Listing:
    """The pages that the sitemaps of `options` list; `named` as for `scan`. Raises SitemapError."""
    async with AsyncExitStack() as stack:
        guard = await stack.enter_async_context(open_guard(_named(options, named), access.trust))
        opened = open_client(guard, access, options.browser.user_agent)
        client = await stack.enter_async_context(opened)
        return await from_sitemaps(
            client, options.sitemaps, options.targets, options.scope, options.hosts
        )


def _named(options: ScanOptions, named: Sequence[Named] | None) -> Sequence[Named]:
    """The hosts that the user named."""
    if named is not None:
        return named
    places = map(named_by, (*options.targets, *options.sitemaps))
    return [*filter(None, places), *map(named_host, options.allow_hosts)]


@dataclass(slots=True)
class _Tools:
    """What every worker of a run shares."""

    robots: Robots | None
    """None: rules are not asked for."""
    pace: Pace
    session: SignIn
    pool: ThreadPoolExecutor
    processes: Processes | None
    again: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the one page that is read a second time, as the browser ended with it."""


@dataclass(slots=True)
class _Run:
    options: ScanOptions
    access: Access
    store: Store
    judge: Judge
    frontier: Frontier
    report: Callable[[Progress], None]
    named: Sequence[Named] | None
    hosts: HostMap
    robots: Robots | None = None
    readers: Sequence[RenewableReader] = ()
    done: int = 0
    pictures: int = 0
    views: dict[tuple[str, bytes], str] = field(default_factory=dict)
    """Address of the page by its document and what it shows: routes may show the same."""
    lost: str | None = None
    """Why the session does not hold any more."""

    async def work(self, stack: AsyncExitStack) -> None:
        options = self.options
        pool = stack.enter_context(judging_pool())
        # Beside a browser, which keeps the cores busy, they gain nothing. Names of hosts are looked
        # up in threads, so they come first.
        processes = await stack.enter_async_context(Processes(pool)) if options.static else None
        guard = await stack.enter_async_context(
            open_guard(_named(options, self.named), self.access.trust)
        )
        agent = options.browser.user_agent
        client = await stack.enter_async_context(open_client(guard, self.access, agent))
        self.robots = Robots(client, robots_name(agent)) if options.robots else None
        session = SignIn(options.logged_in, pool)
        tools = _Tools(self.robots, Pace(self._note), session, pool, processes)
        opened = _readers(options, self.access, client, guard)
        broken: BaseException | None = None
        readers = self.readers = await stack.enter_async_context(opened)
        try:
            async with asyncio.TaskGroup() as group:
                for reader in readers:
                    group.create_task(self._worker(reader, tools))
        except* StoreError as several:
            broken = several
        if broken:
            raise StoreError(str(first_of(broken))) from broken

    async def _worker(self, reader: RenewableReader, tools: _Tools) -> None:
        while (visit := await self.frontier.next()) is not None:
            # Noted when they are begun, so that pages are listed in the order of the visits.
            self.store.push([visit.url], visit.depth)
            # A scan that is resumed goes its way again; what it finds in the store is not read.
            if (known := self.store.links_of(visit.url)) is None:
                try:
                    result = await self._audit(reader, visit, tools)
                except (SessionLost, BrowserError) as lost:
                    self.lost = self.lost or str(lost)
                    await self.frontier.close()
                    return
                self._store(visit, self._once(result))
                known = self.store.links_of(visit.url)
                assert known is not None, "it was just stored"
            else:
                self.done += 1
            links, final_url = known
            if tools.robots is not None:
                await tools.robots.load(self.frontier.inside(visit, links, final_url))
            allowed = tools.robots.allowed if tools.robots else lambda url: True
            await self.frontier.done(visit, links, final_url, allowed=allowed)

    async def _audit(self, reader: RenewableReader, visit: Visit, tools: _Tools) -> PageResult:
        """Read a page, once more when the browser ends, be it for another page. Raises SessionLost,
        and BrowserError when no other can be started."""
        result = await self._patiently(reader, visit, tools)
        if not await reader.renew():
            return result
        async with tools.again:
            await reader.renew()
            result = await self._patiently(reader, visit, tools)
            return _failed(visit.url, ENDED) if await reader.renew() else result

    async def _patiently(self, reader: RenewableReader, visit: Visit, tools: _Tools) -> PageResult:
        """Read a page, as often as its host is busy and worth waiting for. Raises SessionLost."""
        for attempt in count():
            try:
                return await self._read(reader, visit, tools)
            except HostBusy as busy:
                if not tools.pace.back_off(visit.url, busy.wait, attempt):
                    return _failed(visit.url, str(busy))
            except PageError as error:
                return _failed(visit.url, str(error))
            except SessionLost:
                raise
            except Exception as error:
                log.debug("auditing %s failed", visit.url, exc_info=True)
                return _failed(visit.url, fault(error))
        raise AssertionError("there is no last attempt")

    async def _read(self, reader: RenewableReader, visit: Visit, tools: _Tools) -> PageResult:
        async def admit(page: Page, extractions: Sequence[Extraction]) -> None:
            self._refuse_mapped(page)
            await tools.session.check(page, reader)
            refuse_wall(visit, page, extractions)

        gap = 0.0
        if tools.robots is not None:
            await tools.robots.load([visit.url])
            gap = tools.robots.delay(visit.url)
        await tools.pace.turn(visit.url, gap)
        return await audit_page(
            reader, visit.url, self.judge, tools.pool, self._tick, admit, tools.processes
        )

    def _once(self, result: PageResult) -> PageResult:
        """A route ("…/#/boats") that shows what another one of its document shows leads there."""
        page = result.page
        if not result.looks:
            return result
        known = self.views.setdefault((urldefrag(page.url).url, result.looks), page.final_url)
        return replace(result, page=replace(page, final_url=known)) if "#" in page.url else result

    def _refuse_mapped(self, page: Page) -> None:
        """Raises PageError for what came from a host that another is asked in the place of."""
        final = page.final_url
        if self.hosts.of(final) != final:
            raise PageError(f"it leads on to {final}, whose host is replaced (--map-host)")

    def left_out(self) -> Iterator[Skipped]:
        """What is known of and was not read, by reason."""
        for reason, number in sorted(self.frontier.left_out.items()):
            more = "1 more page is" if number == 1 else f"{number} more pages are"
            yield Skipped(REST, f"{more} linked: {reason}")
        for shape, number in sorted(self.frontier.waiting.items()):
            more = "1 more page is" if number == 1 else f"{number} more pages are"
            yield Skipped(shape, f"{more} linked and not read: {NO_END}")

    def not_fetched(self) -> Iterator[Skipped]:
        """What the browser was kept from asking for."""
        if number := sum(reader.left_out for reader in self.readers):
            yield Skipped(NO_IMAGES, f"{number} requests for them were not made (--lean)")

    def closed(self) -> Iterator[str]:
        """Rules for robots that could not be had, so that no link was followed."""
        for place, why in self.robots.closed() if self.robots else ():
            yield f"robots.txt of {place} could not be read ({why}), so no link of it was followed"

    def _note(self, words: str) -> None:
        self.report(self._progress(note=words))

    def _tick(self) -> None:
        self.pictures += 1
        self.report(self._progress())

    def _progress(self, **more: Any) -> Progress:
        return Progress(self.done, self.frontier.known, self.pictures, **more)

    def _store(self, visit: Visit, result: PageResult) -> None:
        self.store.page_done(
            result.page, result.pictures, result.uses, result.skipped, result.links
        )
        self.done += 1
        failed = result.page.state == "failed"
        problem = result.skipped[0].reason if failed else None
        self.report(self._progress(page=result.page, problem=problem))


def _failed(url: str, reason: str) -> PageResult:
    page = PageInfo(url, url, None, "", None, "failed", 0)
    return PageResult(page, skipped=(Skipped(url, reason, url),))


@asynccontextmanager
async def _readers(
    options: ScanOptions, access: Access, client: httpx.AsyncClient, guard: AddressGuard | None
) -> AsyncIterator[Sequence[RenewableReader]]:
    if options.static:
        timeout, kept, files = options.browser.timeout, Kept(), options.local_files
        yield [StaticReader(client, timeout, kept, files) for _ in range(options.concurrency)]
        return
    from auditor.browser.readers import open_readers  # loads Playwright

    how = (options.browser, guard, access, options.local_files)
    async with open_readers(*how, options.concurrency) as readers:
        yield readers
