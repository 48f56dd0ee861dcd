"""Which pages are read next. Breadth first, each once, in an order that does not depend on how
many are read at a time.

A calendar and the filters of a shop have no end. So links of one form of address (`shapes`) get a
share of the pages, and what goes beyond it waits until all else is read. Then each form gets
another share, and so on: a site whose pages are numbered is read whole where the limit lets it.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from auditor.crawl.scope import Scope, is_trap, shapes, signs_out
from auditor.net.host_map import NO_MAP, HostMap
from auditor.net.urls import canonical

SHARES = (4, 2)
"""Parts of all pages that links of one form of address get: a quarter for those of one shape, half
for one path with any parameters."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One page to read."""

    number: int
    """Position in the order of visits, from 0."""
    url: str
    depth: int
    """Links followed to get here; 0 for what the user named and what a sitemap lists."""
    start: str
    """The named page that it was reached from: it gives the scope."""


@dataclass(frozen=True, slots=True)
class CrawlLimits:
    """How far a scan goes. None: no limit."""

    depth: int | None = None
    """Links to follow from a target."""
    pages: int | None = None
    """Pages in all. What the user named is read in any case."""
    per_host: int | None = None
    """Pages of one host, of those that were not named."""

    def share(self, narrowness: int) -> int | None:
        """Pages of one form of address, by its place in `shapes`."""
        return None if self.pages is None else max(1, self.pages // SHARES[narrowness])


VIEWS = "they are views that a script shows: scan without --static"
NO_LIMITS = CrawlLimits()
SAME_SITE = Scope()


@dataclass(frozen=True, slots=True)
class _Later:
    """A link that waits until all else is read."""

    depth: int
    start: str
    shape: str
    """The form of address that has had its share."""


class Frontier:
    """The queue of pages. One asyncio task an idle reader waits in `next`."""

    def __init__(
        self,
        targets: Sequence[str],
        listed: Sequence[str] = (),
        *,
        limits: CrawlLimits = NO_LIMITS,
        scope: Scope = SAME_SITE,
        signed_in: bool = False,
        views: bool = True,
        hosts: HostMap = NO_MAP,
    ) -> None:
        """`listed`: pages to begin with too, but within the limits. `signed_in`: follow no link
        that looks as if it signs out. `views`: follow routes ("…/#/boats"), which scripts show.
        `hosts`: which are asked in place of which."""
        self._limits = limits
        self._scope = scope
        self._signed_in = signed_in
        self._views = views
        self._hosts = hosts
        self._known: set[str] = set()
        self._queue: deque[Visit] = deque()
        self._active = 0
        self._changed = asyncio.Condition()
        self._closed = False
        self._pushed = 0
        self._of_host: Counter[str] = Counter()
        self._of_shape: Counter[str] = Counter()
        self._later: dict[str, _Later] = {}
        self._round = 1
        self._turn = 0
        self._waiting: dict[int, tuple[Visit, Sequence[str], str]] = {}
        self.left_out: Counter[str] = Counter()
        """Pages in scope that were kept out, by the reason."""
        for url in targets:
            self._push(url, 0, url, named=True)
        for url in listed:
            self._push(url, 0, url)

    @property
    def known(self) -> int:
        """Pages read or to be read."""
        return self._pushed

    async def next(self) -> Visit | None:
        """The next page, or None when all is read or the frontier was closed."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._queue or not self._active or self._closed)
            if not (self._queue or self._closed):
                self._take_later()
            if self._closed or not self._queue:
                return None
            self._active += 1
            return self._queue.popleft()

    @property
    def waiting(self) -> Counter[str]:
        """Links that wait, by the form of address that has had its share."""
        return Counter(later.shape for later in self._later.values())

    async def close(self) -> None:
        """Give out no more pages."""
        async with self._changed:
            self._closed = True
            self._changed.notify_all()

    def inside(self, visit: Visit, links: Sequence[str], final_url: str) -> list[str]:
        """The links of a page that are in scope and not too deep, canonical, each once."""
        if self._limits.depth is not None and visit.depth >= self._limits.depth:
            return []
        start = _start(visit, final_url)
        known = dict.fromkeys(map(self._hosts.of, filter(None, map(_canonical, links))))
        # Whatever the patterns say: a page of the network leads to no file of this machine.
        local = _is_file(visit.url)
        return [
            link
            for link in known
            if (local or not _is_file(link)) and self._scope.admits(link, start)
        ]

    async def done(
        self,
        visit: Visit,
        links: Sequence[str] = (),
        final_url: str | None = None,
        *,
        allowed: Callable[[str], bool] = lambda url: True,
    ) -> None:
        """Take the links of a page that was read; they enter in the order of the visits."""
        final_url = final_url or visit.url
        inside = self.inside(visit, links, final_url)
        async with self._changed:
            self._active -= 1
            self._waiting[visit.number] = (visit, inside, final_url)
            while self._turn in self._waiting:
                self._take(*self._waiting.pop(self._turn), allowed)
                self._turn += 1
            self._changed.notify_all()

    def _take(
        self, visit: Visit, links: Sequence[str], final_url: str, allowed: Callable[[str], bool]
    ) -> None:
        final = _canonical(final_url) or final_url
        self._known.add(final)
        self._later.pop(final, None)
        for link in links:
            if link in self._known:
                continue
            if reason := self._unwanted(link, allowed):
                self._leave_out(link, reason)
            else:
                self._follow(link, visit.depth + 1, _start(visit, final_url))

    def _unwanted(self, link: str, allowed: Callable[[str], bool]) -> str | None:
        if not allowed(link):
            return "robots.txt forbids them (--ignore-robots)"
        if not self._views and urlsplit(link).fragment:
            return VIEWS
        if is_trap(link):
            return "their addresses look as if there were no end to them"
        if self._signed_in and signs_out(link):
            return "they look as if they end the session"
        return None

    def _follow(self, link: str, depth: int, start: str) -> None:
        """Push it, or let it wait where its form of address has had its share."""
        forms = shapes(link)
        for narrowness, shape in enumerate(forms):
            share = self._limits.share(narrowness)
            if share is not None and self._of_shape[shape] >= share * self._round:
                self._known.add(link)
                self._later[link] = _Later(depth, start, shape)
                return
        if self._push(link, depth, start):
            self._of_shape.update(forms)

    def _take_later(self) -> None:
        """Begin another round with what waits, as far as there is room. All that was given out is
        done by then, so the order is the same however many are read at a time."""
        while self._later and not self._queue and not self._full():
            self._round += 1
            waiting, self._later = self._later, {}
            for link, later in waiting.items():
                if self._full():
                    self._later[link] = later
                else:
                    self._known.discard(link)
                    self._follow(link, later.depth, later.start)

    def _full(self) -> bool:
        return self._limits.pages is not None and self._pushed >= self._limits.pages

    def _push(self, url: str, depth: int, start: str, *, named: bool = False) -> bool:
        """False when the page is known or over a limit."""
        url = canonical(url)
        if url in self._known:
            return False
        host = urlsplit(url).netloc
        if reason := None if named else self._over(host):
            return self._leave_out(url, reason)
        self._known.add(url)
        self._queue.append(Visit(self._pushed, url, depth, start))
        self._pushed += 1
        self._of_host[host] += not named
        return True

    def _over(self, host: str) -> str | None:
        per_host = self._limits.per_host
        if self._full():
            return f"the limit is {self._limits.pages} (--max-pages)"
        if per_host is not None and self._of_host[host] >= per_host:
            return f"the limit for {host or 'files'} is {per_host} (--max-per-host)"
        return None

    def _leave_out(self, url: str, reason: str) -> bool:
        self._known.add(url)
        self.left_out[reason] += 1
        return False


def _start(visit: Visit, final_url: str) -> str:
    """A page to begin with that redirects (to www., to https) moves the scope along."""
    return (_canonical(final_url) or visit.start) if visit.depth == 0 else visit.start


def _is_file(url: str) -> bool:
    return urlsplit(url).scheme == "file"


def _canonical(link: str) -> str | None:
    """None for what is no URL: a page may write anything."""
    try:
        return canonical(link)
    except ValueError:
        return None
