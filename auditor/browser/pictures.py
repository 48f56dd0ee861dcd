"""Brings the bytes of a page's pictures, as the user's browser has them."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping
from dataclasses import dataclass

from playwright.async_api import BrowserContext, CDPSession, Error

from auditor.net.urls import origin, split
from auditor.pages.local_files import LocalFiles
from auditor.pages.page import PictureMissing
from auditor.pages.picture_bytes import NO_URL, address, bounded, data_url, read_file
from auditor.pages.static import Kept
from extractors.facts import Box
from extractors.records import DRAWN, ImageRecord

MAX_DRAWN_SIDE = 1024
"""Pixels; a larger drawing is scaled down."""


@dataclass(frozen=True, slots=True)
class BrowserPictures:
    """Pictures of the page that is open in a tab."""

    cdp: CDPSession
    context: BrowserContext
    page_url: str
    one_at_a_time: asyncio.Lock
    """Held while the browser draws: screenshots at the same time get one another's clip."""
    files: LocalFiles
    kept: Kept
    """By the origin of the page and the URL: browsers have a cache for each site."""
    from_cache: dict[tuple[str, str], int]
    """Bytes of what is in the browser as it was before, by the id of the frame and the URL."""

    async def fetch(self, record: ImageRecord, frame_id: str) -> bytes:
        """The picture of one image use. Raises PictureMissing."""
        if record.kind in DRAWN:
            return await self.draw(record)
        url = address(record)
        if url.startswith("data:"):
            return bounded(data_url(url))
        place = f"{origin(self.page_url)} {url}"
        known = self.kept.get(place)
        if known is not None and self.from_cache.get((frame_id, url)) == len(known):
            return known
        data = bounded(await self._resource(url, frame_id))
        self.from_cache[frame_id, url] = len(data)  # for its other uses in this document
        return self.kept.keep(place, data)

    async def draw(self, record: ImageRecord) -> bytes:
        """The browser's own drawing of the element, as PNG. Raises PictureMissing."""
        clip = _clip(record.box)
        options = {"format": "png", "clip": clip, "captureBeyondViewport": True}
        try:
            async with self.one_at_a_time:
                answer = await self.cdp.send("Page.captureScreenshot", options)
        except Error as error:
            raise PictureMissing("the browser could not draw it") from error
        return base64.b64decode(answer["data"])

    async def _resource(self, url: str, frame_id: str) -> bytes:
        try:
            answer = await self.cdp.send(
                "Page.getResourceContent", {"frameId": frame_id, "url": url}
            )
        except Error:
            return await self._request(url)
        content: str = answer["content"]
        return base64.b64decode(content) if answer["base64Encoded"] else content.encode()

    async def _request(self, url: str) -> bytes:
        """Ask again, with the same session: the browser no longer had it."""
        scheme = split(url).scheme
        if scheme == "file":
            return await asyncio.to_thread(lambda: read_file(self.files.within(url, self.page_url)))
        if scheme not in ("http", "https"):
            raise PictureMissing(f"{scheme}: pictures cannot be read" if scheme else NO_URL)
        try:
            response = await self.context.request.get(url, timeout=10_000)
            body = await response.body()
        except Error as error:
            raise PictureMissing("its host did not answer") from error
        if not response.ok:
            raise PictureMissing(f"HTTP {response.status}")
        return body


def _clip(box: Box | None) -> Mapping[str, float]:
    if box is None or box.width < 1 or box.height < 1:
        raise PictureMissing("it has no size on the page")
    scale = min(1.0, MAX_DRAWN_SIDE / max(box.width, box.height))
    return {
        "x": box.x,
        "y": box.y,
        "width": box.width,
        "height": box.height,
        "scale": scale,
    }
