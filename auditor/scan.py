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
import os
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

import httpx

from auditor.addresses import named_by, named_host
from auditor.browser import BrowserOptions, PageError, Reader, open_browser
from auditor.findings import Skipped
from auditor.frontier import Frontier, Visit
from auditor.guard import Guard, GuardedTransport, open_guard
from auditor.judge import Judge
from auditor.page import PageResult, audit_page, fault
from auditor.results import PageInfo
from auditor.robots import AGENT, Robots
from auditor.site_pass import find_across_pages
from auditor.static import StaticReader
from auditor.store import Store
from models.encoder import Encoder

AnyReader = Reader | StaticReader
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """What to read and how."""

    targets: tuple[str, ...]
    """Canonical URLs."""
    max_depth: int | None = None
    """Links to follow from a target; None: no limit."""
    max_pages: int | None = 100
    """Pages in all; None: no limit."""
    concurrency: int = 2
    """Pages read at a time."""
    static: bool = False
    """Fetch pages without a browser."""
    robots: bool = True
    """Follow only links that robots.txt allows."""
    allow_hosts: tuple[str, ...] = ()
    """Hosts, addresses and networks that pages may lead to though they are not public."""
    browser: BrowserOptions = field(default_factory=BrowserOptions)


@dataclass(frozen=True, slots=True)
class Progress:
    """Said after each picture that was brought and after each page."""

    done: int
    known: int
    """Pages read, and pages known in all."""
    pictures: int
    """Pictures brought so far, in the whole scan."""
    page: PageInfo | None = None
    """The page that was just done; None when it was a picture."""
    problem: str | None = None
    """Why that page could not be read, or None."""


async def scan(
    options: ScanOptions,
    store: Store,
    encoder: Encoder | None,
    report: Callable[[Progress], None] = lambda progress: None,
) -> None:
    """Scan everything that the store does not hold yet. Raises BrowserError when no browser can be
    started.

    When the task is cancelled, every finished page is in the store and the rest is noted there
    as skipped; CancelledError goes on.
    """
    frontier = Frontier(options.targets, max_depth=options.max_depth, max_pages=options.max_pages)
    store.push(options.targets, 0)
    run = _Run(options, store, Judge(encoder), frontier, report)
    try:
        async with AsyncExitStack() as stack:
            await run.work(stack)
    except asyncio.CancelledError:
        left = frontier.known - run.done
        store.interrupted(f"the scan was interrupted; {left} known pages were not read")
        find_across_pages(store)
        raise
    if frontier.left_out:
        reason = f"{frontier.left_out} more pages are linked; the limit is {options.max_pages}"
        store.skip(Skipped("the rest of the site", reason))
    find_across_pages(store)
    store.finish(now())


def now() -> str:
    """The time as the store keeps it: ISO 8601, UTC, whole seconds."""
    return datetime.now(UTC).replace(microsecond=0).isoformat()


@dataclass(slots=True)
class _Run:
    options: ScanOptions
    store: Store
    judge: Judge
    frontier: Frontier
    report: Callable[[Progress], None]
    done: int = 0
    pictures: int = 0

    async def work(self, stack: AsyncExitStack) -> None:
        named = [*map(named_by, self.options.targets), *map(named_host, self.options.allow_hosts)]
        guard = await stack.enter_async_context(open_guard(filter(None, named)))
        client = await stack.enter_async_context(_client(guard))
        robots = Robots(client) if self.options.robots else None
        pool = stack.enter_context(_pool())
        readers = await stack.enter_async_context(_readers(self.options, client, guard))
        async with asyncio.TaskGroup() as group:
            for reader in readers:
                group.create_task(self._worker(reader, robots, pool))

    async def _worker(
        self, reader: AnyReader, robots: Robots | None, pool: ThreadPoolExecutor
    ) -> None:
        while (visit := await self.frontier.next()) is not None:
            # A scan that is resumed goes its way again; what it finds in the store is not read.
            if (known := self.store.links_of(visit.url)) is None:
                self._store(visit, await self._audit(reader, visit, pool))
                known = self.store.links_of(visit.url)
                assert known is not None, "it was just stored"
            else:
                self.done += 1
            links, final_url = known
            allowed = await self._rules(robots, final_url)
            links = [] if self._is_deepest(visit) else links
            await self.frontier.done(visit, links, final_url, allowed=allowed)

    def _is_deepest(self, visit: Visit) -> bool:
        return self.options.max_depth is not None and visit.depth >= self.options.max_depth

    async def _rules(self, robots: Robots | None, page: str) -> Callable[[str], bool]:
        """Links beyond the origin of their page are out of scope, so its rules are enough."""
        if robots is None:
            return lambda url: True
        await robots.load(page)
        return robots.allowed

    async def _audit(self, reader: AnyReader, visit: Visit, pool: ThreadPoolExecutor) -> PageResult:
        try:
            return await audit_page(reader, visit.url, self.judge, pool, self._tick)
        except PageError as error:
            return _failed(visit.url, str(error))
        except Exception as error:
            log.debug("auditing %s failed", visit.url, exc_info=True)
            return _failed(visit.url, fault(error))

    def _tick(self) -> None:
        self.pictures += 1
        self.report(Progress(self.done, self.frontier.known, self.pictures))

    def _store(self, visit: Visit, result: PageResult) -> None:
        self.store.push([visit.url], visit.depth)
        self.store.page_done(
            result.page, result.pictures, result.outcomes, result.skipped, result.links
        )
        self.done += 1
        failed = result.page.state == "failed"
        problem = result.skipped[0].reason if failed else None
        self.report(Progress(self.done, self.frontier.known, self.pictures, result.page, problem))


def _failed(url: str, reason: str) -> PageResult:
    page = PageInfo(url, url, None, "", None, "failed", 0)
    return PageResult(page, skipped=(Skipped(url, reason, url),))


@asynccontextmanager
async def _client(guard: Guard | None) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"User-Agent": f"{AGENT} (+accessibility audit)"}
    transport = GuardedTransport(guard) if guard else None
    async with httpx.AsyncClient(
        headers=headers, follow_redirects=True, timeout=30, transport=transport
    ) as client:
        yield client


def _pool() -> ThreadPoolExecutor:
    """Threads for extraction, decoding and the model, one a core."""
    return ThreadPoolExecutor(max_workers=os.cpu_count() or 1, thread_name_prefix="judge")


@asynccontextmanager
async def _readers(
    options: ScanOptions, client: httpx.AsyncClient, guard: Guard | None
) -> AsyncIterator[Sequence[AnyReader]]:
    if options.static:
        yield [StaticReader(client) for _ in range(options.concurrency)]
        return
    async with open_browser(options.browser, guard) as context:
        readers = [Reader(context, options.browser, guard) for _ in range(options.concurrency)]
        yield readers
        for reader in readers:
            await reader.close()
