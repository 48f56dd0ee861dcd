"""Starts the application: the one place that makes a QApplication."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.desk.preferences import preferences_path
from app.gui.panes.announce import install
from app.gui.window import TITLE, Window


def run(scan: Path | None) -> int:
    """Show the window until it is closed; its exit code."""
    app = QApplication(sys.argv[:1])
    app.setApplicationName(TITLE)
    app.setApplicationDisplayName(TITLE)
    app.setStyle("Fusion")
    install()
    window = Window(preferences_path())
    if scan and not window.open(scan):
        return 1
    window.resize(1280, 800)
    window.show()
    signal.signal(signal.SIGINT, lambda *_: window.close())
    signal.signal(signal.SIGTERM, lambda *_: window.close())
    # Python hears a signal only when it runs.
    waking = QTimer(window)
    waking.start(200)
    waking.timeout.connect(lambda: None)
    return app.exec()
