"""Options that say which pages are read, and how far a scan goes."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from auditor.commands.grouped import grouped
from auditor.crawl.listing import AUTO, Sample, pages_of, read_list
from auditor.net.urls import TargetError, target_url
from auditor.scan.cores import cores

MOST_AT_A_TIME = 4
"""Pages read at a time unless more are asked for: more are no quicker, and hosts mind."""
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}


@dataclass(frozen=True, slots=True)
class Crawl:
    """What is asked for, before any list is read."""

    targets: tuple[str, ...]
    """As written."""
    urls: Path | None
    sitemaps: tuple[str, ...]
    sample: Sample | None
    depth: int | None
    max_pages: int
    max_per_host: int | None
    max_time: float | None
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    concurrency: int | None
    """None: what the machine can do."""

    @property
    def nothing(self) -> bool:
        """Whether nothing is named that could be scanned."""
        return not (self.targets or self.urls or self.sitemaps)

    @property
    def max_depth(self) -> int | None:
        """Who gives a list wants what is on it; links are followed when a depth is given."""
        listed = self.urls is not None or bool(self.sitemaps)
        return 0 if self.depth is None and listed else self.depth

    def at_a_time(self, static: bool) -> int:
        """Pages read at a time. Without a browser twice as many, as half of them wait."""
        return self.concurrency or min(cores(), MOST_AT_A_TIME) * (2 if static else 1)

    def named(self) -> tuple[tuple[str, ...], list[str]]:
        """URLs that are named, and those of the other pages in folders. Raises TargetError."""
        named: list[str] = []
        below: list[str] = []
        for target in self.targets:
            if Path(target).is_dir():
                # A link that leads out of the folder is told when its page is to be read.
                home = Path(target).resolve()
                pages = [path.relative_to(target) for path in _pages(target)]
                first, *others = [(home / path).as_uri() for path in pages]
                named.append(first)
                below += others
            else:
                named.append(target_url(target))
        if self.urls is not None:
            named += _lines(self.urls)
        return tuple(dict.fromkeys(named)), below

    @property
    def folders(self) -> tuple[str, ...]:
        """Paths of the folders that are named."""
        return tuple(str(Path(each).resolve()) for each in self.targets if Path(each).is_dir())

    def sitemap_urls(self) -> tuple[str, ...]:
        """The sitemaps as URLs, or AUTO. Raises TargetError."""
        return tuple(each if each == AUTO else target_url(each) for each in self.sitemaps)


def _pages(folder: str) -> list[Path]:
    found = pages_of(Path(folder))
    if not found:
        raise TargetError(f"{folder} is a folder without a page (.html, .htm, .xhtml, .md)")
    return found


def _lines(path: Path) -> list[str]:
    if path == Path("-"):
        found = read_list(sys.stdin, "stdin")
    else:
        try:
            with path.open(encoding="utf-8-sig", errors="replace") as lines:
                found = read_list(lines, str(path))
        except OSError as error:
            raise TargetError(f"{path} cannot be read: {error.strerror}") from error
    if not found:
        raise TargetError(f"{path} lists no page")
    return found


class Duration(click.ParamType[float]):
    """Seconds, or a number with s, m or h."""

    name = "duration"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Seconds."""
        if isinstance(value, float):
            return value
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", str(value).strip().lower())
        if match is None or not float(match[1]):
            self.fail(f"{value}: write seconds, or 90s, 10m, 2h", param, ctx)
        return float(match[1]) * UNITS[match[2]]


def _crawl(*, sample: int | None, seed: int, **others: Any) -> Crawl:
    return Crawl(sample=None if sample is None else Sample(sample, seed), **others)


crawl_options = grouped(
    "crawl",
    _crawl,
    click.argument("targets", nargs=-1, metavar="URL|FILE|FOLDER..."),
    click.option(
        "--urls",
        type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
        help="Scan the pages that this file lists too, one a line; - is stdin.",
    ),
    click.option(
        "--sitemap",
        "sitemaps",
        multiple=True,
        metavar="URL|FILE|auto",
        help="Scan the pages that a sitemap lists too; auto: the sitemaps that robots.txt of the "
        "targets names. May be repeated.",
    ),
    click.option(
        "--sample",
        type=click.IntRange(min=1),
        help="Read so many of the listed pages, taken by chance.",
    ),
    click.option(
        "--seed",
        type=int,
        default=0,
        show_default=True,
        help="Another number takes another sample.",
    ),
    click.option(
        "--depth",
        type=click.IntRange(min=0),
        help="Links to follow from each target. [default: no limit; with --urls or --sitemap: 0]",
    ),
    click.option(
        "--max-pages",
        type=click.IntRange(min=1),
        default=100,
        show_default=True,
        help="Pages to read in all; what you name is read in any case.",
    ),
    click.option(
        "--max-per-host",
        type=click.IntRange(min=1),
        help="Pages to read of one host.",
    ),
    click.option(
        "--max-time",
        type=Duration(),
        help="End after 90s, 10m or 2h; --resume goes on.",
    ),
    click.option(
        "--include",
        multiple=True,
        metavar="PATTERN",
        help="Follow only links that agree with this shell pattern: /docs/* for paths of the "
        "site, https://other.org/* for whole URLs, which opens other sites too. May be repeated.",
    ),
    click.option(
        "--exclude",
        multiple=True,
        metavar="PATTERN",
        help="Follow no link that agrees with this shell pattern. May be repeated.",
    ),
    click.option(
        "--concurrency",
        type=click.IntRange(1, 32),
        show_default=f"one a core, at most {MOST_AT_A_TIME}; twice as many with --static",
        help="Pages read at a time.",
    ),
)
"""A command with them takes a Crawl as `crawl`."""
