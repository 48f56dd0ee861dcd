"""Pages and pictures by plain HTTP or from files, with no browser: quick, but no script runs."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import httpx

from auditor.browser import Page, PageError, require_page
from auditor.lines import with_lines
from auditor.markdown import ENDINGS, markdown_page
from auditor.pictures import (
    DRAWN,
    PictureMissing,
    address,
    allowed_file,
    bounded,
    data_url,
    read_file,
)
from auditor.snapshot import FrameSnapshot
from auditor.urls import split
from extractors.encoding import decode_html
from extractors.records import ImageRecord


class StaticReader:
    """Reads pages as they are sent."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def read(self, url: str) -> Page:
        """Fetch one page. Raises PageError."""
        if urlsplit(url).scheme == "file":
            data = await self._file(url)
            return _page(url, url, None, await asyncio.to_thread(_file_html, url, data))
        data, final_url, status, content_type = await self._get(url)
        return _page(url, final_url, status, decode_html(data, content_type))

    async def fetch(self, record: ImageRecord, frame_id: str) -> bytes:
        """The picture of one image use. Raises PictureMissing."""
        if record.kind in DRAWN:
            return await self.draw(record)
        url = address(record)
        if url.startswith("data:"):
            return bounded(data_url(url))
        if split(url).scheme == "file":
            return await asyncio.to_thread(read_file, allowed_file(url, frame_id))
        return await self._picture(url)

    async def draw(self, record: ImageRecord) -> bytes:
        """Always raises PictureMissing: only a browser can draw."""
        raise PictureMissing("only a browser can draw it; scan without --static")

    async def _file(self, url: str) -> bytes:
        try:
            return await asyncio.to_thread(read_file, url)
        except PictureMissing as missing:
            raise PageError(str(missing)) from None

    async def _get(self, url: str) -> tuple[bytes, str, int, str]:
        try:
            answer = await self._client.get(url)
        except httpx.TooManyRedirects:
            raise PageError("it redirects in a loop") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise PageError(f"the host could not be read: {error}") from None
        content_type = answer.headers.get("content-type", "")
        require_page(answer.status_code, answer.reason_phrase, content_type)
        return answer.content, str(answer.url), answer.status_code, content_type

    async def _picture(self, url: str) -> bytes:
        try:
            answer = await self._client.get(url)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise PictureMissing("its host did not answer") from error
        if answer.is_error:
            raise PictureMissing(f"HTTP {answer.status_code}")
        return bounded(answer.content)


def _page(url: str, final_url: str, status: int | None, html: str) -> Page:
    frame = FrameSnapshot(final_url, final_url, "", html, {})
    return Page(url, final_url, status, "", (frame,), ())


def _file_html(url: str, data: bytes) -> str:
    """The HTML of a file, with the lines of its elements."""
    if urlsplit(url).path.lower().endswith(ENDINGS):
        return markdown_page(data.decode("utf-8-sig", "replace"))
    return with_lines(decode_html(data, None))
