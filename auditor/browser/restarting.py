"""A browser that is started again when it ends: one page must not cost the rest of a site."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack

from playwright.async_api import BrowserContext

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.net.address_guard import AddressGuard
from auditor.net.credentials import Access

log = logging.getLogger(__name__)


class RestartingBrowser:
    """Use as a context manager. Raises BrowserError wherever it starts one."""

    def __init__(self, options: BrowserOptions, guard: AddressGuard | None, access: Access) -> None:
        self._how = (options, guard, access)
        self._one_at_a_time = asyncio.Lock()
        self._running = AsyncExitStack()
        self.context: BrowserContext

    async def __aenter__(self) -> RestartingBrowser:
        self.context = await self._running.enter_async_context(open_browser(*self._how))
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._running.aclose()

    async def another(self, ended: BrowserContext) -> BrowserContext:
        """The one that runs in the place of one that ended, whoever of its readers asks first."""
        async with self._one_at_a_time:
            if self.context is ended:
                log.warning("Chromium ended, or hung; it is started again")
                await self._running.aclose()
                self.context = await self._running.enter_async_context(open_browser(*self._how))
            return self.context
