"""Reads one page at a time from reused tabs of a browser."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Literal, cast
from urllib.parse import urldefrag

from playwright.async_api import (
    BrowserContext,
    CDPSession,
    Error,
    Request,
    Response,
    Route,
)
from playwright.async_api import Page as Tab
from playwright.async_api import TimeoutError as PlaywrightTimeout

from auditor.browser.consent import answer_banner
from auditor.browser.failures import describe
from auditor.browser.held_requests import hold_requests
from auditor.browser.options import BrowserOptions
from auditor.browser.pictures import BrowserPictures
from auditor.browser.settling import (
    Restless,
    Settled,
    moved,
    settle,
    settle_frames,
    stop_loading,
    wake,
)
from auditor.browser.snapshot import take_snapshot
from auditor.findings import Skipped
from auditor.net.address_guard import AddressGuard
from auditor.net.credentials import NO_ACCESS, Access
from auditor.pages.answers import require_page
from auditor.pages.local_files import OWN_FOLDER, LocalFiles
from auditor.pages.page import Page, PageError, PictureMissing
from auditor.pages.static import Kept
from extractors.records import ImageRecord

LoadState = Literal["domcontentloaded", "load"]
FILES = re.compile("^file:", re.IGNORECASE)
ANSWER_SECONDS = 10.0
"""For the browser to answer a question that needs no work; else it hangs."""
MAX_UNREACHED = 100
"""Addresses of one page that were not connected to and are told one by one."""


class BrowserReader:
    """One reused tab. After a page that hangs, the tab is thrown away and a new one opened."""

    def __init__(
        self,
        context: BrowserContext,
        options: BrowserOptions,
        guard: AddressGuard | None = None,
        access: Access = NO_ACCESS,
        another: Callable[[BrowserContext], Awaitable[BrowserContext]] | None = None,
        files: LocalFiles = OWN_FOLDER,
        kept: Kept | None = None,
    ) -> None:
        """`another`: gives one in the place of a context whose browser ended. `files`: what pages
        in files may name. `kept`: shared by the readers of one context."""
        self._kept = kept or Kept()
        self._another = another
        self._files = files
        self._asked = ""
        """The page that is being read."""
        self._left_for: str | None = None
        """Where it goes on to by itself and must not, and why; fit to show."""
        self._access = access
        self._context = context
        self._options = options
        self._guard = guard
        self._unreached: dict[str, str] = {}
        self._lost: list[Skipped] = []
        self._from_cache: dict[tuple[str, str], int] = {}
        """Bytes of what the browser took from its cache, by the id of the frame and the URL."""
        self._left_out = 0
        self._failed = False
        self._silent = False
        self._tab: Tab | None = None
        self._files_held = False
        self._cdp: CDPSession | None = None
        self._drawing = asyncio.Lock()

    async def read(self, url: str) -> Page:
        """Load `url`, let it settle, and take its snapshot. Raises PageError."""
        try:
            try:
                return await self._read(url)
            except Restless:
                await self.close()  # it gets a tab of its own
                return await self._read(url)
        except Restless:
            await self.close()  # the next page must not meet it
            if self._left_for:
                raise PageError(self._left_for) from None
            raise
        except (PageError, asyncio.CancelledError):
            raise
        except TimeoutError:
            self._failed = True
            await self.close()
            raise PageError(f"the page hung for {self._options.timeout:g} s") from None
        except Error as error:
            self._failed = True
            await self.close()
            raise PageError(self._unreached.get(url) or describe(error)) from error

    async def close(self) -> None:
        """Throw the tab away."""
        tab, self._tab, self._cdp = self._tab, None, None
        if tab is not None:
            with suppress(Error, TimeoutError):
                await asyncio.wait_for(tab.close(), 5)

    @property
    def left_out(self) -> int:
        """See RenewableReader."""
        return self._left_out

    def _leave_out(self) -> None:
        self._left_out += 1

    async def renew(self) -> bool:
        """Whether the browser ended; then what follows is read in another. Raises BrowserError."""
        if self._another is None or await self._is_there():
            return False
        await self.close()
        self._context = await self._another(self._context)
        return True

    async def _is_there(self) -> bool:
        """Whether the browser runs, and where it failed, whether what drives it does."""
        browser, failed, silent = self._context.browser, self._failed, self._silent
        self._failed = self._silent = False
        if browser is None or not browser.is_connected() or silent:
            return False
        return not failed or await self._answers()

    async def _answers(self) -> bool:
        """Whether the browser answers: one that was stopped is still connected."""
        try:
            await asyncio.wait_for(self._context.cookies(), ANSWER_SECONDS)
        except (Error, TimeoutError):
            return False
        return True

    async def _read(self, url: str) -> Page:
        self._unreached, self._lost, self._from_cache = {}, [], {}
        self._asked, self._left_for = url, None
        try:
            tab, response, late = await self._navigate(url)
            may_rest = late is None and response is not None and "refresh" not in response.headers
            settled = await self._prepare(tab, may_rest)
            async with asyncio.timeout(self._options.timeout):
                found = await take_snapshot(
                    self.cdp,
                    tab,
                    self._context,
                    second_opinion=self._options.second_opinion,
                    alone=settled.still if len(tab.frames) == 1 else None,
                )
        except Error as error:
            if moved(error):
                raise Restless from error
            raise
        frames = found.frames
        if not frames or frames[0].owner is not None:
            raise Restless
        self._from_cache = dict(found.from_cache)
        missing = filter(None, (late, settled.missing))
        unfinished = [Skipped(tab.url, reason, tab.url) for reason in missing]
        return Page(
            url=url,
            final_url=tab.url,
            status=response.status if response else None,
            title=frames[0].title,
            frames=tuple(frames),
            skipped=(*unfinished, *self._lost, *found.skipped),
            language=response.headers.get("content-language", "") if response else "",
        )

    async def _prepare(self, tab: Tab, may_rest: bool) -> Settled:
        """Let the page become quiet, and answer its banner if that is asked for. `may_rest`: it
        came whole, and goes on to no other by itself."""
        try:
            async with asyncio.timeout(self._options.timeout):
                settled = await self._settle(may_rest)
                answer = self._options.consent
                if answer and await answer_banner(tab, answer):
                    settled = await self._settle(may_rest)
                return settled
        except TimeoutError:
            await wake(tab, self.cdp)
            seconds = f"{self._options.timeout:g} s"
            return Settled(f"it hung for {seconds}; what it showed by then was judged")

    async def _settle(self, may_rest: bool) -> Settled:
        options = self._options
        settled = await settle(
            self.cdp, options.settle, options.quiet, options.screens, may_rest=may_rest
        )
        if self._tab is None or len(self._tab.frames) == 1:
            return settled
        framed = await settle_frames(
            self.cdp, self._tab, self._context, options.settle, options.screens
        )
        return Settled("; ".join(filter(None, (settled.missing, *framed))) or None)

    async def fetch(self, record: ImageRecord, frame_id: str) -> bytes:
        """The picture of an image use of the page that was read. Raises PictureMissing."""
        if reason := self._unreached.get(record.src or ""):
            raise PictureMissing(reason)
        return await self._while_it_answers(self._pictures().fetch(record, frame_id))

    async def draw(self, record: ImageRecord) -> bytes:
        """The browser's drawing of it. Raises PictureMissing."""
        return await self._while_it_answers(self._pictures().draw(record))

    async def _while_it_answers(self, work: Coroutine[Any, Any, bytes]) -> bytes:
        """What `work` gives. Raises PictureMissing as soon as the browser hangs: the page is read
        again in another, and may hold thousands of pictures that would be waited for."""
        task = asyncio.ensure_future(work)
        try:
            while not self._silent:
                if (await asyncio.wait({task}, timeout=ANSWER_SECONDS))[0]:
                    return await task
                self._silent = self._silent or not await self._answers()
            raise PictureMissing("the browser hung")
        finally:
            task.cancel()

    def _pictures(self) -> BrowserPictures:
        assert self._tab is not None, "no page was read"
        page_url = self._tab.url
        return BrowserPictures(
            self.cdp,
            self._context,
            page_url,
            self._drawing,
            self._files,
            self._kept,
            self._from_cache,
        )

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
            await hold_requests(
                self._cdp, self._access, lean=self._options.lean, refused=self._leave_out
            )
            self._files_held = False
        if self._asked.startswith("file:") and not self._files_held:
            # Not for pages from the network: they lead to no file, and it would slow them.
            await self._tab.route(FILES, self._hold_file)
            self._files_held = True
        return self._tab

    async def _hold_file(self, route: Route) -> None:
        """Let through the files that the page may name. Chromium itself opens any."""
        request = route.request
        with suppress(Error):  # the request was given up meanwhile
            try:
                await asyncio.to_thread(self._files.within, request.url, self._asked)
            except PictureMissing as missing:
                self._note(request, str(missing))
                await route.abort("accessdenied")
            else:
                await route.continue_()

    def _note_failure(self, request: Request) -> None:
        """Keep why an address was not connected to, under the URL that the page asked for."""
        reason = self._guard.problem(request.url) if self._guard else None
        if reason is not None:
            self._note(request, reason)

    def _note(self, request: Request, reason: str) -> None:
        if len(self._unreached) >= MAX_UNREACHED:
            return
        url = _asked_for(request)
        self._unreached[url] = reason
        if not request.is_navigation_request():
            if request.url.startswith("file:") and request.resource_type != "image":
                self._lost.append(Skipped(url, reason, self._asked))
        elif request.frame.parent_frame is not None:
            self._lost.append(Skipped(url, reason, request.frame.page.url))
        elif url != self._asked:
            self._left_for = f"it goes on to {url}: {reason}"

    async def _navigate(self, url: str) -> tuple[Tab, Response | None, str | None]:
        """The tab, the response, and a remark when the page was still loading at the time limit."""
        seconds = self._options.timeout
        async with asyncio.timeout(seconds):
            tab = await self._open_tab()
        if "#" in url and urldefrag(url).url == urldefrag(tab.url).url:
            # Else the page would stay, as another view has left it.
            await tab.goto("about:blank", timeout=seconds * 1000)
        try:
            async with asyncio.timeout(seconds + ANSWER_SECONDS):  # the driver may hang itself
                response = await tab.goto(url, wait_until="commit")
        except (PlaywrightTimeout, TimeoutError):
            self._failed = True
            await self.close()
            raise PageError(f"no answer within {seconds:g} s") from None
        _require_html(response)
        for state, limit in (("domcontentloaded", seconds), ("load", seconds / 2)):
            try:
                async with asyncio.timeout(limit + ANSWER_SECONDS):
                    await tab.wait_for_load_state(cast(LoadState, state), timeout=limit * 1000)
            except (PlaywrightTimeout, TimeoutError):
                await wake(tab, self.cdp)
                await stop_loading(self.cdp)
                late = f"still loading after {limit:g} s; what it had by then was judged"
                return tab, response, late
        return tab, response, None


def _asked_for(request: Request) -> str:
    """The URL that the page asked for, before redirects."""
    while request.redirected_from is not None:
        request = request.redirected_from
    return request.url


async def _close(popup: Tab) -> None:
    with suppress(Error):
        await popup.close()


def _require_html(response: Response | None) -> None:
    if response is not None and not response.url.startswith("file:"):
        require_page(response.status, response.status_text, response.headers)
