"""A running Chromium with an empty profile, reached through the guard and holding the session."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from playwright.async_api import Browser, BrowserContext, Error, StorageState

from auditor.browser.chromium import start
from auditor.browser.ending import START_SECONDS, close_browser, open_driver, process_of
from auditor.browser.environment import without_switches
from auditor.browser.in_page import script
from auditor.browser.options import BrowserError, BrowserOptions
from auditor.browser.own_authority import home_with
from auditor.net.address_guard import AddressGuard
from auditor.net.client import SIGNATURE
from auditor.net.credentials import NO_ACCESS, Access

QUIET = script("quiet")


@asynccontextmanager
async def open_browser(
    options: BrowserOptions, guard: AddressGuard | None = None, access: Access = NO_ACCESS
) -> AsyncIterator[BrowserContext]:
    """A running Chromium with an empty profile, which reaches the network through `guard` and holds
    the session of `access`. Raises BrowserError."""
    without_switches(os.environ)
    with home_with(access.trust.ca_file) as variables:
        async with open_driver() as playwright:
            proxy = guard.address if guard else None
            browser = await start(playwright.chromium, options.flags, proxy, variables)
            process: int | None = None
            try:
                try:
                    async with asyncio.timeout(START_SECONDS):
                        process = await process_of(browser)
                        context = await new_context(browser, options, access)
                except TimeoutError:
                    raise BrowserError(f"The browser hung for {START_SECONDS:g} s") from None
                except Error as error:  # its words may hold the session's
                    ended = "Chromium ended as soon as it began"
                    refused = "Chromium did not take the session that was given"
                    raise BrowserError(refused if browser.is_connected() else ended) from error
                yield context
            finally:
                await close_browser(browser, process)


async def new_context(browser: Browser, options: BrowserOptions, access: Access) -> BrowserContext:
    """A profile of its own in a running browser. Raises Error."""
    width, height = options.viewport
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        user_agent=options.user_agent or await _own_agent(browser),
        service_workers="block",
        accept_downloads=False,
        ignore_https_errors=not access.trust.checked,
        storage_state=cast(StorageState, access.state) if access.state else None,
    )
    context.set_default_timeout(options.timeout * 1000)
    await context.add_init_script(QUIET)
    await context.add_cookies(cast(Any, access.browser_cookies()))
    return context


async def _own_agent(browser: Browser) -> str:
    """What the browser calls itself, and who drives it."""
    session = await browser.new_browser_cdp_session()
    version = await session.send("Browser.getVersion")
    await session.detach()
    return f"{version['userAgent']} {SIGNATURE}"
