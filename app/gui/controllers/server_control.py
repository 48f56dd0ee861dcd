"""The server of the browser extension beside the window, as a signal."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.desk.serving import ServerRun
from app.gui.panes.tongue import _, said


class ServerControl(QObject):
    """At most one server at a time."""

    said = Signal(str)
    """A line of the server, received in the thread of the window."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.run = ServerRun(lambda line: self.said.emit(said(line)))

    def start_or_stop(self) -> str:
        """Start the server, or stop the one that runs; what is done, in words."""
        if self.run.running:
            self.run.stop()
            return _("The server is stopped.")
        self.run.start()
        return _("Starting the server of the browser extension.")
