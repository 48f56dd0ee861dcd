"""Asking hosts by plain HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count

import httpx
import pytest

from auditor.net.address_guard import open_guard
from auditor.net.addresses import Named
from auditor.net.client import ask, open_client
from auditor.net.credentials import NO_ACCESS

MOST = 9
"""Connections at a time."""
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


@asynccontextmanager
async def host(answers: int) -> AsyncIterator[tuple[str, list[tuple[int, str]]]]:
    """Its URL, and what it was asked for on which connection: it answers so often on each, keeps
    that open, and ends it when it is asked again."""
    asked: list[tuple[int, str]] = []
    connections = count()
    still_open = asyncio.Semaphore(MOST)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = next(connections)
        async with still_open:
            with suppress(asyncio.IncompleteReadError):  # the client is done with it
                for number in range(answers + 1):
                    request = await reader.readuntil(b"\r\n\r\n")
                    asked.append((connection, request.split(b" ")[1].decode()))
                    if number < answers:
                        writer.write(OK)
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked
        for _ in range(MOST):
            await still_open.acquire()


async def test_what_is_kept_open_is_used_again() -> None:
    async with host(answers=3) as (url, asked):
        named = Named("127.0.0.1", frozenset({httpx.URL(url).port}))
        async with open_guard([named]) as guard, open_client(guard, NO_ACCESS) as client:
            for path in ("/1", "/2", "/3"):
                async with ask(client, url + path) as answer:
                    assert await answer.aread() == b"ok"
    assert asked == [(0, "/1"), (0, "/2"), (0, "/3")]


async def test_a_connection_that_ends_when_it_is_used_again_costs_nothing() -> None:
    async with host(answers=1) as (url, asked), open_client(None, NO_ACCESS) as client:
        for path in ("/1", "/2", "/3"):
            async with ask(client, url + path) as answer:
                assert await answer.aread() == b"ok"
    assert asked == [(0, "/1"), (0, "/2"), (1, "/2"), (1, "/3"), (2, "/3")]


async def test_a_host_that_never_answers_is_asked_twice() -> None:
    async with host(answers=0) as (url, asked), open_client(None, NO_ACCESS) as client:
        with pytest.raises(httpx.RemoteProtocolError):
            async with ask(client, f"{url}/1"):
                pass
    assert asked == [(0, "/1"), (1, "/1")]
