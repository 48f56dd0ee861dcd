"""A crew without Ray, and small sites to be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from auditor.fleet.crew import TaskEnd, TaskState
from auditor.fleet.records import DONE, SiteFigures, written
from auditor.fleet.sites import ListedSite
from auditor.fleet.storage import Storage
from auditor.fleet.work import SiteTask
from auditor.net.addresses import named_by
from auditor.scan.options import ScanOptions
from tests.conftest import Site


def figures(key: str, pages: int = 2, **more: object) -> SiteFigures:
    when = "2026-01-01T00:00:00+00:00"
    return SiteFigures(key, f"https://{key}/", when, when, 1.0, pages, 0, **more)  # type: ignore[arg-type]


def plan_of(pages: int = 10) -> Callable[[ListedSite], SiteTask]:
    """Every site may have so many pages."""

    def plan(site: ListedSite) -> SiteTask:
        return SiteTask(site.key, site.url, ScanOptions((site.url,), max_pages=pages, static=True))

    return plan


@dataclass
class FakeCrew:
    """Ends each task at once, as `becomes` says by host; by default it is done."""

    storage: Storage
    becomes: dict[str, list[TaskState]] = field(default_factory=dict)
    room: int = 2
    pages: int = 2
    """Read of each site, as far as it may have so many."""
    started: list[str] = field(default_factory=list)
    at_once: list[set[str]] = field(default_factory=list)
    """Hosts that were read together, whenever one began."""
    stopped: bool = False
    _now: dict[str, SiteTask] = field(default_factory=dict)

    def start(self, task: SiteTask) -> None:
        self.started.append(task.url)
        self._now[task.key] = task
        self.at_once.append({ListedSite(each.url).host for each in self._now.values()})

    def ended(self, timeout: float) -> Sequence[TaskEnd]:
        task = self._now.pop(next(iter(self._now)))
        states = self.becomes.get(ListedSite(task.url).host, [])
        state = states.pop(0) if states else TaskState.DONE
        if self.stopped:
            state = TaskState.STOPPED
        if state is not TaskState.DONE:
            return [TaskEnd(task.key, state, reason=f"it was {state}")]
        read = min(self.pages, task.options.max_pages or self.pages)
        found = figures(task.key, read)
        self.storage.write(f"{DONE}/{task.key}.json", written(found))
        return [TaskEnd(task.key, state, found)]

    def stop(self) -> None:
        self.stopped = True


@pytest.fixture
def small_site(site: Site, picture_bytes: Callable[..., bytes]) -> Site:
    """Three pages and a picture."""
    site["/"] = '<h1>Foxes</h1><a href="/a">a</a> <a href="/b">b</a><img src="/fox.png">'
    site["/a"] = '<h1>More foxes</h1><img src="/fox.png" alt="fox.png">'
    site["/b"] = '<h1>No foxes</h1><img src="/fox.png" alt="">'
    site["/fox.png"] = picture_bytes()
    return site


def task_of(site: Site, **options: object) -> SiteTask:
    """The task of a site that is served here."""
    listed = ListedSite(site.url())
    asked = ScanOptions((listed.url,), static=True, max_time=300.0, **options)  # type: ignore[arg-type]
    named = named_by(listed.url)
    return SiteTask(listed.key, listed.url, asked, (named,) if named else ())
