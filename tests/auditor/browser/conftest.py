"""One browser for all tests of a worker that read pages; each has a context of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from auditor.browser.context import new_context, open_browser
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.net.credentials import NO_ACCESS


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with open_browser(BrowserOptions()) as context:
        assert context.browser is not None
        yield context.browser


@pytest_asyncio.fixture(loop_scope="session")
async def reader(request: pytest.FixtureRequest, browser: Browser) -> AsyncIterator[BrowserReader]:
    """With the OPTIONS of the module; its tests run in the loop of the browser."""
    options: BrowserOptions = request.module.OPTIONS
    context = await new_context(browser, options, NO_ACCESS)
    opened = BrowserReader(context, options)
    yield opened
    await opened.close()
    await context.close()
