"""Brings the pictures of an article: from its wiki, or from the files beside a saved page."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from auditor.net.urls import split
from auditor.pages.local_files import OWN_FOLDER
from auditor.pages.page import PictureMissing
from auditor.pages.picture_bytes import NO_URL, address, bounded, data_url, read_file
from auditor.wiki.sites.api import Api
from auditor.wiki.sites.cache import DAY
from auditor.wiki.sites.errors import WikiError
from extractors.records import ImageRecord


@dataclass(frozen=True, slots=True)
class WikiPictures:
    """A `PictureReader` (auditor/pages/page.py)."""

    api: Api | None
    """None: no wiki is asked."""

    async def fetch(self, record: ImageRecord, frame_id: str) -> bytes:
        """The picture as the article shows it, which is often smaller than the file. `frame_id` is
        the article's address. Raises PictureMissing."""
        url = address(record)
        scheme, host = split(url)[:2]
        if scheme == "data":
            return bounded(data_url(url))
        if scheme == "file" and not host:  # with a host it is "//upload.wikimedia.org/…", saved
            return await asyncio.to_thread(lambda: read_file(OWN_FOLDER.within(url, frame_id)))
        if scheme not in ("http", "https", "file"):
            raise PictureMissing(f"{scheme}: pictures cannot be read" if scheme else NO_URL)
        if self.api is None or scheme == "file":
            raise PictureMissing("an article from files asks no wiki for pictures")
        try:
            return bounded(await self.api.get(url, max_age=DAY))
        except WikiError as error:
            raise PictureMissing(str(error)) from None

    async def draw(self, record: ImageRecord) -> bytes:
        """Always raises PictureMissing: only a browser can draw."""
        raise PictureMissing("it is SVG, which only a browser can draw")
