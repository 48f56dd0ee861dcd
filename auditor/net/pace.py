"""How fast each host is asked for pages: the gap it wants, and patience when it is busy."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from auditor.net.urls import origin

FIRST_WAIT = 1.0
"""Seconds before a busy host that names no time is asked again; doubled each time."""
MAX_WAIT = 120.0
"""Seconds; a host that asks for more is not waited for."""
TRIES = 4
"""How often one page is asked for in all."""
PATIENCE = 300.0
"""Seconds that one host is waited for in all, over a whole scan."""


class Pace:
    """When each host may be asked again. Waits are told to `say`, in words fit to show."""

    def __init__(self, say: Callable[[str], None] = lambda words: None) -> None:
        self._say = say
        self._free: dict[str, float] = {}
        self._waited: dict[str, float] = {}

    async def turn(self, url: str, gap: float) -> None:
        """Wait until the URL's host may be asked; the next turn comes `gap` seconds later."""
        host = origin(url)
        now = asyncio.get_running_loop().time()
        turn = max(now, self._free.get(host, 0.0))
        self._free[host] = turn + gap
        await asyncio.sleep(turn - now)

    def back_off(self, url: str, asked: float | None, attempt: int) -> bool:
        """Note that a host is busy. False when it is not worth waiting any more. What several wait
        for at the same time counts once.

        asked: seconds that it wants, None when it names none. attempt: 0 for the first answer.
        """
        host = origin(url)
        wait = FIRST_WAIT * 2**attempt if asked is None else asked
        now = asyncio.get_running_loop().time()
        free = max(now, self._free.get(host, 0.0))
        waited = self._waited.get(host, 0.0) + max(0.0, now + wait - free)
        if attempt + 1 >= TRIES or wait > MAX_WAIT or waited > PATIENCE:
            return False
        self._waited[host] = waited
        self._free[host] = max(free, now + wait)
        self._say(f"{host} is busy: waiting {wait:g} s")
        return True


def seconds_of(retry_after: str | None, now: datetime) -> float | None:
    """What Retry-After asks for (RFC 9110, section 10.2.3), in seconds; None when it says
    nothing that can be understood."""
    text = (retry_after or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - now).total_seconds())
