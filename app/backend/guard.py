"""Who may speak to the server: this machine, by its own name, an extension or a program, with the
token. Pages of the web, and whoever shows no token, find a port where nothing answers."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.backend.silent import hang_up

EXTENSIONS = ("chrome-extension://", "moz-extension://")
MAX_BODY = 64_000_000
"""Bytes of one request: a page with its pictures."""
MAX_STRANGER = 1_000
"""Bytes of a request without the token: a code, or a nonce."""
SITES = frozenset({"none", "same-origin"})
"""What `Sec-Fetch-Site` says of an extension (Fetch Metadata, section 2.3); programs send none."""
CHECKED = frozenset({"host", "origin", "authorization", "sec-fetch-site"})


class BodyTooLarge(Exception):
    """A request has more bytes than it may have."""


@dataclass(frozen=True, slots=True)
class RequestGuard:
    """ASGI middleware. It adds no CORS headers: a page of the web can read nothing, and a refusal
    would tell it that the server runs."""

    app: ASGIApp
    token: Callable[[], str]
    hosts: frozenset[str]
    """The only values of `Host`: a name that was rebound to this machine is none of them."""
    without_token: frozenset[str]
    """Paths that an extension may ask for before it tells the token."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hang up, refuse, or hand on with a bounded body."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = _headers(scope["headers"])
        if headers is None or not self._may_know(headers):
            await hang_up(scope, receive, send)
            return
        free = scope["path"] in self.without_token
        if "origin" in headers if free else self._has_token(headers):
            bounded = _Bounded(receive, scope, MAX_STRANGER if free else MAX_BODY)
            await self.app(scope, bounded, send)
        else:
            await Response(status_code=403)(scope, receive, send)

    def _may_know(self, headers: Mapping[str, str]) -> bool:
        """Whether it is surely no page: an extension, by its origin or as its browser says, or who
        sends a token, which no page can without asking first (Fetch, section 4.8)."""
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if headers.get("host") not in self.hosts or site not in (None, *SITES):
            return False
        if origin is not None:
            return origin.startswith(EXTENSIONS)
        return site is not None or "authorization" in headers

    def _has_token(self, headers: Mapping[str, str]) -> bool:
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
        if name in found and name in CHECKED:
            return None
        found[name] = value.decode("latin-1")
    return found


class _Bounded:
    """The body, as long as it is small enough. Raises BodyTooLarge where it is read."""

    def __init__(self, receive: Receive, scope: Scope, most: int) -> None:
        self._receive = receive
        self._most = most
        length = dict(scope["headers"]).get(b"content-length", b"0")
        fits = length.isdigit() and len(length) < 20
        self._declared = int(length) if fits else most + 1
        self._read = 0

    async def __call__(self) -> Message:
        if self._declared > self._most:
            raise BodyTooLarge
        message = await self._receive()
        self._read += len(message.get("body", b""))
        if self._read > self._most:
            raise BodyTooLarge
        return message
