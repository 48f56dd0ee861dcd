"""Ends a connection without an answer, as nearly as can be as if nobody listened."""

from __future__ import annotations

import asyncio

from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

_HANG_UP = "hang_up"


class SilentProtocol(H11Protocol):
    """HTTP that says nothing to who speaks none, and lets the application hang up."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Hand the way to hang up to the application, in the state of each request."""
        super().connection_made(transport)
        self.app_state = {**self.app_state, _HANG_UP: transport.abort}

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP, and headers without end, get no answer: a page can send both."""
        self.transport.abort()


async def hang_up(scope: Scope, receive: Receive, send: Send) -> None:
    """ASGI application that ends the connection; under another server a bare refusal."""
    abort = scope.get("state", {}).get(_HANG_UP)
    if abort is None:
        await Response(status_code=403)(scope, receive, send)
        return
    abort()
    while (await receive())["type"] != "http.disconnect":
        pass
