"""Shows how a fleet goes on: a bar in a terminal, a line a site elsewhere, or JSON for programs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from auditor.fleet.crew import TaskEnd, TaskState
from auditor.fleet.drive import FleetProgress
from auditor.reports.words import counted, printable

PAUSE = 10.0
"""Seconds without a site that ends, after which a program is told all the same."""


@contextmanager
def shown_fleet(out: TextIO, form: str = "auto") -> Iterator[Callable[[FleetProgress], None]]:
    """Give what is called as the fleet goes on. `form`: auto, json or none."""
    if form != "auto":
        yield _Events(out).show if form == "json" else lambda progress: None
        return
    console = Console(file=out, highlight=False, soft_wrap=True)
    if not console.is_terminal:
        yield lambda progress: _say(console, progress)
        return
    with Bar(
        TextColumn("Sites"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[words]}", markup=False),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    ) as bar:
        task = bar.add_task("", total=None, words="")

        def show(progress: FleetProgress) -> None:
            ended = progress.done + progress.skipped
            bar.update(task, completed=ended, total=progress.known, words=_figures(progress))
            if progress.end is not None and progress.end.state is not TaskState.DONE:
                _say(console, progress)

        yield show


class _Events:
    """One JSON object a line for each task that ends, and now and then (docs/formats.md)."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._last = time.monotonic() - PAUSE

    def show(self, progress: FleetProgress) -> None:
        """Write an event."""
        now = time.monotonic()
        if progress.end is None and now - self._last < PAUSE:
            return
        self._last = now
        left = progress.seconds_left
        event: dict[str, object] = {
            "event": progress.end.state.value if progress.end else "running",
            "known": progress.known,
            "done": progress.done,
            "skipped": progress.skipped,
            "unread": progress.unread,
            "reading": progress.reading,
            "pages": progress.pages,
            "seconds": round(progress.seconds, 1),
            "sites_per_hour": round(progress.rate * 3600, 1),
            "seconds_left": None if left is None else round(left, 1),
        }
        if progress.end is not None:
            event |= {"site": progress.end.key, "reason": _reason(progress.end)}
        print(json.dumps(event), file=self._out, flush=True)


def _figures(progress: FleetProgress) -> str:
    left = progress.seconds_left
    words = [
        f"{counted(progress.pages, 'page')}",
        f"{progress.rate * 3600:.0f} sites/h",
        f"{progress.skipped} given up, {progress.unread} unread",
        f"{progress.reading} being read",
        "" if left is None else f"{_duration(left)} left",
    ]
    return ", ".join(filter(None, words))


def _say(console: Console, progress: FleetProgress) -> None:
    """A line for each task that ended."""
    end = progress.end
    if end is None:
        return
    ended = progress.done + progress.skipped
    line = f"{ended}/{progress.known} {end.key}: {_words(end)}"
    console.print(printable(line), markup=False)


def _words(end: TaskEnd) -> str:
    if end.state is TaskState.DONE and end.figures is not None:
        read = counted(end.figures.pages, "page")
        return f"{read}, {end.figures.reason}" if end.figures.reason else read
    again = " (tried again, unless it was the third time)"
    return f"not done: {end.reason}{again if end.state is TaskState.FAILED else ''}"


def _reason(end: TaskEnd) -> str | None:
    if end.figures is not None:
        return end.figures.reason or None
    return end.reason or None


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
