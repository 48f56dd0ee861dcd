"""Shows how a scan goes on: a bar in a terminal, a line a page elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from auditor.scan import Progress


@contextmanager
def shown_progress(out: TextIO) -> Iterator[Callable[[Progress], None]]:
    """Give what is called as the scan goes on. Pages that fail are always said, a line each."""
    console = Console(file=out, highlight=False, soft_wrap=True)
    if not console.is_terminal:
        yield lambda progress: _say(console, progress)
        return
    with Bar(
        TextColumn("Scanning"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("pages, {task.fields[pictures]} pictures"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    ) as bar:
        task = bar.add_task("", total=None, pictures=0)

        def show(progress: Progress) -> None:
            done, known = progress.done, progress.known
            bar.update(task, completed=done, total=known, pictures=progress.pictures)
            if progress.problem:
                _say(console, progress)

        yield show


def _say(console: Console, progress: Progress) -> None:
    if progress.page is None:
        return
    said = f"not read, {progress.problem}" if progress.problem else _images(progress.page.images)
    line = f"{progress.done}/{progress.known} {progress.page.url}: {said}"
    console.print(line, markup=False)


def _images(count: int) -> str:
    return "1 image" if count == 1 else f"{count} images"
