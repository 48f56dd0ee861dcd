"""`auditor gui`: the window."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import closing, suppress
from pathlib import Path

import click

from app.desk.preferences import preferences_path, remember_language
from auditor.catalogue import languages
from auditor.store.errors import StoreError
from auditor.store.uses import StoredUses

SYSTEM = "system"
"""The language that the system is in."""


@click.command()
@click.argument(
    "scan", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--language",
    type=click.Choice((SYSTEM, *languages())),
    help="Language of the window, from now on; it begins with that of the system.",
)
def gui(scan: Path | None, language: str | None) -> int:
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
        from app.gui.application import LOSES, loses_references, run
    except ImportError as error:
        raise click.ClickException(
            f"The window needs the extra gui: pip install 'alt-text-auditor[gui]' ({error})"
        ) from error
    if loses_references():
        raise click.ClickException(LOSES)
    if language:
        remember_language("" if language == SYSTEM else language, preferences_path())
    return run(scan)


def _check(path: Path) -> None:
    """Before a window appears and goes again. Raises click.ClickException."""
    try:
        with closing(StoredUses(path)) as uses:
            uses.scan()
    except StoreError as error:
        raise click.ClickException(str(error)) from error


def _is_without_display() -> bool:
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return False
    wayland = os.environ.get("WAYLAND_DISPLAY")
    folder = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    return not (wayland and (folder / wayland).exists()) and not answers(
        os.environ.get("DISPLAY", "")
    )


def answers(display: str) -> bool:
    """Whether an X server takes connections at ":0" or ":0.0"; Qt ends the process where none
    does. What is named otherwise, as "host:0", is left to Qt."""
    host, colon, number = display.rpartition(":")
    if host not in ("", "unix") or not colon:
        return bool(display)
    path = f"/tmp/.X11-unix/X{number.partition('.')[0]}"  # noqa: S108 - where X servers listen
    for address in (f"\0{path}", path):
        with socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            server.connect(address)
            return True
    return False
