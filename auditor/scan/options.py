"""What a scan is asked, and what it says while it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from auditor.browser.options import BrowserOptions
from auditor.crawl.frontier import CrawlLimits, Frontier
from auditor.crawl.listing import Listing
from auditor.crawl.scope import Scope
from auditor.net.host_map import HostMap, read_map
from auditor.pages.local_files import LocalFiles, path_of
from auditor.results import PageInfo


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """What to read and how. Nothing of it is secret: the scan file holds it."""

    targets: tuple[str, ...]
    """Canonical URLs; they are read in any case."""
    listed: Listing = field(default_factory=Listing)
    """Pages to begin with too, and what their lists left out."""
    sitemaps: tuple[str, ...] = ()
    """Where they were listed."""
    folders: tuple[str, ...] | None = None
    """Paths of the folders that were named; None in files of versions that did not keep them."""
    max_depth: int | None = None
    """Links to follow from a target; None: no limit."""
    max_pages: int | None = 100
    """Pages in all; None: no limit."""
    max_per_host: int | None = None
    """Pages of one host; None: no limit."""
    max_time: float | None = None
    """Seconds for a run; then the scan ends unfinished. None: no limit."""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    """Shell patterns for links (auditor/crawl/scope.py)."""
    concurrency: int = 2
    """Pages read at a time."""
    static: bool = False
    """Fetch pages without a browser."""
    robots: bool = True
    """Follow only links that robots.txt allows, and as fast as it allows."""
    allow_hosts: tuple[str, ...] = ()
    """Hosts, addresses and networks that pages may lead to though they are not public."""
    map_hosts: tuple[str, ...] = ()
    """LIVE=STAGING (auditor/net/host_map.py): hosts that are asked in place of others."""
    session: tuple[str, ...] = ()
    """The options that the session was made of, as "--cookie"."""
    logged_in: str | None = None
    """CSS selector, or `text=` and a text, that every page shows while the session holds."""
    browser: BrowserOptions = field(default_factory=BrowserOptions)
    reader: str = ""
    """What reads the text in pictures (models/reading.py); "": nothing does."""
    profile: Mapping[str, Any] | None = None
    """What was learned of a team (auditor/scoring/tuning.py), as JSON; None: nothing."""

    @property
    def scope(self) -> Scope:
        """Which links are followed."""
        return Scope(self.include, self.exclude)

    @property
    def hosts(self) -> HostMap:
        """Which host is asked in place of which. Raises HostMapError."""
        return read_map(self.map_hosts)

    @property
    def local_files(self) -> LocalFiles:
        """What pages in files may name: the folders that were named, and those of named files."""
        files = [*self.targets, *self.sitemaps, *(self.listed.urls if self.folders is None else ())]
        own = [path_of(url).parent for url in files if url.startswith("file:")]
        return LocalFiles(tuple(dict.fromkeys([*map(Path, self.folders or ()), *own])))

    def frontier(self) -> Frontier:
        """The frontier that a scan begins with, and that a resumed one begins with again."""
        return Frontier(
            self.targets,
            self.listed.urls,
            limits=CrawlLimits(self.max_depth, self.max_pages, self.max_per_host),
            scope=self.scope,
            signed_in=bool(self.session),
            views=not self.static,
            hosts=self.hosts,
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """Said after each picture that was brought and after each page."""

    done: int
    known: int
    """Pages read, and pages known in all."""
    pictures: int
    """Pictures brought so far, in the whole scan."""
    page: PageInfo | None = None
    """The page that was just done; None when it was a picture."""
    problem: str | None = None
    """Why that page could not be read, or None."""
    note: str | None = None
    """What is waited for, or None."""
