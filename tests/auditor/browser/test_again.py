"""What a page needs no more of: pictures that the browser took from its cache, and error pages in
the place of frames."""

from __future__ import annotations

import pytest

from auditor.browser.options import BrowserOptions
from auditor.browser.pictures import BrowserPictures
from auditor.browser.tab import BrowserReader
from auditor.pages.frames import extract_frames
from auditor.pages.page import Page

pytestmark = pytest.mark.asyncio(loop_scope="session")
OPTIONS = BrowserOptions(timeout=8, settle=4, quiet=0.1)
HTML = {"Content-Type": "text/html", "Cache-Control": "no-store"}


@pytest.fixture
def brought(monkeypatch) -> list[str]:
    """The URLs of the pictures that the browser was asked for."""
    found: list[str] = []
    bring = BrowserPictures._resource

    async def noted(self, url: str, frame_id: str) -> bytes:
        found.append(url)
        return await bring(self, url, frame_id)

    monkeypatch.setattr(BrowserPictures, "_resource", noted)
    return found


async def pictures(reader: BrowserReader, page: Page) -> list[bytes]:
    (extraction,) = extract_frames(page.frames)
    return [await reader.fetch(record, page.frames[0].frame_id) for record in extraction.records]


async def test_a_picture_from_the_cache_is_brought_once(
    reader, site, brought, picture_bytes
) -> None:
    kept = {"Content-Type": "image/png", "Cache-Control": "max-age=600"}
    site["/logo.png"] = (200, kept, picture_bytes("red"))
    for path in ("/a", "/b"):
        site[path] = "<!doctype html><img src=/logo.png alt=fox><img src=/logo.png alt=home>"
        page = await reader.read(site.url(path))
        assert await pictures(reader, page) == [picture_bytes("red")] * 2
    assert brought == [site.url("/logo.png")]


async def test_a_picture_that_changes_is_brought_each_time(
    reader, site, brought, picture_bytes
) -> None:
    fresh = {"Content-Type": "image/png", "Cache-Control": "no-store"}
    site["/"] = (
        200,
        {**HTML, "Cache-Control": "no-store"},
        b"<!doctype html><img src=/x.png alt=x>",
    )
    for colour in ("red", "blue"):
        site["/x.png"] = (200, fresh, picture_bytes(colour))
        page = await reader.read(site.url())
        assert await pictures(reader, page) == [picture_bytes(colour)]
    assert len(brought) == 2


async def test_error_pages_in_frames_are_told_and_not_judged(reader, site) -> None:
    image = b"<img src=/x.png alt=missing>"
    site["/gone"] = (404, HTML, b"<p>Gone</p>" + image + b"<iframe src=/inner></iframe>")
    site["/inner"] = "<img src=/x.png alt=inner>"
    site["/there"] = "<img src=/x.png alt=there>"
    site["/moved"] = (302, {"Location": "/gone"}, b"")
    site["/"] = "".join(f"<iframe src={path}></iframe>" for path in ("/gone", "/there", "/moved"))
    page = await reader.read(site.url())
    alts = [record.alt for found in extract_frames(page.frames) for record in found.records]
    assert alts == ["there"]
    told = {(skipped.subject, skipped.reason) for skipped in page.skipped}
    words = "the frame was not read: HTTP 404"
    assert {(site.url(path), words) for path in ("/gone", "/moved")} <= told
