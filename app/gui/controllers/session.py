"""The scan that is open: what the controllers of the window share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.desk.tries import MakeScorer
from app.gui.controllers.opened import OpenScan
from app.gui.controllers.voice import Voice
from app.gui.panes.tongue import _
from auditor.message import Message
from auditor.results import JudgedUse
from auditor.store.errors import StoreError

NOTHING_YET = Message("The scan has read no page yet.")


class WorkSession(QObject):
    """At most one open scan, and the voice of the window."""

    began = Signal(object)
    """OpenScan: another scan is open; nothing was asked of it yet."""
    ending = Signal()
    """The open scan is about to be closed."""

    def __init__(self, parent: QObject, voice: Voice, make_scorer: MakeScorer) -> None:
        super().__init__(parent)
        self.voice = voice
        self.opened: OpenScan | None = None
        self.is_running: Callable[[], bool] = lambda: False
        """Whether a scan runs, of which the first page is not read yet."""
        self._make_scorer = make_scorer

    def open(self, path: Path) -> bool:
        """Open a scan file in place of the one that is open; False: it cannot be opened, which is
        said."""
        try:
            opened = OpenScan(self, path, self._make_scorer)
        except StoreError as error:
            self.voice.say_at_once(
                _("{file} cannot be opened: {problem}", file=path.name, problem=str(error))
            )
            return False
        self.close()
        self.opened = opened
        opened.failed.connect(self.voice.say_at_once)
        self.began.emit(opened)
        return True

    def close(self) -> None:
        """Close the open scan, if there is one."""
        self.voice.drop()
        if self.opened:
            self.ending.emit()
            self.opened.close()
            self.opened = None

    def scan(self) -> OpenScan | None:
        """The open scan; None: there is none, which is said."""
        if self.opened is None:
            self.voice.say(NOTHING_YET if self.is_running() else _("No scan is open."))
        return self.opened

    def use(self) -> JudgedUse | None:
        """The current image use; None: there is none, which is said."""
        opened = self.scan()
        if opened and opened.use is None:
            self.voice.say(_("No image is chosen."))
        return opened.use if opened else None
