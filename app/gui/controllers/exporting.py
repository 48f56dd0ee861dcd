"""Asks for a form and a file, and writes a report beside the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.desk.exports import ReportExportError, export
from app.gui.controllers.session import WorkSession
from app.gui.controllers.work import Work
from app.gui.panes.dialogs import ExportDialog, show
from app.gui.panes.tongue import _

SHORT = 1000
"""Milliseconds of writing of which nothing is said but the end."""


class Exporting:
    """One report at a time."""

    def __init__(self, window: QWidget, session: WorkSession) -> None:
        self._window = window
        self._session = session
        self._voice = session.voice
        self._work = Work(window, "export")

    def export(self) -> None:
        """Ask, and write the report of the open scan."""
        opened = self._session.scan()
        if opened is None:
            return
        dialog = ExportDialog(self._window, Path.home(), opened.path.stem)
        dialog.accepted.connect(lambda: self._write(opened.path, *dialog.target))
        show(dialog)

    def _write(self, scan: Path, form: str, target: Path) -> None:
        self._voice.say_later(_("Writing {file}.", file=target.name), SHORT)
        self._work.run(
            lambda: export(scan, form, target),
            lambda done: self._voice.say_end(_("Written: {file}.", file=str(target))),
            self._fail,
        )

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, ReportExportError):
            raise error
        self._voice.say_end(str(error))

    def close(self) -> None:
        """Wait for what is being written."""
        self._work.close()
