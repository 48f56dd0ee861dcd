"""The client for plain HTTP, and the name by which hosts know the scanner."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from auditor import __version__
from auditor.net.address_guard import AddressGuard
from auditor.net.credentials import Access
from auditor.net.referrer import PAGE, set_referrer
from auditor.net.transport import GuardedTransport

AGENT = "alt-text-auditor"
"""What rules of robots.txt name this program by."""
SIGNATURE = f"{AGENT}/{__version__}"
"""Stands at the end of what the browser calls itself."""
ANYTHING = "*/*"
PAGES = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
PICTURES = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"
"""What browsers say that they want: hosts choose by it between forms of one thing."""
TIMEOUT = 30.0
"""Seconds without a byte."""


def robots_name(user_agent: str | None) -> str:
    """The name that rules are looked up by: the product of a user agent (RFC 9309, 2.2.1). One
    that poses as a browser is still this program."""
    product = (user_agent or "").partition("/")[0].split(" ")[0]
    return product if product and product != "Mozilla" else AGENT


@asynccontextmanager
async def open_client(
    guard: AddressGuard | None, access: Access, user_agent: str | None = None
) -> AsyncIterator[httpx.AsyncClient]:
    """A client that reaches the network through `guard` and holds the session of `access`. Raises
    TrustError."""
    jar = access.cookie_jar()
    async with httpx.AsyncClient(
        headers={"User-Agent": user_agent or f"{SIGNATURE} (+accessibility audit)"},
        cookies=jar,
        event_hooks={"request": [set_referrer, access.request_hook(jar)]},
        follow_redirects=True,
        timeout=TIMEOUT,
        transport=GuardedTransport(guard, access.trust) if guard else None,
        verify=access.trust.context(),
    ) as client:
        yield client


@asynccontextmanager
async def ask(
    client: httpx.AsyncClient, url: str, accept: str = ANYTHING, page: str | None = None
) -> AsyncIterator[httpx.Response]:
    """The answer to GET, its body still to come. `accept`: the types that are wanted (RFC 9110,
    section 12.5.1); `page`: URL of the page that needs it. A host may end a connection that was
    kept open just when it is used again, so what breaks off without an answer is asked for once
    more (RFC 9112, section 9.3.1). Raises httpx's errors."""
    try:
        answer = await _sent(client, url, accept, page)
    except (httpx.ReadError, httpx.RemoteProtocolError):
        answer = await _sent(client, url, accept, page)
    try:
        yield answer
    finally:
        await answer.aclose()


async def _sent(
    client: httpx.AsyncClient, url: str, accept: str, page: str | None
) -> httpx.Response:
    headers, extensions = {"Accept": accept}, {PAGE: page} if page else {}
    try:
        request = client.build_request("GET", url, headers=headers, extensions=extensions)
        return await client.send(request, stream=True)
    except ValueError as error:  # a host in a Punycode that is none: httpx lets it through
        raise httpx.InvalidURL(f"this is not a URL: {error}") from None
