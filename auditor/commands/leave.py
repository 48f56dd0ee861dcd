"""Which pages are read on whose word. A scan file and a checkout's configuration are written by
others; what they name is read as a link of a page would be: from the public internet alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from auditor.errors import AuditorError
from auditor.net.addresses import (
    Allowance,
    Named,
    allowances,
    named_by,
    named_host,
    refusal,
    resolve,
)
from auditor.net.urls import DEFAULT_PORTS
from auditor.reports.words import printable

SHOWN = 3
"""Pages told in a message."""


class LeaveError(AuditorError):
    """Pages are only read when the user names them; the message says which."""


@dataclass(frozen=True, slots=True)
class Leave:
    """What the user named."""

    urls: tuple[str, ...]
    """Canonical: pages and sitemaps."""
    hosts: tuple[str, ...] = ()
    """As --allow-host takes them."""
    folder: Path | None = None
    """Files in it may be read too; None: only those that were named."""

    def check(self, urls: Iterable[str], words: str) -> None:
        """Raises LeaveError, which begins with `words`, for files and for places in private
        networks that were not named. Asks the system's resolver."""
        if missing := asyncio.run(self._missing(list(dict.fromkeys(urls)))):
            more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
            raise LeaveError(printable(f"{words}: {', '.join(missing[:SHOWN])}{more}"))

    def named(self) -> list[Named]:
        """The hosts among it."""
        return [*filter(None, map(named_by, self.urls)), *map(named_host, self.hosts)]

    async def _missing(self, urls: Sequence[str]) -> list[str]:
        if not urls:
            return []
        named = self.named()
        allowed = await allowances(named)
        places = {each: _place(each) for each in urls}
        hosts = list(dict.fromkeys(filter(None, places.values())))
        checked = await asyncio.gather(*(_is_open(*host, named, allowed) for host in hosts))
        is_open = dict(zip(hosts, checked, strict=True))
        return [
            url
            for url, place in places.items()
            if not (self._is_named(url) if place is None else is_open[place])
        ]

    def _is_named(self, url: str) -> bool:
        """A file, or what is no place at all."""
        if url in self.urls:
            return True
        parts = urlsplit(url)
        if parts.scheme != "file" or parts.netloc or self.folder is None:
            return False
        return Path(url2pathname(parts.path)).resolve().is_relative_to(self.folder.resolve())


def _place(url: str) -> tuple[str, int] | None:
    """Host and port of a URL of the web."""
    parts = urlsplit(url)
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        return None
    return parts.hostname, parts.port or DEFAULT_PORTS[parts.scheme]


async def _is_open(
    host: str, port: int, named: Sequence[Named], allowed: Sequence[Allowance]
) -> bool:
    """Whether a host is public or was named; one that has no address leads nowhere."""
    if any(each.host == host and (not each.ports or port in each.ports) for each in named):
        return True
    try:
        addresses = await resolve(host)
    except OSError:
        return True
    return all(refusal(host, address, port, allowed) is None for address in addresses)
