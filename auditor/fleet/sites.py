"""The sites of a fleet: a list read, and whose turn it is: no host is read by two at once."""

from __future__ import annotations

import csv
import hashlib
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from urllib.parse import urlsplit

from auditor.fleet.errors import FleetError
from auditor.net.urls import TargetError, target_url

HEADS = ("site", "url")
"""Names of the column of a CSV list that holds the site; one of them is its first."""


@dataclass(frozen=True, slots=True)
class ListedSite:
    """A site as it stands in the list."""

    url: str
    """Canonical; where its scan begins."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of `auditor scan` for it, by their names without dashes before them."""
    line: int = 0

    @property
    def key(self) -> str:
        """Its name in the output: host and port, and a hash of the whole URL."""
        host = re.sub(r"[^a-z0-9.-]", "-", urlsplit(self.url).netloc.lower())[:100]
        return f"{host}-{hashlib.sha256(self.url.encode()).hexdigest()[:10]}"

    @property
    def host(self) -> str:
        """Who is asked for its pages: two sites of one host are read one after the other."""
        return urlsplit(self.url).hostname or ""


def read_sites(lines: Iterable[str], name: str) -> Iterator[ListedSite]:
    """The sites of a list, each once: a site a line, where empty lines and those that begin with #
    are passed over; or CSV (RFC 4180) whose first column is `site` and whose others are options of
    a scan. `name`: of the list, for messages. Raises FleetError naming the line."""
    rest = iter(lines)
    first = next(rest, "").removeprefix("\ufeff")
    head = [cell.strip().lower() for cell in next(csv.reader([first]), [])]
    is_table = bool(head) and head[0] in HEADS
    rows = _rows(head, rest) if is_table else _plain(chain([first], rest))
    known: dict[str, Mapping[str, str]] = {}
    for line, text, options in rows:
        site = ListedSite(_url(text, f"{name}, line {line}"), options, line)
        if known.setdefault(site.url, options) != options:
            raise FleetError(f"{name}, line {line}: {text} is listed twice, with other options")
        if known[site.url] is options:
            yield site


_Row = tuple[int, str, Mapping[str, str]]


def _plain(lines: Iterable[str]) -> Iterator[_Row]:
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            # A value of its own, as sites are told apart by it.
            yield number, text, {}


def _rows(head: list[str], lines: Iterable[str]) -> Iterator[_Row]:
    reader = csv.reader(lines)
    for cells in reader:
        row = dict(zip(head, (cell.strip() for cell in cells), strict=False))
        text = row.pop(head[0], "")
        if text:
            yield reader.line_num + 1, text, {name: value for name, value in row.items() if value}


def _url(text: str, where: str) -> str:
    try:
        url = target_url(text)
    except TargetError as error:
        raise FleetError(f"{where}: {error}") from None
    if not url.startswith("http"):
        raise FleetError(f"{where}: {text} is a file; a fleet reads sites")
    return url


class Turns:
    """Which site is next. Sites of one host wait for each other."""

    def __init__(self, sites: Iterable[ListedSite] = ()) -> None:
        self._waiting: dict[str, deque[ListedSite]] = {}
        self._free: deque[str] = deque()
        self._busy: set[str] = set()
        for site in sites:
            self.add(site)

    def __len__(self) -> int:
        """Sites that wait."""
        return sum(map(len, self._waiting.values()))

    def add(self, site: ListedSite) -> None:
        """It waits for its turn, behind the others of its host."""
        queue = self._waiting.setdefault(site.host, deque())
        queue.append(site)
        if len(queue) == 1 and site.host not in self._busy:
            self._free.append(site.host)

    def next(self) -> ListedSite | None:
        """A site whose host nobody reads; it is read from now on. None: there is none now."""
        if not self._free:
            return None
        host = self._free.popleft()
        self._busy.add(host)
        queue = self._waiting[host]
        site = queue.popleft()
        if not queue:
            del self._waiting[host]
        return site

    def done(self, site: ListedSite) -> None:
        """Its host may be read again."""
        self._busy.discard(site.host)
        if site.host in self._waiting:
            self._free.append(site.host)
