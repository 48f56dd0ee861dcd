"""What `auditor fleet run` asks of each site: options of a scan, for all sites or for one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import click

from auditor.commands.config_file import Config
from auditor.commands.crawl import Crawl, crawl_options
from auditor.commands.loading import Loading, loading_options
from auditor.fleet.errors import FleetError
from auditor.fleet.sites import ListedSite
from auditor.fleet.work import SiteTask
from auditor.net.addresses import named_by, named_host
from auditor.scan.options import ScanOptions

SITE_TIME = 3600.0
"""Seconds for a site that nobody gave a limit: one that never ends must not keep the others."""
AT_A_TIME = 2
"""Pages of one site, twice as many without a browser: a task has one CPU, whatever the node."""
_OF_A_SCAN = frozenset(("targets", "urls", "sample", "seed", "map_hosts"))
"""What says which pages one scan reads, and has no meaning for many sites."""


@click.command("site")
@crawl_options
@loading_options
def _site(crawl: Crawl, loading: Loading) -> tuple[Crawl, Loading]:
    return crawl, loading


_PARAMETERS = {
    option.lstrip("-"): parameter
    for parameter in _site.params
    if parameter.name not in _OF_A_SCAN
    for option in parameter.opts
}
"""By their names without dashes, as they stand in the head of a list."""


def site_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command with them takes their values, by name, as `site`."""
    names = [parameter.name or "" for parameter in _PARAMETERS.values()]

    def gathering(*args: Any, **values: Any) -> Any:
        own = {name: values.pop(name) for name in names}
        return command(*args, site=own, **values)

    gathering.__name__, gathering.__doc__ = command.__name__, command.__doc__
    given: Any = gathering
    before = getattr(command, "__click_params__", [])
    given.__click_params__ = [*before, *reversed(_PARAMETERS.values())]
    decorated: Callable[..., Any] = given
    return decorated


@dataclass(frozen=True, slots=True)
class SitePlan:
    """Makes the task of a site. Raises FleetError naming the line and the option."""

    name: str
    """Of the list."""
    common: Mapping[str, Any]
    """Values for all sites, by the names of the parameters."""
    reader: str = ""

    def __call__(self, site: ListedSite) -> SiteTask:
        """See SitePlan."""
        own = dict(self._value(site, *pair) for pair in site.options.items())
        values = {name: value for name, value in self.common.items() if value is not None}
        try:
            context = _site.make_context(
                "site", [site.url], obj=Config(), default_map={**values, **own}
            )
            with context:
                crawl, loading = _site.invoke(context)
        except click.ClickException as error:
            raise FleetError(f"{self._line(site)}: {error.format_message()}") from None
        return SiteTask(
            key=site.key,
            url=site.url,
            options=self._options(site.url, crawl, loading),
            named=tuple(filter(None, [named_by(site.url), *map(named_host, loading.allow_hosts)])),
        )

    def _options(self, url: str, crawl: Crawl, loading: Loading) -> ScanOptions:
        return ScanOptions(
            targets=(url,),
            sitemaps=crawl.sitemaps,
            folders=(),
            max_depth=crawl.max_depth,
            max_pages=crawl.max_pages,
            max_per_host=crawl.max_per_host,
            max_time=crawl.max_time or SITE_TIME,
            include=crawl.include,
            exclude=crawl.exclude,
            concurrency=crawl.concurrency or AT_A_TIME * (2 if loading.static else 1),
            static=loading.static,
            robots=loading.robots,
            allow_hosts=loading.allow_hosts,
            browser=loading.browser,
            reader=self.reader,
        )

    def _value(self, site: ListedSite, option: str, cell: str) -> tuple[str, Any]:
        """Name and value of a parameter. Several values of one are told apart by white space."""
        found = _PARAMETERS.get(option)
        if found is None:
            known = ", ".join(sorted(_PARAMETERS))
            raise FleetError(f"{self._line(site)}: no option {option}; there are {known}")
        several = isinstance(found, click.Option) and found.multiple
        return str(found.name), cell.split() if several else cell

    def _line(self, site: ListedSite) -> str:
        return f"{self.name}, line {site.line}"
