"""Pages and pictures by plain HTTP or from files, with no browser: quick, but no script runs."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from urllib.parse import urlsplit

import httpx

from auditor.findings import Skipped
from auditor.net.client import ANYTHING, PAGES, PICTURES, ask
from auditor.net.urls import split
from auditor.pages.answers import require_page
from auditor.pages.local_files import OWN_FOLDER, LocalFiles
from auditor.pages.page import FrameSnapshot, Page, PageError, PictureMissing
from auditor.pages.picture_bytes import (
    MAX_BYTES,
    address,
    bounded,
    data_url,
    read_file,
)
from auditor.pages.source_lines import with_lines
from extractors.encoding import decode_html
from extractors.records import DRAWN, ImageRecord

MAX_PAGE_BYTES = 20_000_000
"""Of one page; what comes after is not read."""
MAX_KEPT = 32_000_000
"""Bytes of pictures that are kept for other uses of them."""
MARKDOWN = (".md", ".markdown")
"""Endings of files that are Markdown."""
AT_ONCE = 10
"""Requests of a scan, so that a machine with many cores is no burden to a host."""


class Kept:
    """What the readers of a scan share: pictures by their URL, so that hosts are not asked for a
    logo again with every page."""

    def __init__(self) -> None:
        self.at_once = asyncio.Semaphore(AT_ONCE)
        """Held by each request."""
        self._pictures: dict[str, bytes] = {}
        self._size = 0

    def get(self, url: str) -> bytes | None:
        """The bytes, or None."""
        return self._pictures.get(url)

    def keep(self, url: str, data: bytes) -> bytes:
        """Keep the bytes, and give them back. When it is full, all others go."""
        if self._size + len(data) > MAX_KEPT:
            self._pictures.clear()
            self._size = 0
        if url not in self._pictures:
            self._pictures[url] = data
            self._size += len(data)
        return data


class StaticReader:
    """Reads pages as they are sent."""

    def __init__(
        self, client: httpx.AsyncClient, timeout: float, kept: Kept, files: LocalFiles = OWN_FOLDER
    ) -> None:
        """`timeout`: seconds for the answer of a page or picture to begin, and again for all of
        it. `kept`: shared by the readers of a scan. `files`: what pages in files may name."""
        self._client = client
        self._timeout = timeout
        self._kept = kept
        self._files = files

    async def read(self, url: str) -> Page:
        """Fetch one page. Raises PageError."""
        if urlsplit(url).fragment:
            raise PageError("it is a view that a script shows: scan without --static")
        if urlsplit(url).scheme == "file":
            try:
                data = await self._file(url, url)
            except PictureMissing as missing:
                raise PageError(str(missing)) from None
            return _page(url, url, None, await asyncio.to_thread(_file_html, url, data))
        answer, data, cut = await self._get(url)
        content_type = answer.headers.get("content-type", "")
        require_page(answer.status_code, answer.reason_phrase, answer.headers)
        final_url = str(answer.url)
        page = replace(
            _page(url, final_url, answer.status_code, decode_html(data, content_type)),
            language=answer.headers.get("content-language", ""),
        )
        return replace(page, skipped=(Skipped(final_url, cut, final_url),)) if cut else page

    async def frame(self, url: str) -> FrameSnapshot:
        """The document of a frame: of a page from the same place, or a data: URL. Raises
        PageError."""
        if not url.startswith("data:"):
            return (await self.read(url)).frames[0]
        try:
            return FrameSnapshot(url, url, "", decode_html(bounded(data_url(url)), None), {})
        except PictureMissing as missing:
            raise PageError(str(missing)) from None

    async def fetch(self, record: ImageRecord, frame_id: str) -> bytes:
        """The picture of one image use. Raises PictureMissing."""
        if record.kind in DRAWN:
            return await self.draw(record)
        url = address(record)
        if url.startswith("data:"):
            return bounded(data_url(url))
        if split(url).scheme == "file":
            return await self._file(url, frame_id)
        return self._kept.get(url) or self._kept.keep(url, await self._picture(url, frame_id))

    async def draw(self, record: ImageRecord) -> bytes:
        """Always raises PictureMissing: only a browser can draw."""
        raise PictureMissing("only a browser can draw it; scan without --static")

    @property
    def left_out(self) -> int:
        """0: nothing but pages and pictures is asked for."""
        return 0

    async def renew(self) -> bool:
        """False: there is no browser that could end."""
        return False

    async def _file(self, url: str, page_url: str) -> bytes:
        """The file at `url` that the page names. Raises PictureMissing."""
        return await asyncio.to_thread(lambda: read_file(self._files.within(url, page_url)))

    async def _get(self, url: str) -> tuple[httpx.Response, bytes, str | None]:
        try:
            return await self._load(url, MAX_PAGE_BYTES, PAGES)
        except httpx.TooManyRedirects:
            raise PageError("it redirects in a loop") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise PageError(failure(error)) from None

    async def _picture(self, url: str, page: str) -> bytes:
        try:
            answer, data, cut = await self._load(url, MAX_BYTES, PICTURES, page)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise PictureMissing(failure(error)) from error
        if answer.is_error:
            raise PictureMissing(f"HTTP {answer.status_code}")
        if cut:
            raise PictureMissing(cut)
        return data

    async def _load(
        self, url: str, most: int, accept: str, page: str | None = None
    ) -> tuple[httpx.Response, bytes, str | None]:
        async with self._kept.at_once:
            return await load(self._client, url, most, self._timeout, accept, page)


async def load(
    client: httpx.AsyncClient,
    url: str,
    most: int,
    seconds: float,
    accept: str = ANYTHING,
    page: str | None = None,
) -> tuple[httpx.Response, bytes, str | None]:
    """The answer, its body, and why that is not whole, or None; `accept` and `page` as in `ask`.
    Raises httpx's errors."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds) as limit, ask(client, url, accept, page) as answer:
            limit.reschedule(None)
            try:
                async with asyncio.timeout(seconds):
                    async for part in answer.aiter_bytes():
                        body += part
                        if len(body) > most:
                            return answer, bytes(body[:most]), f"larger than {most // 1_000_000} MB"
            except TimeoutError:
                return answer, bytes(body), f"still coming after {seconds:g} s"
            return answer, bytes(body), None
    except TimeoutError:
        raise httpx.ReadTimeout(f"no answer within {seconds:g} s") from None


def failure(error: Exception) -> str:
    """What went wrong, fit to show: the guard's words, else httpx's."""
    return str(error) or f"the host did not answer ({type(error).__name__})"


def _page(url: str, final_url: str, status: int | None, html: str) -> Page:
    frame = FrameSnapshot(final_url, final_url, "", html, {})
    return Page(url, final_url, status, "", (frame,), ())


def _file_html(url: str, data: bytes) -> str:
    """The HTML of a file, with the lines of its elements."""
    if urlsplit(url).path.lower().endswith(MARKDOWN):
        from auditor.pages.markdown import markdown_page  # loads a parser of its own

        return markdown_page(data.decode("utf-8-sig", "replace"))
    return with_lines(decode_html(data, None))
