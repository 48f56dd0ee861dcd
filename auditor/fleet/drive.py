"""The driver: gives each site of the list to a crew until every one is done or given up.

It keeps nothing that is not in the output as well: killed at any time, and begun again, it goes on
with what is not done there. Its memory holds the list and the sites that are being read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from auditor.clock import now
from auditor.fleet.crew import Crew, TaskEnd, TaskState
from auditor.fleet.errors import StorageError
from auditor.fleet.records import (
    DONE,
    SKIPPED,
    TRIES,
    SiteTries,
    SkippedSite,
    ended_keys,
    figures_of_all,
    tries_of,
    written,
)
from auditor.fleet.sites import ListedSite, Turns
from auditor.fleet.storage import Storage
from auditor.fleet.work import SiteTask

MOST_TRIES = 3
"""Tasks that a site may end; then it is given up."""
MOST_LOST = 3
"""Tasks in a row that are lost, for each place of the crew, before the fleet ends: its storage or
its machines are away, and the sites would be asked for nothing."""
TICK = 1.0
"""Seconds after which the progress is said though no site has ended."""
WIND_UP = 60.0
"""Seconds that tasks have to keep what they have read, when the fleet is stopped."""


@dataclass(frozen=True, slots=True)
class FleetLimits:
    """Bounds of a whole fleet."""

    pages: int | None = None
    """Pages of all its sites, those of earlier runs included; None: no limit."""
    seconds: float | None = None
    """For this run."""


@dataclass(frozen=True, slots=True)
class FleetProgress:
    """Said whenever a site ends, and every second."""

    known: int
    """Sites of the list."""
    done: int
    """Those that are done, in earlier runs too."""
    skipped: int
    """Those that were given up."""
    unread: int
    """Sites done in this run of which not one page could be read."""
    reading: int
    """Sites that are being read now."""
    pages: int
    """Pages read in this run."""
    seconds: float
    """Since it began."""
    begun_with: int = 0
    """Sites that had ended before this run."""
    end: TaskEnd | None = None
    """The task that has just ended; None: none has."""
    note: str | None = None
    """What is waited for, or went wrong on the way."""

    @property
    def rate(self) -> float:
        """Sites a second that ended in this run."""
        return (self.done + self.skipped - self.begun_with) / max(self.seconds, 1e-3)

    @property
    def seconds_left(self) -> float | None:
        """None: not one has ended yet."""
        left = self.known - self.done - self.skipped
        return left / self.rate if self.rate > 0 else None


Tell = Callable[[FleetProgress], None]
Plan = Callable[[ListedSite], SiteTask]
"""Raises FleetError or another AuditorError for options that no scan has."""


def drive(
    sites: Iterable[ListedSite],
    plan: Plan,
    storage: Storage,
    crew: Crew,
    limits: FleetLimits,
    tell: Tell = lambda progress: None,
) -> str | None:
    """Read every site that is not done. Returns why it ended before that, fit to show, or None.
    Raises StorageError when nothing can be written any more; and KeyboardInterrupt, when every task
    has kept what it had read."""
    driver = _Driver(plan, storage, crew, limits, tell)
    driver.take(sites)
    try:
        return driver.run()
    except BaseException:
        driver.wind_up()
        raise


@dataclass(slots=True)
class _Driver:
    plan: Plan
    storage: Storage
    crew: Crew
    limits: FleetLimits
    tell: Tell
    turns: Turns = field(default_factory=Turns)
    reading: dict[str, tuple[ListedSite, int]] = field(default_factory=dict)
    """Sites that are being read by key, each with the pages that it may take."""
    known: int = 0
    done: int = 0
    skipped: int = 0
    unread: int = 0
    pages: int = 0
    pages_before: int = 0
    begun_with: int = 0
    lost: int = 0
    """Tasks in a row that were lost."""
    held: ListedSite | None = None
    """Waits until there are pages left for it."""
    start: float = field(default_factory=time.monotonic)

    def take(self, sites: Iterable[ListedSite]) -> None:
        """What of the list is not done."""
        done, skipped = ended_keys(self.storage)
        for site in sites:
            self.known += 1
            if site.key in done:
                self.done += 1
            elif site.key in skipped:
                self.skipped += 1
            else:
                self.turns.add(site)
        self.begun_with = self.done + self.skipped
        if self.limits.pages is not None:
            self.pages_before = sum(each.pages for each in figures_of_all(self.storage))

    def run(self) -> str | None:
        """Why it ended early."""
        self._tell()
        while True:
            over = self._over()
            while over is None and len(self.reading) < self.crew.room and self._start_one():
                pass
            if not self.reading:
                return over or self._short_of_pages()
            if over is not None and self.limits.seconds is not None:
                self.wind_up()
                return over
            for end in self.crew.ended(TICK):
                self._end(end)
            self._tell()

    def wind_up(self) -> None:
        """Let every task keep what it has read."""
        if not self.reading:
            return
        self.crew.stop()
        until = time.monotonic() + WIND_UP
        while self.reading and time.monotonic() < until:
            for end in self.crew.ended(TICK):
                if end.state is TaskState.DONE:
                    self._end(end)
                self.reading.pop(end.key, None)

    def _over(self) -> str | None:
        seconds = self.limits.seconds
        if seconds is not None and time.monotonic() - self.start > seconds:
            return f"the time limit of {seconds:g} s was reached (--total-time)"
        return None

    def _short_of_pages(self) -> str | None:
        left = len(self.turns) + (self.held is not None)
        if not left:
            return None
        return f"the limit of {self.limits.pages} pages was reached (--total-pages)"

    def _start_one(self) -> bool:
        site = self.held or self.turns.next()
        self.held = None
        if site is None:
            return False
        task = self.plan(site)
        wanted = task.options.max_pages
        granted = self._granted(wanted)
        if granted == 0 or (granted != wanted and self.reading):
            self.held = site  # what others do not take may be enough
            return False
        options = replace(task.options, max_pages=granted)
        self.crew.start(replace(task, options=options))
        self.reading[site.key] = (site, granted or 0)
        return True

    def _granted(self, wanted: int | None) -> int | None:
        """Pages that a site may take, of those that nobody took or may take."""
        if self.limits.pages is None:
            return wanted
        taken = self.pages_before + self.pages + sum(most for _, most in self.reading.values())
        left = max(0, self.limits.pages - taken)
        return left if wanted is None else min(wanted, left)

    def _end(self, end: TaskEnd) -> None:
        site, _ = self.reading.pop(end.key)
        self.turns.done(site)
        if end.state is TaskState.DONE and end.figures is not None:
            self.done += 1
            self.unread += end.figures.unread
            self.pages += end.figures.pages
            self.lost = 0
        elif end.state is TaskState.FAILED:
            self._failed(site, end.reason)
        else:
            self.turns.add(site)
            self.lost += 1
            if self.lost > MOST_LOST * self.crew.room:
                raise StorageError(f"{self.lost} tasks in a row were lost, the last: {end.reason}")
        self._tell(end)

    def _failed(self, site: ListedSite, reason: str) -> None:
        tries = tries_of(self.storage, site.key)
        reasons = (*tries.reasons, reason)
        if len(reasons) < MOST_TRIES:
            self.storage.write(f"{TRIES}/{site.key}.json", written(SiteTries(site.key, reasons)))
            self.turns.add(site)
            return
        why = f"given up after {len(reasons)} tries: {reason}"
        skipped = SkippedSite(site.key, site.url, why, len(reasons), now())
        self.storage.write(f"{SKIPPED}/{site.key}.json", written(skipped))
        self.skipped += 1

    def _tell(self, end: TaskEnd | None = None) -> None:
        self.tell(
            FleetProgress(
                known=self.known,
                done=self.done,
                skipped=self.skipped,
                unread=self.unread,
                reading=len(self.reading),
                pages=self.pages,
                seconds=time.monotonic() - self.start,
                begun_with=self.begun_with,
                end=end,
            )
        )


def forget_skipped(storage: Storage) -> int:
    """Take back that sites were given up, so that they are tried anew; how many."""
    done = storage.names(DONE)
    names = [name for name in storage.names(SKIPPED) if name not in done]
    for name in names:
        storage.remove(f"{TRIES}/{name}")
        storage.remove(f"{SKIPPED}/{name}")
    return len(names)
