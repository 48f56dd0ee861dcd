"""Brings a loaded tab to rest, and ends what it hangs in. All of it is bounded in time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error
from playwright.async_api import Page as Tab

from auditor.browser.in_page import function
from auditor.browser.snapshot import call, isolated_world
from auditor.pages.page import PageError

SETTLE = function("settle")
WAKES = 4
"""Scripts of a tab that are ended before it is given up: scrolling may start one again."""
PAINTED = "new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 50)); })"
"""Answered by a tab that has painted and run what came of it."""
ANSWER_SECONDS = 3.0
"""For a tab to answer a question that needs no work; else it hangs."""
MOVED = (
    "Execution context was destroyed",
    "Cannot find context",
    "Inspected target navigated",
    "No frame for given id",
    "uniqueContextId not found",
    "interrupted by another navigation",
)
"""What the browser says when the page went on to another one meanwhile."""
POLL = 0.05
"""Seconds between two looks at a page that is on its way."""


class Restless(PageError):
    """Another page came in its place; perhaps the one that the tab had before goes on by itself."""

    def __init__(self) -> None:
        super().__init__("it goes on to another page again and again")


async def settle(cdp: CDPSession, seconds: float, quiet: float, screens: int) -> str | None:
    """Scroll through the page, then wait until it is quiet. What was still missing, or None.

    The script runs in a world of its own, whatever the page makes of built-ins. A page may go on to
    another by itself (a script, a refresh): then that one is awaited. Raises Restless when it
    never stays.
    """
    options = {"budget": seconds * 1000, "quiet": quiet * 1000, "screens": screens}
    clock = asyncio.get_running_loop()
    end = clock.time() + seconds
    while clock.time() < end:
        try:
            return await _settle(cdp, options)
        except Error as error:
            if not moved(error):
                raise
            await asyncio.sleep(POLL)
    raise Restless


def moved(error: Error) -> bool:
    """Whether it says that the page went on to another one meanwhile."""
    return any(words in error.message for words in MOVED)


async def _settle(cdp: CDPSession, options: dict[str, float]) -> str | None:
    tree = await cdp.send("Page.getFrameTree")
    world = await isolated_world(cdp, tree["frameTree"]["frame"]["id"])
    arguments: list[dict[str, Any]] = [{"value": options}]
    missing: str | None = await call(
        cdp, SETTLE, executionContextId=world, arguments=arguments, awaitPromise=True
    )
    return missing


async def wake(tab: Tab, cdp: CDPSession) -> None:
    """End the scripts that a tab hangs in, one after another, until it paints again."""
    for _ in range(WAKES):
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await tab.evaluate(PAINTED)
                return
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await cdp.send("Runtime.terminateExecution")


async def stop_loading(cdp: CDPSession) -> None:
    """Have the tab ask for nothing more of its page."""
    with suppress(Error, TimeoutError):
        async with asyncio.timeout(ANSWER_SECONDS):
            await cdp.send("Page.stopLoading")
