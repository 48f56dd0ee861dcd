"""Who a request says that it comes from (Referrer Policy, strict-origin-when-cross-origin, which
is the default of browsers)."""

from __future__ import annotations

from urllib.parse import urldefrag

import httpx

from auditor.net.urls import DEFAULT_PORTS, origin, split

PAGE = "auditor_page"
"""The page, among what httpx keeps with a request and with those that it redirects to."""


def referrer(page: str, url: str) -> str | None:
    """What a request for `url` says of the page that it is made for: all of its address within the
    origin, else the origin; nothing where the page came by TLS and the request does not."""
    if split(page).scheme not in DEFAULT_PORTS or (_secure(page) and not _secure(url)):
        return None
    host = split(page).netloc.rpartition("@")[2]
    home = f"{split(page).scheme}://{host}"
    if home != origin(url):
        return f"{home}/"
    return home + urldefrag(page).url.removeprefix(origin(page))


def _secure(url: str) -> bool:
    return split(url).scheme == "https"


async def set_referrer(request: httpx.Request) -> None:
    """A hook of httpx: anew for each request, as a redirect may leave the origin."""
    request.headers.pop("Referer", None)
    page = request.extensions.get(PAGE)
    if page is not None and (said := referrer(page, str(request.url))):
        request.headers["Referer"] = said
