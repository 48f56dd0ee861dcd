"""Starts the application: the one place that makes a QApplication."""

from __future__ import annotations

import gc
import signal
import sys
from pathlib import Path

from PySide6 import __version__ as pyside
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.desk.preferences import preferences_path
from app.gui.panes.announce import install
from app.gui.window import TITLE, Window

LOSES = (
    f"PySide6 {pyside} would end the window after some thousand keys on this Python: pip install "
    "'PySide6-Essentials<6.12', or use Python 3.12 or newer."
)


def loses_references(calls: int = 100) -> bool:
    """Whether calls into Qt take references of None that are not theirs (docs/decisions/app.md)."""
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(calls):
        thing.setObjectName("")
    return sys.getrefcount(None) <= before - calls // 2


def keep_loaded() -> None:
    """Leave what was loaded until now, which stays to the end, out of each search for garbage:
    looking through it stopped the window for 90 ms."""
    gc.collect()
    gc.freeze()


def run(scan: Path | None) -> int:
    """Show the window until it is closed; its exit code."""
    app = QApplication(sys.argv[:1])
    app.setApplicationName(TITLE)
    app.setStyle("Fusion")
    install()
    window = Window(preferences_path())
    if scan and not window.open(scan):
        return 1
    window.take_place()
    keep_loaded()
    signal.signal(signal.SIGINT, lambda *_: window.close())
    signal.signal(signal.SIGTERM, lambda *_: window.close())
    # Python hears a signal only when it runs.
    waking = QTimer(window)
    waking.start(200)
    waking.timeout.connect(lambda: None)
    return app.exec()
