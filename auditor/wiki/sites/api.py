"""Asks wikis, with their manners: a named client, few requests at once, waits where a wiki asks
to wait (`Retry-After`, `maxlag`), and nothing asked again that is kept.

See https://www.mediawiki.org/wiki/API:Etiquette and https://www.mediawiki.org/wiki/Manual:Maxlag_parameter.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import httpx

from auditor.net.address_guard import open_guard
from auditor.net.addresses import named_by, named_host
from auditor.net.client import SIGNATURE, open_client
from auditor.net.credentials import NO_ACCESS
from auditor.net.pace import Pace, seconds_of
from auditor.pages.page import HostBusy
from auditor.pages.static import failure, load
from auditor.texts.well_formed import well_formed
from auditor.wiki.sites.cache import Cache
from auditor.wiki.sites.errors import NotThere, WikiError

AT_ONCE = 3
"""Requests on their way at the same time: the most that Wikimedia wants of one client."""
MAXLAG = 5
"""Seconds that a wiki's databases may lag before it asks us to come later."""
MAX_BYTES = 50_000_000
"""Of one answer."""
SECONDS = 60.0
"""For an answer to begin, and again for all of it."""
_BUSY = (429, 502, 503, 504)
_BUSY_CODES = ("maxlag", "ratelimited", "readonly")


def user_agent(contact: str) -> str:
    """How wikis know the program: its name, whom to reach, and what speaks HTTP
    (https://foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy)."""
    whom = f" ({contact})" if contact else ""
    return f"{SIGNATURE}{whom} python-httpx/{httpx.__version__}"


@dataclass(slots=True)
class Api:
    """Every request to a wiki goes through here. Raises WikiError, one line, fit to show."""

    client: httpx.AsyncClient
    pace: Pace
    cache: Cache
    fresh: bool = False
    """Ask also for what is kept."""
    at_once: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def call(
        self, api: str, asked: Mapping[str, str | int], max_age: float = 0.0
    ) -> Mapping[str, Any]:
        """The answer of the action API (formatversion 2), perhaps one of `max_age` seconds ago.
        Raises NotThere where there is no such API."""
        fixed = {"format": "json", "formatversion": 2, "maxlag": MAXLAG}
        url = str(httpx.URL(api, params={**fixed, **asked}))
        return _object(await self._kept(url, max_age, action_api=True), api)

    async def get(self, url: str, *, max_age: float | None = 0.0) -> bytes:
        """The body of a page or a picture, perhaps one of `max_age` seconds ago (None: ever)."""
        return await self._kept(url, max_age, action_api=False)

    async def _kept(self, url: str, max_age: float | None, *, action_api: bool) -> bytes:
        if max_age == 0.0:
            return await self._ask(url, action_api)
        data = None if self.fresh else self.cache.get(url, max_age)
        if data is None:
            data = await self._ask(url, action_api)
            self.cache.keep(url, data)
        return data

    async def _ask(self, url: str, action_api: bool) -> bytes:
        """The answer to a request, asked for as often as it is worth waiting for it."""
        host = urlsplit(url).netloc
        for attempt in count():
            async with self.at_once:
                await self.pace.turn(url, 0.0)
                try:
                    return await self._once(url, action_api)
                except HostBusy as busy:
                    problem, wait = str(busy), busy.wait
                except (httpx.ReadError, httpx.RemoteProtocolError):
                    problem, wait = "the connection was cut", None
                except httpx.ReadTimeout as error:
                    problem, wait = failure(error), None
                except (httpx.HTTPError, httpx.InvalidURL) as error:
                    raise WikiError(f"{host}: {failure(error)}") from None
            if not self.pace.back_off(url, wait, attempt):
                asks = "" if wait is None else f"; it asks to wait {wait:g} s"
                raise WikiError(f"{host}: {problem}{asks}")
        raise AssertionError("there is no last attempt")

    async def _once(self, url: str, action_api: bool) -> bytes:
        answer, data, cut = await load(self.client, url, MAX_BYTES, SECONDS)
        _require(answer, url)
        if cut:
            raise WikiError(f"{urlsplit(url).netloc}: the answer is {cut}")
        if action_api:
            _require_done(data, answer)
        return data


@asynccontextmanager
async def open_api(
    wikis: Iterable[str],
    contact: str,
    say: Callable[[str], None] = lambda words: None,
    *,
    fresh: bool = False,
    allowed: Iterable[str] = (),
) -> AsyncIterator[Api]:
    """What asks the wikis at these URLs. `contact`: a mail address or a URL, "" for none. Waits
    are told to `say`. `allowed`: hosts that may be asked though they are not public."""
    named = [*filter(None, map(named_by, wikis)), *map(named_host, allowed)]
    async with (
        open_guard(named) as guard,
        open_client(guard, NO_ACCESS, user_agent(contact)) as client,
    ):
        yield Api(client, Pace(say), Cache(), fresh)


def _require(answer: httpx.Response, url: str) -> None:
    """Raises HostBusy, NotThere or WikiError for what is no answer."""
    said = f"HTTP {answer.status_code} {answer.reason_phrase}".strip()
    if answer.status_code in _BUSY:
        raise HostBusy(said, _wait(answer))
    if answer.status_code == 404:
        raise NotThere(f"{url}: {said}")
    if answer.is_error:
        raise WikiError(f"{urlsplit(url).netloc}: {said}")


def _require_done(data: bytes, answer: httpx.Response) -> None:
    """Errors of the action API come with status 200. Raises HostBusy or WikiError."""
    try:
        error = well_formed(json.loads(data))["error"]
        code, text = str(error["code"]), str(error["info"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return  # no error, or no JSON: the caller knows what it asked for
    if code in _BUSY_CODES:
        raise HostBusy(f"it is behind with its work ({code})", _wait(answer))
    raise WikiError(f"{urlsplit(str(answer.url)).netloc}: {text}")


def _wait(answer: httpx.Response) -> float | None:
    return seconds_of(answer.headers.get("retry-after"), datetime.now(UTC))


def _object(data: bytes, api: str) -> Mapping[str, Any]:
    try:
        answer = well_formed(json.loads(data))
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise NotThere(f"{api} does not answer as the API of a wiki")
    return answer
