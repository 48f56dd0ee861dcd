"""A notice of the desktop, for who works in another window."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QStyle, QSystemTrayIcon, QWidget

SHOWN = 15_000
"""Milliseconds."""


def notify(window: QWidget, words: str) -> None:
    """Tell it, unless the window is the one that is worked in: it says it itself."""
    if window.isActiveWindow():
        return
    QApplication.alert(window)
    if QSystemTrayIcon.isSystemTrayAvailable():
        icon = window.style().standardIcon(QStyle.StandardPixmap.SP_MessageBoxInformation)
        tray = QSystemTrayIcon(icon, window)
        tray.show()
        tray.showMessage(window.windowTitle(), words, icon, SHOWN)
        QTimer.singleShot(SHOWN, tray.deleteLater)
