"""The auditor's server as it runs for real, which notes what it was asked."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.backend.command import TEXTS_KEPT, listen, settings
from app.backend.pairing import Pairing
from app.backend.saved import Saved
from app.backend.server import make_app
from app.backend.service import Service
from auditor.judge.judge import Judge

TOKEN = "t" * 43


@dataclass(slots=True)
class Exchange:
    """One request, and what it was told."""

    path: str
    headers: dict[str, str]
    status: int = 0
    """0: it got no answer."""
    told: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""


@dataclass(slots=True)
class Recorded:
    """The server, and what it was asked so far."""

    port: int
    service: Service
    asked: list[Exchange] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Recorder:
    """ASGI middleware outside of everything that the server does."""

    app: ASGIApp
    asked: list[Exchange]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {key.decode(): value.decode("latin-1") for key, value in scope["headers"]}
        exchange = Exchange(scope["path"], headers)
        self.asked.append(exchange)

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                exchange.status, exchange.told = message["status"], list(message["headers"])
            exchange.body += message.get("body", b"")
            await send(message)

        await self.app(scope, receive, noted)


@contextlib.contextmanager
def serve_http(
    encoder: Any,
    saved: Saved | None = None,
    around: Callable[[ASGIApp], ASGIApp] = lambda app: app,
) -> Iterator[Recorded]:
    """The server as `auditor serve` starts it, on a free port, in a thread; `around`: what stands
    between it and the browser."""
    with listen(0) as listener:
        port = listener.getsockname()[1]
        service = Service(
            Judge(encoder, texts_kept=TEXTS_KEPT), encoder, lambda: TOKEN, Pairing(), saved=saved
        )
        recorded = Recorded(port, service)
        app = Recorder(around(make_app(service, port)), recorded.asked)
        server = uvicorn.Server(settings(app))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.01)
            yield recorded
        finally:
            server.should_exit = True
            thread.join()
