"""Requests of a page that are held on their way: some get the headers of the session, and of a lean
scan some are refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error

from auditor.net.credentials import Access
from auditor.net.urls import split

_NEVER_SHOWN = ("Media", "Font", "Ping")
"""Kinds of resources (DevTools protocol, Network.ResourceType) that show no image: films and sound,
whose posters are images of their own, fonts and beacons."""
_ICONS = re.compile(r"icon|symbol|glyph|awesome|emoji", re.IGNORECASE)
"""In the address of a font that draws pictures."""
_MEASURE = (
    "google-analytics.com",
    "analytics.google.com",
    "googleanalytics.com",
    "hotjar.com",
    "clarity.ms",
    "bat.bing.com",
    "mc.yandex.ru",
    "connect.facebook.net",
    "static.cloudflareinsights.com",
    "plausible.io",
    "js-agent.newrelic.com",
    "nr-data.net",
)
"""Hosts that count visitors and show nothing. Those of adverts are not among them: an advert is an
image that a listener meets."""


async def hold_requests(
    cdp: CDPSession, access: Access, *, lean: bool, refused: Callable[[], None] = lambda: None
) -> None:
    """Add the headers of the session to requests for the origins that they are meant for:
    Playwright's own ways would send them on after a redirect to another host. `lean`: refuse what
    shows no image, and call `refused` for each. Nothing else is held, since that takes time. Raises
    playwright's Error."""
    patterns = [{"urlPattern": f"{place}/*"} for place in access.origins if access.headers]
    if lean:
        patterns += [{"urlPattern": "*", "resourceType": kind} for kind in _NEVER_SHOWN]
        patterns += [{"urlPattern": f"*://*{host}/*"} for host in _MEASURE]
    if not patterns:
        return

    async def paused(event: dict[str, Any]) -> None:
        held = {"requestId": event["requestId"]}
        request = event["request"]
        with suppress(Error):  # the request was given up meanwhile
            if lean and shows_nothing(request["url"], event["resourceType"]):
                refused()
                await cdp.send("Fetch.failRequest", {**held, "errorReason": "BlockedByClient"})
                return
            headers = access.set_headers(request["url"], request["headers"])
            fields = [{"name": name, "value": value} for name, value in headers.items()]
            await cdp.send("Fetch.continueRequest", {**held, "headers": fields})

    cdp.on("Fetch.requestPaused", paused)
    await cdp.send("Fetch.enable", {"patterns": patterns})


def shows_nothing(url: str, kind: str) -> bool:
    """Whether a request of a page brings nothing that is an image or shows one. `kind`: as the
    DevTools protocol calls it."""
    host = split(url).hostname or ""
    if any(host == each or host.endswith(f".{each}") for each in _MEASURE):
        return kind != "Document"
    return kind in _NEVER_SHOWN and not (kind == "Font" and _ICONS.search(url))
