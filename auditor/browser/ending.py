"""Begins and ends Playwright's driver and its Chromium, whatever state they are in: one that was
killed says so at once, and one that was stopped says nothing at all."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from playwright.async_api import Browser, Error, Playwright, async_playwright

from auditor.browser.options import BrowserError

START_SECONDS = 120.0
"""For the driver, and again for the browser, to begin on a machine that is busy."""
END_SECONDS = 15.0
"""To end by itself; then it is killed."""


@asynccontextmanager
async def open_driver() -> AsyncIterator[Playwright]:
    """Playwright. Raises BrowserError when it does not start."""
    manager = async_playwright()
    try:
        playwright = await asyncio.wait_for(manager.start(), START_SECONDS)
    except Exception as error:  # Playwright has no class for it
        _kill(_driver(manager))
        words = str(error).strip() or f"it did not answer within {START_SECONDS:g} s"
        raise BrowserError(f"Playwright does not start: {words.splitlines()[0]}") from error
    try:
        yield playwright
    finally:
        if not await _ended(playwright.stop()):
            _kill(_driver(manager))
        _retrieve(manager)


async def close_browser(browser: Browser, process: int | None) -> None:
    """End a browser; `process` is its id, as `process_of` gives it."""
    if not await _ended(browser.close()):
        _kill(process)


async def process_of(browser: Browser) -> int | None:
    """The id of the browser's process, in whose group are all that it has started."""
    with suppress(Error, KeyError):
        session = await browser.new_browser_cdp_session()
        answer = await session.send("SystemInfo.getProcessInfo")
        await session.detach()
        for each in answer["processInfo"]:
            if each["type"] == "browser":
                return int(each["id"])
    return None


async def _ended(ending: Coroutine[Any, Any, None]) -> bool:
    """Whether it ended in time, or had ended before."""
    try:
        await asyncio.wait_for(ending, END_SECONDS)
    except TimeoutError:
        return False
    except Exception:  # of Playwright's own, or the pipe to its driver
        return True
    return True


def _driver(manager: object) -> int | None:
    """The id of the driver's process."""
    found = _inside(manager, "_client", "_transport", "_proc", "pid")
    return found if isinstance(found, int) else None


def _retrieve(manager: object) -> None:
    """Take note of the error that says that the driver was killed: asyncio would print one that
    nobody has seen, as a traceback."""
    error = _inside(manager, "_client", "_transport", "on_error_future")
    if isinstance(error, asyncio.Future) and error.done() and not error.cancelled():
        error.exception()


def _inside(found: object, *names: str) -> object:
    """What Playwright itself does not tell; None where a version has it elsewhere."""
    for name in names:
        found = getattr(found, name, None)
    return found


def _kill(process: int | None) -> None:
    """End a process at once, with its group where it has one of its own."""
    if process is None:
        return
    with suppress(OSError):
        if not hasattr(os, "killpg"):
            os.kill(process, signal.SIGTERM)
        elif (group := os.getpgid(process)) == os.getpgid(0):
            os.kill(process, signal.SIGKILL)
        else:
            os.killpg(group, signal.SIGKILL)
