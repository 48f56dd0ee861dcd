"""Whether a page that was read is the one that was meant: no wall before it, the session whole."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from auditor.crawl.frontier import Visit
from auditor.crawl.walls import blank, wall
from auditor.errors import AuditorError
from auditor.net.urls import canonical
from auditor.pages.page import Page, PageError, PageReader
from extractors.extract import Extraction
from extractors.signals import shows


class SessionLost(AuditorError):
    """The scan is no longer signed in; the message is fit to show."""


@dataclass(slots=True)
class SignIn:
    """Watches over the sign that the scan is signed in."""

    marker: str | None
    """CSS selector, or `text=` and a text; None: nothing is looked for."""
    pool: Executor
    proof: str | None = None
    """URL of the first page that showed it."""

    async def check(self, page: Page, reader: PageReader) -> None:
        """Raises PageError when the page does not show the sign but another still does, and
        SessionLost when none does."""
        if self.marker is None or page.final_url.startswith("file:"):
            return
        if await self._shown(page):
            self.proof = self.proof or page.url
            return
        missing = f"{self.marker} (--logged-in) is not on {page.url}"
        if self.proof in (None, page.url):
            raise SessionLost(f"the session does not hold: {missing}")
        try:
            again = await self._shown(await reader.read(str(self.proof)))
        except PageError as error:
            raise SessionLost(f"the session was lost: {missing}; {self.proof}: {error}") from None
        if not again:
            raise SessionLost(f"the session was lost: {missing}, and no more on {self.proof}")
        raise PageError(f"{self.marker} (--logged-in) is not on it, though the session holds")

    async def _shown(self, page: Page) -> bool:
        frame = page.frames[0]
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, shows, frame.html, frame.url, str(self.marker))


def refuse_wall(visit: Visit, page: Page, extractions: Sequence[Extraction]) -> None:
    """Raises PageError when something stands before the page."""
    if page.final_url.startswith("file:"):
        return
    named = visit.depth == 0 and canonical(visit.start) == visit.url
    reason = wall(extractions[0], page.url, page.final_url, named=named)
    if reason:
        raise PageError(reason)
    if all(map(blank, extractions)):
        raise PageError("it shows nothing: its scripts failed, or did not run (--static)")
