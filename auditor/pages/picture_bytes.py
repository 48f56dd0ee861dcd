"""Brings the bytes of a page's pictures, as the user's browser has them."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit
from urllib.request import url2pathname

from playwright.async_api import BrowserContext, CDPSession, Error

from auditor.net.urls import split
from extractors.facts import Box
from extractors.records import ImageRecord, Kind

MAX_BYTES = 50_000_000
TOO_LARGE = f"larger than {MAX_BYTES // 1_000_000} MB"
NO_URL = "its address is no URL"
DRAWN = frozenset({Kind.SVG, Kind.CANVAS, Kind.ROLE_IMG, Kind.ICON_FONT})
"""Kinds that have no picture file: the browser's drawing of them is taken."""
MAX_DRAWN_SIDE = 1024
"""Pixels; a larger drawing is scaled down."""


class PictureMissing(Exception):
    """No bytes for a picture; the message says why and is fit to show."""


@dataclass(frozen=True, slots=True)
class BrowserPictures:
    """Pictures of the page that is open in a tab."""

    cdp: CDPSession
    context: BrowserContext
    page_url: str
    one_at_a_time: asyncio.Lock
    """Held while the browser draws: screenshots at the same time get one another's clip."""

    async def fetch(self, record: ImageRecord, frame_id: str) -> bytes:
        """The picture of one image use. Raises PictureMissing."""
        if record.kind in DRAWN:
            return await self.draw(record)
        url = address(record)
        data = data_url(url) if url.startswith("data:") else await self._resource(url, frame_id)
        return bounded(data)

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
            return await asyncio.to_thread(read_file, allowed_file(url, self.page_url))
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


def address(record: ImageRecord) -> str:
    """The URL of the picture that is shown. Raises PictureMissing when there is none."""
    if record.src is None:
        raise PictureMissing("it names no picture")
    if record.loaded is False:
        raise PictureMissing("the picture did not load")
    return record.src


def allowed_file(url: str, page_url: str) -> str:
    """The file: URL, when the page that names it is a file too. Raises PictureMissing."""
    if urlsplit(page_url).scheme != "file":
        raise PictureMissing("a page from the network names a local file")
    return url


def bounded(data: bytes) -> bytes:
    """The bytes, if they are no more than MAX_BYTES. Raises PictureMissing."""
    if len(data) > MAX_BYTES:
        raise PictureMissing(TOO_LARGE)
    return data


def read_file(url: str) -> bytes:
    """The bytes of a file: URL. Raises PictureMissing, also for pipes and devices, which never
    end."""
    path = Path(url2pathname(urlsplit(url).path))
    try:
        if path.exists() and not path.is_file():
            raise PictureMissing("it is no regular file")
        if path.stat().st_size > MAX_BYTES:
            raise PictureMissing(TOO_LARGE)
        return path.read_bytes()
    except (OSError, ValueError):
        raise PictureMissing("there is no such file") from None


def data_url(url: str) -> bytes:
    """The bytes in a data: URL (RFC 2397). Raises PictureMissing."""
    head, comma, body = url.partition(",")
    try:
        if not comma:
            raise ValueError
        raw = unquote_to_bytes(body)
        return base64.b64decode(raw) if head.lower().endswith(";base64") else raw
    except ValueError:
        raise PictureMissing("its data: URL is broken") from None


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
