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
    """Give what is called after each page. Problems are always said, a line each."""
    console = Console(file=out, highlight=False, soft_wrap=True)
    if not console.is_terminal:
        yield lambda progress: console.print(_line(progress), markup=False)
        return
    with Bar(
        TextColumn("Scanning"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("pages, {task.fields[images]} images"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    ) as bar:
        task = bar.add_task("", total=None, images=0)
        images = 0

        def show(progress: Progress) -> None:
            nonlocal images
            images += progress.images
            bar.update(task, completed=progress.done, total=progress.known, images=images)
            if progress.problem:
                console.print(_line(progress), markup=False)

        yield show


def _line(progress: Progress) -> str:
    head = f"{progress.done}/{progress.known} {progress.url}"
    if progress.problem:
        return f"{head}: not read, {progress.problem}"
    return f"{head}: {progress.images} images"
