"""`auditor gui`: the window."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from auditor.queue import Queue, QueueError
from auditor.store import Store, StoreError


@click.command()
@click.argument(
    "scan", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def gui(scan: Path | None) -> int:
    """Open the window: scan, work through the queue, try texts, decide, export.

    All of it works by keyboard and with a screen reader; F1 lists every key.

    Example: auditor gui site.db
    """
    if scan:
        _check(scan)
    if _is_without_display():
        raise click.ClickException(
            "There is no display to open a window on; auditor report SCAN needs none."
        )
    try:
        from app.gui.application import run
    except ImportError as error:
        raise click.ClickException(
            f"The window needs the extra gui: pip install 'alt-text-auditor[gui]' ({error})"
        ) from error
    return run(scan)


def _check(path: Path) -> None:
    """Before a window appears and goes again. Raises click.ClickException."""
    try:
        with Store(path):
            pass
        queue = Queue(path)
        queue.scan()
        queue.close()
    except (StoreError, QueueError) as error:
        raise click.ClickException(f"{path}: {error}") from error


def _is_without_display() -> bool:
    named = os.environ.get("QT_QPA_PLATFORM")
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.platform.startswith("linux") and not named and not shown
