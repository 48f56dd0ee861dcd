"""Pages to begin with: those of folders, of lists in files, and of sitemaps."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import httpx

from auditor.crawl.robots import Robots
from auditor.crawl.scope import Scope, is_page, same_site
from auditor.crawl.sitemaps import SitemapError, Sitemaps, read_sitemaps
from auditor.findings import Skipped
from auditor.net.host_map import NO_MAP, HostMap
from auditor.net.urls import TargetError, canonical, origin, target_url, web_url

AUTO = "auto"
"""In place of a sitemap: those that robots.txt of the targets names, else /sitemap.xml."""
PAGES = (".html", ".htm", ".xhtml", ".md", ".markdown")
"""Endings of the pages in a folder."""
REST = "the rest of the site"
WEB = ("http://", "https://")
UNVISITED = ("node_modules", "__pycache__")


@dataclass(frozen=True, slots=True)
class Listing:
    """Pages that were listed and will be read, and what was left out."""

    urls: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """So many pages of those that are listed, by chance."""

    size: int
    seed: int

    def of(self, urls: Sequence[str]) -> list[str]:
        """The sample in the order of the list. The same seed takes the same pages, and mostly the
        same ones when the site has grown: each page has its place in a row of its own."""

        def place(url: str) -> bytes:
            return hashlib.sha256(f"{self.seed} {url}".encode()).digest()

        taken = set(heapq.nsmallest(self.size, urls, key=place))
        return [url for url in urls if url in taken]


def pages_of(folder: Path) -> list[Path]:
    """The pages in a folder and below, index.html first; hidden folders are left alone."""
    found = [
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in PAGES and _visited(path.relative_to(folder)) and path.is_file()
    ]
    return sorted(found, key=lambda path: (path != folder / "index.html", path))


def _visited(path: Path) -> bool:
    return not any(part.startswith(".") or part in UNVISITED for part in path.parts)


def read_list(lines: TextIO, name: str) -> list[str]:
    """URLs of a list, one a line; empty lines and those that begin with # are passed over. Raises
    TargetError."""
    found: list[str] = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            try:
                found.append(target_url(text))
            except TargetError as error:
                raise TargetError(f"{name}, line {number}: {error}") from None
    return found


def limited(
    urls: Iterable[str], sample: Sample | None, most: int, *, known: Sequence[str] = ()
) -> Listing:
    """What is read of a list, by the sample and by how many pages there is room for. Those that are
    `known` are read in any case."""
    named = set(known)
    every = [url for url in dict.fromkeys(urls) if url not in named]
    taken = sample.of(every) if sample else every
    skipped = []
    if sample and len(taken) < len(every):
        reason = f"it is not in the sample (--sample {sample.size} --seed {sample.seed})"
        skipped.append(Skipped(_pages(len(every) - len(taken)), reason))
    if len(taken) > most:
        reason = "there are more than --max-pages allows"
        skipped.append(Skipped(_pages(len(taken) - most), reason))
    return Listing(tuple(taken[:most]), tuple(skipped))


def _pages(count: int) -> str:
    return "1 listed page" if count == 1 else f"{count} listed pages"


async def from_sitemaps(
    client: httpx.AsyncClient,
    sitemaps: Sequence[str],
    targets: Sequence[str],
    scope: Scope,
    hosts: HostMap = NO_MAP,
) -> Listing:
    """Everything in scope that the sitemaps list, as `hosts` maps it. Raises SitemapError when
    one cannot be read."""
    urls: dict[str, None] = {}
    skipped: list[Skipped] = []
    for start in sitemaps:
        for url in await _named(client, targets, hosts) if start == AUTO else [start]:
            if not (url.startswith("file:") or web_url(url, url)):
                skipped.append(Skipped(url, "this is not a URL"))
                continue
            found = await read_sitemaps(client, url, hosts)
            inside, outside = _split(found, url, targets, scope)
            urls.update(dict.fromkeys(inside))
            skipped += found.skipped
            if outside:
                reason = f"it lists {outside} pages of other sites; --include opens them"
                skipped.append(Skipped(url, reason))
    return Listing(tuple(urls), tuple(skipped))


async def _named(client: httpx.AsyncClient, targets: Sequence[str], hosts: HostMap) -> list[str]:
    robots = Robots(client)
    sites = [url for url in {origin(url): url for url in targets} if url.startswith("http")]
    await robots.load(sites)
    found = [url for site in sites for url in _of(robots, site, hosts) or [f"{site}/sitemap.xml"]]
    if not found:
        raise SitemapError(f"--sitemap {AUTO} needs a site: name one")
    return list(dict.fromkeys(found))


def _of(robots: Robots, site: str, hosts: HostMap) -> list[str]:
    """The sitemaps that a site names; none of them is a file of this machine."""
    named = [each for each in robots.sitemaps(site) if each.lower().startswith(WEB)]
    return [_mapped(each, hosts) for each in named]


def _mapped(url: str, hosts: HostMap) -> str:
    """What is no URL stays as it is, to be told."""
    try:
        return hosts.of(canonical(url))
    except ValueError:
        return url


def _split(
    found: Sitemaps, sitemap: str, targets: Sequence[str], scope: Scope
) -> tuple[list[str], int]:
    """Pages in scope, and how many belong to other sites: a sitemap of one site must not lead to
    another (sitemaps.org, "Sitemap file location"). One in a file of the user's may name any."""
    inside: list[str] = []
    outside = 0
    for url in found.urls:
        local = sitemap.startswith("file:") and url.startswith("http")
        homes = (url,) if local else (sitemap, *targets)
        if any(scope.admits(url, home) for home in homes):
            inside.append(url)
        elif is_page(url) and not any(same_site(url, home) for home in homes):
            outside += 1
    return inside, outside
