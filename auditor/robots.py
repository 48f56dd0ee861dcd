"""robots.txt (RFC 9309): one file an origin, asked for once."""

from __future__ import annotations

from urllib.parse import urlsplit

import httpx
from protego import Protego

AGENT = "alt-text-auditor"


class Robots:
    """Answers whether links may be followed. What the user names is never asked about."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self._parsers: dict[str, Protego | None] = {}

    async def load(self, url: str) -> None:
        """Fetch the rules of the URL's origin; a file that cannot be had allows everything."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or parts.netloc in self._parsers:
            return
        self._parsers[parts.netloc] = None
        try:
            answer = await self._client.get(f"{parts.scheme}://{parts.netloc}/robots.txt")
        except (httpx.HTTPError, httpx.InvalidURL):
            return
        if answer.status_code == 200 and len(answer.content) <= 500_000:
            self._parsers[parts.netloc] = Protego.parse(answer.text)

    def allowed(self, url: str) -> bool:
        """Whether a link may be followed, by the rules that were loaded."""
        parser = self._parsers.get(urlsplit(url).netloc)
        return parser is None or bool(parser.can_fetch(url, AGENT))
