"""Options that say which pages are read, and how far a scan goes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from auditor.commands.grouped import grouped
from auditor.commands.kinds import Place, Words
from auditor.crawl.listing import AUTO, Sample, pages_of, read_list
from auditor.net.host_map import HostMap, read_map
from auditor.net.urls import TargetError, target_url
from auditor.scan.cores import cores

MOST_AT_A_TIME = 4
"""Pages read at a time unless more are asked for: more are no quicker, and hosts mind."""
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}


@dataclass(frozen=True, slots=True)
class NamedPages:
    """What is named, as URLs."""

    targets: tuple[str, ...]
    """To be read in any case."""
    below: tuple[str, ...]
    """The other pages in folders."""
    sitemaps: tuple[str, ...]
    """Or AUTO."""
    by: Mapping[str, tuple[str, ...]]
    """All of them by the parameter that names them: targets, urls, sitemaps."""

    def named_in(self, parameters: Iterable[str]) -> tuple[str, ...]:
        """Those that these parameters name."""
        found = [url for name in parameters for url in self.by.get(name, ()) if url != AUTO]
        return tuple(dict.fromkeys(found))


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
    map_hosts: tuple[str, ...]
    """As written; `hosts` understands it."""
    concurrency: int | None
    """None: what the machine can do."""
    asked: frozenset[str] = frozenset()
    """Which of targets, urls and sitemaps were given now: on the command line or in variables."""
    trusted: frozenset[str] = frozenset()
    """Those that no checkout's configuration file gave."""

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

    def asked_now(self) -> Crawl:
        """Without the pages that stand in configuration files."""
        return replace(
            self,
            targets=self.targets if "targets" in self.asked else (),
            urls=self.urls if "urls" in self.asked else None,
            sitemaps=self.sitemaps if "sitemaps" in self.asked else (),
        )

    @property
    def hosts(self) -> HostMap:
        """Which host is asked in place of which."""
        return read_map(self.map_hosts)

    def pages(self) -> NamedPages:
        """Reads folders and lists. Raises TargetError."""
        named: list[str] = []
        below: list[str] = []
        for target in self.targets:
            if Path(target).is_dir():
                # Not resolved: a link out of the folder is told by its name in it.
                folder = Path(target)
                whole = folder.resolve()
                found = [(whole / p.relative_to(folder)).as_uri() for p in _pages(target)]
                first, *others = found
                named.append(first)
                below += others
            else:
                named.append(self.hosts.of(target_url(target)))
        lines = [] if self.urls is None else [self.hosts.of(each) for each in _lines(self.urls)]
        sitemaps = tuple(
            each if each == AUTO else self.hosts.of(target_url(each)) for each in self.sitemaps
        )
        by = {"targets": (*named, *below), "urls": tuple(lines), "sitemaps": sitemaps}
        return NamedPages(tuple(dict.fromkeys([*named, *lines])), tuple(below), sitemaps, by)

    @property
    def folders(self) -> tuple[str, ...]:
        """Paths of the folders that are named."""
        return tuple(str(Path(each).resolve()) for each in self.targets if Path(each).is_dir())

    def words(self) -> list[str]:
        """What was given now, to be given again."""
        now = self.asked_now()
        lists = ["--urls", str(now.urls)] if now.urls else []
        sitemaps = [word for each in now.sitemaps for word in ("--sitemap", each)]
        hosts = [word for each in self.map_hosts for word in ("--map-host", each)]
        return [*now.targets, *lists, *sitemaps, *hosts]


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


def _map(ctx: click.Context, param: click.Parameter, pairs: tuple[str, ...]) -> tuple[str, ...]:
    """Raises HostMapError."""
    read_map(pairs)
    return pairs


class Duration(click.types.FloatParamType):
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


_PAGES = ("targets", "urls", "sitemaps")
_NOW = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)


def _crawl(*, sample: int | None, seed: int, **others: Any) -> Crawl:
    context = click.get_current_context()
    sources = {name: context.get_parameter_source(name) for name in _PAGES}
    asked = {name for name, source in sources.items() if source in _NOW}
    trusted = {name for name in _PAGES if not context.obj.gave(context, name)}
    return Crawl(
        sample=None if sample is None else Sample(sample, seed),
        asked=frozenset(asked),
        trusted=frozenset(trusted),
        **others,
    )


crawl_options = grouped(
    "crawl",
    _crawl,
    click.argument("targets", nargs=-1, type=Place(), metavar="URL|FILE|FOLDER..."),
    click.option(
        "--urls",
        type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
        help="Scan the pages that this file lists too, one a line; - is stdin.",
    ),
    click.option(
        "--sitemap",
        "sitemaps",
        type=Place(),
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
        type=Words(),
        multiple=True,
        metavar="PATTERN",
        help="Follow only links that agree with this shell pattern: /docs/* for paths of the "
        "site, https://other.org/* for whole URLs, which opens other sites too. May be repeated.",
    ),
    click.option(
        "--exclude",
        type=Words(),
        multiple=True,
        metavar="PATTERN",
        help="Follow no link that agrees with this shell pattern. May be repeated.",
    ),
    click.option(
        "--map-host",
        "map_hosts",
        multiple=True,
        metavar="LIVE=STAGING",
        callback=_map,
        help="Read pages from the host STAGING, which may have a port and http:// or https:// "
        "before it, where addresses that are named, listed or linked say LIVE. May be repeated.",
    ),
    click.option(
        "--concurrency",
        type=click.IntRange(1, 32),
        show_default=f"one a core, at most {MOST_AT_A_TIME}; twice as many with --static",
        help="Pages read at a time.",
    ),
)
"""A command with them takes a Crawl as `crawl`."""
