"""Asking hosts by plain HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx
import pytest

from auditor.access import NO_ACCESS
from auditor.client import ask, open_client

MOST = 9
"""Connections at a time."""
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


@asynccontextmanager
async def host(answers: int) -> AsyncIterator[tuple[str, list[bytes]]]:
    """(its URL, what it was asked for): it answers so often on each connection, keeps that open,
    and ends it when it is asked again."""
    asked: list[bytes] = []
    open_still = asyncio.Semaphore(MOST)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with open_still:
            with suppress(asyncio.IncompleteReadError):  # the client is done with it
                for number in range(answers + 1):
                    asked.append((await reader.readuntil(b"\r\n\r\n")).split(b" ")[1])
                    if number < answers:
                        writer.write(OK)
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked
        for _ in range(MOST):
            await open_still.acquire()


async def test_a_connection_that_ends_when_it_is_used_again_costs_nothing() -> None:
    async with host(answers=1) as (url, asked), open_client(None, NO_ACCESS) as client:
        for path in ("/1", "/2", "/3"):
            async with ask(client, url + path) as answer:
                assert await answer.aread() == b"ok"
    assert asked == [b"/1", b"/2", b"/2", b"/3", b"/3"]


async def test_a_host_that_never_answers_is_asked_twice() -> None:
    async with host(answers=0) as (url, asked), open_client(None, NO_ACCESS) as client:
        with pytest.raises(httpx.RemoteProtocolError):
            async with ask(client, f"{url}/1"):
                pass
    assert asked == [b"/1", b"/1"]
