"""Without a browser, an answer that never ends does end at a limit, with what had come."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import httpx
import pytest

from auditor.pages.answers import require_page
from auditor.pages.page import PageError, PictureMissing
from auditor.pages.picture_bytes import read_file
from auditor.pages.static import AT_ONCE, Kept, StaticReader


class Endless(httpx.AsyncByteStream):
    """Bytes again and again, or bytes and then nothing."""

    def __init__(self, part: bytes, *, stops: bool) -> None:
        self._part, self._stops = part, stops

    async def __aiter__(self):
        while True:
            yield self._part
            if self._stops:
                await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("stops", "reason"), [(False, "larger than 0 MB"), (True, "still coming after 0.2 s")]
)
async def test_an_endless_page_is_read_up_to_a_limit(monkeypatch, stops, reason: str) -> None:
    monkeypatch.setattr("auditor.pages.static.MAX_PAGE_BYTES", 100_000)
    stream = Endless(b"<img alt=fox>" + b" " * 900, stops=stops)
    answer = httpx.Response(200, headers={"content-type": "text/html"}, stream=stream)
    transport = httpx.MockTransport(lambda request: answer)
    async with httpx.AsyncClient(transport=transport) as client:
        page = await StaticReader(client, 0.2, Kept()).read("http://h/")
    assert "<img alt=fox>" in page.frames[0].html
    assert [skipped.reason for skipped in page.skipped] == [reason]


async def test_a_picture_is_asked_for_once_in_a_scan(make_record) -> None:
    asked = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return httpx.Response(200, content=b"a picture")

    record, kept = make_record(src="http://h/logo.png"), Kept()
    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        readers = [StaticReader(client, 9, kept) for _ in range(2)]
        found = [await reader.fetch(record, "http://h/") for reader in readers]
    assert found == [b"a picture"] * 2
    assert asked == ["/logo.png"]


async def test_a_scan_asks_for_few_things_at_once(make_record) -> None:
    now, most = 0, 0

    async def answer(request: httpx.Request) -> httpx.Response:
        nonlocal now, most
        now += 1
        most = max(most, now)
        for _ in range(50):  # until all have begun that may
            await asyncio.sleep(0)
        now -= 1
        return httpx.Response(200, content=b"a picture")

    kept = Kept()
    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        records = [make_record(src=f"http://h/{number}.png") for number in range(40)]
        readers = [StaticReader(client, 9, kept) for _ in records]
        pairs = zip(readers, records, strict=True)
        await asyncio.gather(*(reader.fetch(record, "http://h/") for reader, record in pairs))
    assert most == AT_ONCE


def test_what_a_host_says_of_its_error_holds_no_orders_to_a_terminal() -> None:
    with pytest.raises(PageError, match=r"^HTTP 500 \[31mred$"):
        require_page(500, "\x1b[31mred\x07", {})


def test_a_pipe_and_a_device_are_no_pages(tmp_path) -> None:
    pipe = tmp_path / "page.html"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(PictureMissing, match="no regular file"):
            read_file(path)
