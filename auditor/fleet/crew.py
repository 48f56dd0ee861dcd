"""The seam between who says what is to be done and who does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from auditor.fleet.records import SiteFigures
from auditor.fleet.work import SiteTask


class TaskState(StrEnum):
    """How the task of a site ended."""

    DONE = "done"
    FAILED = "failed"
    """By the site, as far as can be known: its worker was killed, or no scan of it was possible."""
    LOST = "lost"
    """By no fault of the site: its node went, or the storage failed."""
    STOPPED = "stopped"
    """It was asked to end; what it had read is kept."""


@dataclass(frozen=True, slots=True)
class TaskEnd:
    """What became of one task."""

    key: str
    state: TaskState
    figures: SiteFigures | None = None
    """Of what is done."""
    reason: str = ""
    """Why it is not, fit to show."""


class Crew(Protocol):
    """Who reads sites, several at a time."""

    @property
    def room(self) -> int:
        """Sites that are read at a time; at least 1."""

    def start(self, task: SiteTask) -> None:
        """Begin with a site. It ends by itself some time after its limit (ScanOptions.max_time), or
        is ended."""

    def ended(self, timeout: float) -> Sequence[TaskEnd]:
        """Wait until a task ends, at most so many seconds; those that have."""

    def stop(self) -> None:
        """Ask every task to end and to keep what it has read."""
