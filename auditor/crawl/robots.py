"""robots.txt (RFC 9309): one file an origin, asked for once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urldefrag

import httpx
from protego import Protego

from auditor.net.client import AGENT, ask
from auditor.net.urls import origin

MAX_BYTES = 512 * 1024
"""Of one file; RFC 9309, section 2.5 asks for 500 KiB at least."""
MAX_DELAY = 60.0
"""Seconds between two pages that a host can ask for: a file must not stop a scan for good."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What one file says."""

    parser: Protego | None = None
    """None: there is no file, and everything is allowed."""
    closed: str | None = None
    """Why it could not be had, fit to show; then nothing is allowed (RFC 9309, 2.3.1.4)."""


class Robots:
    """Answers whether links may be followed, and how fast. What the user names is never asked
    about. Ignoring the rules, it is never loaded."""

    def __init__(self, client: httpx.AsyncClient, agent: str = AGENT) -> None:
        """`agent`: the name that rules for this crawler are looked up by."""
        self._client = client
        self._agent = agent
        self._rules: dict[str, Rules] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    async def load(self, urls: Iterable[str]) -> None:
        """Fetch the rules of each origin that is not known yet."""
        for place in dict.fromkeys(map(origin, urls)):
            if place.startswith("http"):
                async with self._loading.setdefault(place, asyncio.Lock()):
                    if place not in self._rules:
                        self._rules[place] = await self._fetch(f"{place}/robots.txt")

    async def _fetch(self, url: str) -> Rules:
        try:
            async with ask(self._client, url) as answer:
                if answer.status_code >= 500:
                    return Rules(closed=f"HTTP {answer.status_code}")
                if answer.status_code != 200:
                    return Rules()
                return Rules(Protego.parse(await _start_of(answer)))
        except httpx.TooManyRedirects:
            return Rules()
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return Rules(closed=str(error) or type(error).__name__)

    def allowed(self, url: str) -> bool:
        """Whether a link may be followed, by the rules that were loaded."""
        rules = self._rules.get(origin(url), Rules())
        if rules.parser is None:
            return rules.closed is None
        return bool(rules.parser.can_fetch(urldefrag(url).url, self._agent))

    def closed(self) -> Iterator[tuple[str, str]]:
        """(origin, why) of each file that could not be had."""
        return ((place, rules.closed) for place, rules in self._rules.items() if rules.closed)

    def delay(self, url: str) -> float:
        """Seconds between two pages that the URL's host asks for, at most MAX_DELAY."""
        parser = self._rules.get(origin(url), Rules()).parser
        if parser is None:
            return 0.0
        rate = parser.request_rate(self._agent)
        pace = rate.seconds / rate.requests if rate and rate.requests else 0.0
        return min(max(parser.crawl_delay(self._agent) or 0.0, pace), MAX_DELAY)

    def sitemaps(self, url: str) -> list[str]:
        """Sitemaps that the rules of the URL's origin name, as written."""
        parser = self._rules.get(origin(url), Rules()).parser
        return list(parser.sitemaps) if parser else []


async def _start_of(answer: httpx.Response) -> str:
    data = b""
    async for chunk in answer.aiter_bytes():
        data += chunk
        if len(data) > MAX_BYTES:
            data = data[:MAX_BYTES].rpartition(b"\n")[0]  # not half a rule
            break
    return data.decode("utf-8-sig", "replace")
