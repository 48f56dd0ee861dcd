"""Who may speak to the server: this machine, by its own name, an extension or a program, with the
token. Everybody else gets one bare refusal that tells nothing."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

EXTENSIONS = ("chrome-extension://", "moz-extension://")
MAX_BODY = 64_000_000
"""Bytes of one request: a page with its pictures."""
SITES = frozenset({"none", "same-origin"})
"""What `Sec-Fetch-Site` says of an extension (Fetch Metadata, section 2.3); programs send none."""


class BodyTooLarge(Exception):
    """A request has more than MAX_BODY bytes."""


@dataclass(frozen=True, slots=True)
class RequestGuard:
    """ASGI middleware. It adds no CORS headers: a page of the web can read nothing."""

    app: ASGIApp
    token: Callable[[], str]
    hosts: frozenset[str]
    """The only values of `Host`: a name that was rebound to this machine is none of them."""
    without_token: frozenset[str]
    """Paths that an extension may ask for before it was paired."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or hand on with a bounded body."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        elif not self._admits(scope):
            await Response(status_code=403)(scope, receive, send)
        else:
            await self.app(scope, _Bounded(receive, scope), send)

    def _admits(self, scope: Scope) -> bool:
        headers = _headers(scope["headers"])
        if headers is None or headers.get("host") not in self.hosts:
            return False
        origin = headers.get("origin")
        if origin is not None and not origin.startswith(EXTENSIONS):
            return False
        if headers.get("sec-fetch-site", "none") not in SITES:
            return False
        if scope["path"] in self.without_token:
            return origin is not None
        scheme, _, given = headers.get("authorization", "").partition(" ")
        right = hmac.compare_digest(given.strip().encode(), self.token().encode())
        return right and scheme.lower() == "bearer"


def own_hosts(port: int) -> frozenset[str]:
    """The names that this server has."""
    return frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})


def _headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str] | None:
    """Headers by lower-case name; None when one that is checked here comes twice."""
    found: dict[str, str] = {}
    for key, value in raw:
        name = key.decode("latin-1").lower()
        if name in found and name in ("host", "origin", "authorization", "sec-fetch-site"):
            return None
        found[name] = value.decode("latin-1")
    return found


class _Bounded:
    """The body, as long as it is small enough. Raises BodyTooLarge where it is read."""

    def __init__(self, receive: Receive, scope: Scope) -> None:
        self._receive = receive
        length = dict(scope["headers"]).get(b"content-length", b"0")
        self._declared = int(length) if length.isdigit() else MAX_BODY + 1
        self._read = 0

    async def __call__(self) -> Message:
        if self._declared > MAX_BODY:
            raise BodyTooLarge
        message = await self._receive()
        self._read += len(message.get("body", b""))
        if self._read > MAX_BODY:
            raise BodyTooLarge
        return message
