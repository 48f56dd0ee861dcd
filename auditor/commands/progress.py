"""Shows how a scan goes on: a bar in a terminal, a line a page elsewhere, or JSON for programs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TextIO

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bar

from auditor.catalogue import ENGLISH, Tongue
from auditor.message import marked
from auditor.reports.unchecked import why_unchecked
from auditor.scan.options import Progress

Shown = Callable[[], AbstractContextManager[Callable[[Progress], None]]]
"""`shown_progress` with its arguments."""
FORMS = ("auto", "json", "none")
progress_option = click.option(
    "--progress",
    type=click.Choice(FORMS),
    default=FORMS[0],
    show_default=True,
    help="On stderr: a bar or lines, a JSON object a line for programs, or nothing.",
)
PAUSE = 1.0
"""Seconds without an event after which pictures that came are one."""


_BAR = {
    "pages": marked("pages, {pictures} pictures, {rate:.1f} pages/s"),
    "articles": marked("articles, {pictures} pictures, {rate:.1f} articles/s"),
}
"""What stands behind the bar, by what is read."""


@contextmanager
def shown_progress(
    out: TextIO, form: str = "auto", noun: str = "pages", tongue: Tongue = ENGLISH
) -> Iterator[Callable[[Progress], None]]:
    """Give what is called as the scan goes on. `form` is one of FORMS; with "auto" pages that fail
    are always said, a line each. `noun`: one of "pages" and "articles". `tongue`: what people are
    told in; programs get English."""
    if form != "auto":
        yield _Events(out).show if form == "json" else lambda progress: None
        return
    console = Console(file=out, highlight=False, soft_wrap=True)
    if not console.is_terminal:
        yield lambda progress: _say(console, progress, tongue)
        return
    with Bar(
        TextColumn(tongue.translated("Scanning")),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[said]}", markup=False),
        TimeElapsedColumn(),
        TextColumn(tongue.translated("left:")),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        console=console,
        transient=True,
    ) as bar:
        task = bar.add_task("", total=None, said="", note="")

        def show(progress: Progress) -> None:
            done, known = progress.done, progress.known
            rate = done / max(bar.tasks[0].elapsed or 0.0, 0.1)
            bar.update(
                task,
                completed=done,
                total=known or None,
                said=tongue.translated(_BAR[noun], pictures=progress.pictures, rate=rate),
                note=tongue(progress.note or ""),
            )
            if progress.problem:
                _say(console, progress, tongue)

        yield show


class _Events:
    """One JSON object a line for each page that was done and each wait, and now and then for
    pictures (docs/formats.md)."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._start = self._last = time.monotonic()

    def show(self, progress: Progress) -> None:
        """Write an event; a page of many pictures is heard of once a second."""
        now = time.monotonic()
        if progress.page is None and progress.note is None and now - self._last < PAUSE:
            return
        self._last = now
        seconds = now - self._start
        left = seconds / progress.done * (progress.known - progress.done) if progress.done else None
        event: dict[str, object] = {
            "event": "page" if progress.page else "waiting" if progress.note else "pictures",
            "done": progress.done,
            "known": progress.known,
            "pictures": progress.pictures,
            "seconds": round(seconds, 1),
            "seconds_left": left if left is None else round(left, 1),
        }
        if progress.page is not None:
            page = progress.page
            event = event | {"url": page.url, "images": page.images, "problem": progress.problem}
        if progress.note is not None:
            event["note"] = progress.note
        print(json.dumps(event), file=self._out, flush=True)


def _say(console: Console, progress: Progress, tongue: Tongue) -> None:
    if progress.note:
        console.print(tongue(progress.note), markup=False)
    if progress.page is None:
        return
    line = f"{progress.done}/{progress.known} {progress.page.url}: {_outcome(progress, tongue)}"
    # Addresses and hosts' words may hold orders to a terminal.
    console.print("".join(filter(str.isprintable, line)), markup=False)


def _outcome(progress: Progress, tongue: Tongue) -> str:
    if progress.problem:
        reason = tongue(why_unchecked(progress.problem))
        return tongue.translated("not read, {reason}", reason=reason)
    count = progress.page.images if progress.page else 0
    return tongue.counted("{number} image", "{number} images", count)
