"""The browser: starts Chromium and reads one page at a time from reused tabs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Error,
    Request,
    Response,
    async_playwright,
)
from playwright.async_api import Page as Tab
from playwright.async_api import TimeoutError as PlaywrightTimeout

from auditor.chromium import first_line, start
from auditor.findings import Skipped
from auditor.guard import Guard
from auditor.pictures import BrowserPictures, PictureMissing
from auditor.snapshot import FrameSnapshot, take_snapshot
from extractors.records import ImageRecord

SETTLE = f"({(Path(__file__).parent / 'settle.js').read_text('utf-8')})"
"""In brackets: an expression that is a function, which Playwright calls."""
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Without it WebRTC sends datagrams past every proxy.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
HTML_TYPES = ("text/html", "application/xhtml+xml", "")

MOVED = "Execution context was destroyed"
"""What Playwright says when the page went on to another one."""
POLL = 0.05
"""Seconds between two looks at a page that is on its way."""
MAX_UNREACHED = 100
"""Addresses of one page that were not connected to and are told one by one."""

NET_ERRORS = {
    "ERR_NAME_NOT_RESOLVED": "the host name is not known",
    "ERR_CONNECTION_REFUSED": "the host refused the connection",
    "ERR_CONNECTION_RESET": "the host broke the connection",
    "ERR_CONNECTION_CLOSED": "the host closed the connection",
    "ERR_CONNECTION_TIMED_OUT": "the host did not answer",
    "ERR_TIMED_OUT": "the host did not answer",
    "ERR_ADDRESS_UNREACHABLE": "the host cannot be reached",
    "ERR_INTERNET_DISCONNECTED": "there is no network",
    "ERR_TOO_MANY_REDIRECTS": "it redirects in a loop",
    "ERR_EMPTY_RESPONSE": "the host sent nothing",
    "ERR_INVALID_RESPONSE": "the host sent something that is not HTTP",
    "ERR_INVALID_HTTP_RESPONSE": "the host sent something that is not HTTP",
    "ERR_FILE_NOT_FOUND": "there is no such file",
    "ERR_UNSAFE_PORT": "browsers refuse this port",
    "ERR_ABORTED": "it is a download or was aborted, not a page",
}


class PageError(Exception):
    """One page could not be read; the message says why and is fit to show."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page as rendered: a snapshot a frame, the page itself first."""

    url: str
    """As asked for."""
    final_url: str
    """After redirects."""
    status: int | None
    title: str
    frames: tuple[FrameSnapshot, ...]
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """How pages are loaded."""

    timeout: float = 30.0
    """Seconds for a page to load, and again for it to become quiet and be read."""
    quiet: float = 0.25
    """Seconds without a change of the page that count as quiet."""
    settle: float = 10.0
    """Seconds in all for scrolling and for the images that it wakes."""
    user_agent: str | None = None
    viewport: tuple[int, int] = (1280, 900)
    """Width and height in CSS pixels."""
    flags: tuple[str, ...] = FLAGS
    """Switches that Chromium is started with."""
    second_opinion: bool = True
    """Ask Chromium for its own roles and names too."""


@asynccontextmanager
async def open_browser(
    options: BrowserOptions, guard: Guard | None = None
) -> AsyncIterator[BrowserContext]:
    """A running Chromium with an empty profile, which reaches the network through `guard`. Raises
    BrowserError."""
    async with async_playwright() as playwright:
        proxy = guard.address if guard else None
        browser = await start(playwright.chromium, options.flags, proxy)
        try:
            yield await _new_context(browser, options)
        finally:
            with suppress(Error):
                await browser.close()


async def _new_context(browser: Browser, options: BrowserOptions) -> BrowserContext:
    width, height = options.viewport
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        user_agent=options.user_agent,
        service_workers="block",
        accept_downloads=False,
    )
    context.set_default_timeout(options.timeout * 1000)
    return context


class Reader:
    """One reused tab. After a page that hangs, the tab is thrown away and a new one opened."""

    def __init__(
        self, context: BrowserContext, options: BrowserOptions, guard: Guard | None = None
    ) -> None:
        self._context = context
        self._options = options
        self._guard = guard
        self._unreached: dict[str, str] = {}
        self._lost: list[Skipped] = []
        self._tab: Tab | None = None
        self._cdp: CDPSession | None = None
        self._drawing = asyncio.Lock()

    async def read(self, url: str) -> Page:
        """Load `url`, let it settle, and take its snapshot. Raises PageError."""
        try:
            return await self._read(url)
        except (PageError, asyncio.CancelledError):
            raise
        except TimeoutError:
            await self.close()
            raise PageError(f"the page hung for {self._options.timeout:g} s") from None
        except Error as error:
            await self.close()
            raise PageError(self._unreached.get(url) or _describe(error)) from error

    async def close(self) -> None:
        """Throw the tab away."""
        tab, self._tab, self._cdp = self._tab, None, None
        if tab is not None:
            with suppress(Error, TimeoutError):
                await asyncio.wait_for(tab.close(), 5)

    async def _read(self, url: str) -> Page:
        self._unreached, self._lost = {}, []
        tab = await self._open_tab()
        response, late = await self._navigate(tab, url)
        _require_html(response)
        async with asyncio.timeout(self._options.timeout):
            unsettled = await self._settle(tab)
            frames, skipped = await take_snapshot(
                self.cdp, tab, self._context, second_opinion=self._options.second_opinion
            )
        unfinished = [Skipped(tab.url, reason, tab.url) for reason in (late, unsettled) if reason]
        return Page(
            url=url,
            final_url=tab.url,
            status=response.status if response else None,
            title=frames[0].title,
            frames=tuple(frames),
            skipped=(*unfinished, *self._lost, *skipped),
        )

    async def _settle(self, tab: Tab) -> str | None:
        """What was still missing when the page became quiet, or None. A page may go on to another
        by itself (a script, a refresh): then that one is awaited."""
        options = {"budget": self._options.settle * 1000, "quiet": self._options.quiet * 1000}
        clock = asyncio.get_running_loop()
        end = clock.time() + self._options.settle
        while clock.time() < end:
            try:
                missing: str | None = await tab.evaluate(SETTLE, options)
            except Error as error:
                if MOVED not in error.message:
                    raise
                await asyncio.sleep(POLL)
            else:
                return missing
        raise PageError("it goes on to another page again and again")

    async def fetch(self, record: ImageRecord, frame_id: str) -> bytes:
        """The picture of an image use of the page that was read. Raises PictureMissing."""
        if reason := self._unreached.get(record.src or ""):
            raise PictureMissing(reason)
        return await self._pictures().fetch(record, frame_id)

    async def draw(self, record: ImageRecord) -> bytes:
        """The browser's drawing of it. Raises PictureMissing."""
        return await self._pictures().draw(record)

    def _pictures(self) -> BrowserPictures:
        assert self._tab is not None, "no page was read"
        return BrowserPictures(self.cdp, self._context, self._tab.url, self._drawing)

    @property
    def cdp(self) -> CDPSession:
        """Debugger session of the open tab."""
        assert self._cdp is not None, "no page was read"
        return self._cdp

    async def _open_tab(self) -> Tab:
        if self._tab is None or self._tab.is_closed():
            self._tab = await self._context.new_page()
            self._tab.on("popup", _close)
            self._tab.on("requestfailed", self._note_failure)
            self._cdp = await self._context.new_cdp_session(self._tab)
            await self._cdp.send("Page.enable")
        return self._tab

    def _note_failure(self, request: Request) -> None:
        """Keep why an address was not connected to, under the URL that the page asked for."""
        reason = self._guard.problem(request.url) if self._guard else None
        if reason is None or len(self._unreached) >= MAX_UNREACHED:
            return
        first = request
        while first.redirected_from is not None:
            first = first.redirected_from
        self._unreached[first.url] = reason
        if request.is_navigation_request() and request.frame.parent_frame is not None:
            self._lost.append(Skipped(first.url, reason, request.frame.page.url))

    async def _navigate(self, tab: Tab, url: str) -> tuple[Response | None, str | None]:
        """The response, and a remark when the page was still loading at the time limit."""
        try:
            response = await tab.goto(url, wait_until="domcontentloaded")
        except PlaywrightTimeout:
            await self.close()
            raise PageError(f"no answer within {self._options.timeout:g} s") from None
        try:
            await tab.wait_for_load_state("load", timeout=self._options.timeout * 500)
        except PlaywrightTimeout:
            return response, f"still loading after {self._options.timeout / 2:g} s"
        return response, None


async def _close(popup: Tab) -> None:
    with suppress(Error):
        await popup.close()


def _require_html(response: Response | None) -> None:
    if response is not None and not response.url.startswith("file:"):
        content_type = response.headers.get("content-type", "")
        require_page(response.status, response.status_text, content_type)


def require_page(status: int, reason: str, content_type: str) -> None:
    """Raises PageError when an answer is an error or no HTML."""
    if status >= 400:
        raise PageError(f"HTTP {status} {reason}".strip())
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type not in HTML_TYPES:
        raise PageError(f"it is not HTML but {media_type}")


def _describe(error: Error) -> str:
    match = re.search(r"net::(\w+)", error.message)
    if match:
        return NET_ERRORS.get(match[1], f"the browser says {match[1]}")
    if "Download is starting" in error.message:
        return "it is a download, not a page"
    if "crash" in error.message.lower():
        return "the page crashed the browser's tab"
    return first_line(error)
