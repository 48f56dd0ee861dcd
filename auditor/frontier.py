"""Which pages are read next. Breadth first, each once, in an order that does not depend on how
many are read at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from auditor.urls import canonical, in_scope


@dataclass(frozen=True, slots=True)
class Visit:
    """One page to read."""

    number: int
    """Position in the order of visits, from 0."""
    url: str
    depth: int
    """Links followed to get here; 0 for what the user named."""
    start: str
    """The named page that it was reached from: it gives the scope."""


class Frontier:
    """The queue of pages. One asyncio task an idle reader waits in `next`."""

    def __init__(
        self, targets: Sequence[str], *, max_depth: int | None, max_pages: int | None
    ) -> None:
        self._max_depth = max_depth
        self._max_pages = max_pages
        self._known: set[str] = set()
        self._queue: deque[Visit] = deque()
        self._active = 0
        self._changed = asyncio.Condition()
        self._pushed = 0
        self._turn = 0
        self._waiting: dict[int, tuple[Visit, Sequence[str], str]] = {}
        self.left_out = 0
        """Pages in scope that the page limit kept out."""
        for url in targets:
            self._push(url, 0, url)

    @property
    def known(self) -> int:
        """Pages read or to be read."""
        return self._pushed

    def queued(self) -> list[str]:
        """URLs still to be read."""
        return [visit.url for visit in self._queue]

    async def next(self) -> Visit | None:
        """The next page, or None when all is read."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._queue or not self._active)
            if not self._queue:
                return None
            self._active += 1
            return self._queue.popleft()

    async def done(
        self,
        visit: Visit,
        links: Sequence[str] = (),
        final_url: str | None = None,
        *,
        allowed: Callable[[str], bool] = lambda url: True,
    ) -> None:
        """Take the links of a page that was read; they enter in the order of the visits."""
        async with self._changed:
            self._active -= 1
            inside = [link for link in links if allowed(link)]
            self._waiting[visit.number] = (visit, inside, final_url or visit.url)
            while self._turn in self._waiting:
                self._take(*self._waiting.pop(self._turn))
                self._turn += 1
            self._changed.notify_all()

    def _take(self, visit: Visit, links: Sequence[str], final_url: str) -> None:
        # A named page that redirects (to www., to https) moves the scope along.
        start = final_url if visit.depth == 0 else visit.start
        self._known.add(canonical(final_url))
        for link in links:
            if in_scope(link, start):
                self._push(link, visit.depth + 1, start)

    def _push(self, url: str, depth: int, start: str) -> bool:
        """False when the page is known, too deep, or over the limit."""
        url = canonical(url)
        if url in self._known or (self._max_depth is not None and depth > self._max_depth):
            return False
        self._known.add(url)
        # What the user named is read in any case: a list of files may be a long one.
        if depth and self._max_pages is not None and self._pushed >= self._max_pages:
            self.left_out += 1
            return False
        self._queue.append(Visit(self._pushed, url, depth, start))
        self._pushed += 1
        return True
