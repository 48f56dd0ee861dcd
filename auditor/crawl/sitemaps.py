"""Sitemaps (sitemaps.org, protocol 0.9): XML, indexes of others, gzip, and lists of text.

Read as a stream and within limits: a sitemap may be broken, endless, or written against us.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from urllib.request import url2pathname

import httpx
from lxml import etree

from auditor.crawl.scope import same_site
from auditor.errors import AuditorError
from auditor.findings import Skipped
from auditor.net.client import ask
from auditor.net.host_map import NO_MAP, HostMap
from auditor.net.urls import canonical

MAX_BYTES = 100_000_000
"""Of one sitemap, unpacked; the protocol allows half of that."""
TOO_LARGE = f"the sitemap is larger than {MAX_BYTES // 1_000_000} MB"
MAX_SITEMAPS = 2000
MAX_URLS = 1_000_000
MAX_NESTING = 3
CHUNK = 64 * 1024
GZIP_MAGIC = b"\x1f\x8b"
SECONDS = 120.0
"""For one sitemap."""


class SitemapError(AuditorError):
    """A sitemap cannot be read; the message is fit to show."""


@dataclass(slots=True)
class Sitemaps:
    """What a sitemap and those that it names list."""

    urls: dict[str, None] = field(default_factory=dict)
    """Canonical, each once, in the order of the list."""
    skipped: list[Skipped] = field(default_factory=list)
    read: int = 0
    """Sitemaps that were read, or begun."""


async def read_sitemaps(client: httpx.AsyncClient, start: str, hosts: HostMap = NO_MAP) -> Sitemaps:
    """Everything that a sitemap lists, through its indexes, as `hosts` maps it. What could not be
    read is told, the rest is kept. Raises SitemapError when the first one cannot be read at all."""
    found = Sitemaps()
    known = {start}
    waiting = [(start, 0)]
    while waiting and len(found.urls) < MAX_URLS:
        url, depth = waiting.pop(0)
        found.read += 1
        if found.read > MAX_SITEMAPS:
            found.skipped.append(Skipped(start, f"it names more than {MAX_SITEMAPS} sitemaps"))
            break
        try:
            async with asyncio.timeout(SECONDS), aclosing(_entries(client, url)) as entries:
                async for kind, named in entries:
                    location = hosts.of(named)
                    if kind == "url" and len(found.urls) < MAX_URLS:
                        found.urls.setdefault(location)
                    elif kind == "sitemap" and location not in known and depth < MAX_NESTING:
                        known.add(location)
                        waiting.append((location, depth + 1))
        except (SitemapError, TimeoutError) as error:
            reason = str(error) or f"the sitemap did not come within {SECONDS:g} s"
            if url == start and not found.urls and not waiting:
                raise SitemapError(f"{url}: {reason}") from None
            found.skipped.append(Skipped(url, reason))
    if len(found.urls) >= MAX_URLS:
        found.skipped.append(Skipped(start, f"it lists more than {MAX_URLS} pages"))
    return found


async def _entries(client: httpx.AsyncClient, url: str) -> AsyncGenerator[tuple[str, str], None]:
    """("url" or "sitemap", canonical location), as they come. Raises SitemapError."""
    parser = _Parser(url)
    try:
        async with aclosing(_bytes(client, url)) as raw, aclosing(_unpacked(raw)) as chunks:
            async for data in chunks:
                for entry in parser.feed(data):
                    yield entry
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise SitemapError(
            f"the sitemap could not be read: {error or type(error).__name__}"
        ) from None
    except zlib.error:
        raise SitemapError("the sitemap is broken: it is not whole gzip data") from None
    for entry in parser.end():
        yield entry


async def _bytes(client: httpx.AsyncClient, url: str) -> AsyncGenerator[bytes, None]:
    if urlsplit(url).scheme == "file":
        yield await asyncio.to_thread(_file, url)
        return
    async with ask(client, url) as answer:
        if answer.status_code != 200:
            raise SitemapError(f"the sitemap could not be read: HTTP {answer.status_code}")
        async for data in answer.aiter_bytes(CHUNK):
            yield data


def _file(url: str) -> bytes:
    path = Path(url2pathname(urlsplit(url).path))
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SitemapError(TOO_LARGE)
        return path.read_bytes()
    except OSError as error:
        raise SitemapError(f"the sitemap could not be read: {error.strerror}") from None


async def _unpacked(chunks: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """gzip is known by its first bytes: servers name it in many ways."""
    unpack = None
    first, total = True, 0
    async for data in chunks:
        if first and data.startswith(GZIP_MAGIC):
            unpack = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        first = False
        while data:
            part = unpack.decompress(data, CHUNK) if unpack else data
            data = unpack.unconsumed_tail if unpack else b""
            total += len(part)
            if total > MAX_BYTES:
                raise SitemapError(TOO_LARGE)
            yield part
    if unpack and not unpack.eof:
        raise zlib.error


class _Parser:
    """Takes the bytes of one sitemap as they come."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._text = b""
        self._is_xml: bool | None = None
        # No entity is resolved and nothing else is loaded: a sitemap is not to be trusted.
        self._xml = etree.XMLPullParser(
            events=("end",), resolve_entities=False, no_network=True, load_dtd=False
        )

    def feed(self, data: bytes) -> Iterator[tuple[str, str]]:
        if self._is_xml is None:
            start = (self._text + data).lstrip(b"\xef\xbb\xbf \t\r\n")
            if not start:
                return
            self._is_xml = start.startswith(b"<")
        if not self._is_xml:
            *lines, self._text = (self._text + data).split(b"\n")
            yield from self._lines(lines)
            return
        try:
            self._xml.feed(data)
        except etree.XMLSyntaxError as error:
            yield from self._locations()
            raise SitemapError(f"the sitemap is broken: {error.msg}") from None
        yield from self._locations()

    def end(self) -> Iterator[tuple[str, str]]:
        """What was left, and whether it is whole."""
        if self._is_xml is None:
            raise SitemapError("the sitemap is empty")
        if not self._is_xml:
            yield from self._lines([self._text])
            return
        try:
            self._xml.close()
        except etree.XMLSyntaxError as error:
            raise SitemapError(f"the sitemap is broken: {error.msg}") from None

    def _locations(self) -> Iterator[tuple[str, str]]:
        for _, element in self._xml.read_events():
            kind = _local(element)
            if kind in ("url", "sitemap"):
                places = (child.text for child in element if _local(child) == "loc")
                if (place := next(places, None)) and (url := self._absolute(place)):
                    yield kind, url
                element.clear()
                parent = element.getparent()
                while parent is not None and element.getprevious() is not None:
                    del parent[0]
            elif kind in ("html", "rss", "feed"):
                raise SitemapError(f"this is no sitemap but {kind}")

    def _lines(self, lines: list[bytes]) -> Iterator[tuple[str, str]]:
        for line in lines:
            if line.strip() and (url := self._absolute(line.decode("utf-8-sig", "replace"))):
                yield "url", url

    def _absolute(self, place: str) -> str | None:
        """Relative ones are against the protocol, and happen."""
        try:
            url = canonical(urljoin(self._url, place.strip()))
        except ValueError:
            return None
        if url.startswith("file:"):
            return url if same_site(url, self._url) else None
        return url if url.startswith(("http://", "https://")) else None


def _local(element: etree._Element) -> str:
    """Tag without namespace; "" for comments and the like."""
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""
