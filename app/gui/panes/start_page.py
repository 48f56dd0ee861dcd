"""What the window shows while no scan is open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView, QPushButton, QVBoxLayout, QWidget

from app.desk.facts import Fact
from app.gui.panes.detail_pane import fact_list
from app.gui.panes.fact_model import FactModel
from app.gui.panes.fields import label_of, name, plain
from app.gui.panes.flow import FlowRow
from app.gui.panes.queue_pane import is_enter
from app.gui.panes.tongue import _, said
from auditor.message import Message

NO_SCAN = Message(
    "No scan is open. Does each alternative text serve a blind reader, for its picture, on its "
    "page? Scan pages, and work through what asks for work, worst first."
)
SCAN_RUNS = Message("A scan runs. Its images come when its first page is read.")
NONE_OPENED = Message(
    "No scan was opened yet. A page, a folder or a scan file can also be dragged onto this window."
)


class StartPage(QWidget):
    """A way to a new scan, and to those that were opened last."""

    new_scan = Signal()
    open_scan = Signal()
    read_article = Signal()
    chosen = Signal(object)
    """Path of a recent scan."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paths: Sequence[Path] = ()
        title = plain(_("Alt-text auditor"))
        title.setObjectName("title")
        self.heading = plain(NO_SCAN)
        self.new_button = QPushButton(_("&New scan…"))
        name(self.new_button, _("New scan"), _("Ctrl+N."))
        self.new_button.clicked.connect(self.new_scan)
        open_button = QPushButton(_("&Open a scan file…"))
        name(open_button, _("Open a scan file"), _("A file that an earlier scan wrote. Ctrl+O."))
        open_button.clicked.connect(self.open_scan)
        article_button = QPushButton(_("Open an ar&ticle…"))
        name(article_button, _("Open an article"), _("Of Wikipedia or another wiki. Ctrl+Shift+A."))
        article_button.clicked.connect(self.read_article)
        self.list: QListView = fact_list(self, _("Recent scans"), _("Enter opens one"))
        self._model = FactModel(self.list)
        self.list.setModel(self._model)
        self.list.installEventFilter(self)
        self.list.doubleClicked.connect(lambda index: self._choose(index.row()))
        label = label_of(self.list, _("&Recent scans:"))
        self.none = plain(NONE_OPENED)
        places = FlowRow(self, gap=8)
        for button in (self.new_button, open_button, article_button):
            places.flow.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 8)
        layout.setSpacing(12)
        for widget in (title, self.heading, places, label, self.none):
            layout.addWidget(widget)
        layout.addWidget(self.list, 1)
        layout.addStretch()

    def show_running(self, *, runs: bool) -> None:
        """Say whether a scan runs, of which there is nothing to be seen yet."""
        self.heading.setText(said(SCAN_RUNS if runs else NO_SCAN))

    def show_recent(self, paths: Sequence[Path], words: Sequence[Fact]) -> None:
        """List these scan files."""
        self._paths = paths
        self._model.show(words)
        self.list.setVisible(bool(words))
        self.none.setVisible(not words)
        self.list.setCurrentIndex(self._model.index(0))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter opens the scan."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and is_enter(event)
        ):
            self._choose(self.list.currentIndex().row())
            return True
        return super().eventFilter(watched, event)

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self._paths):
            self.chosen.emit(self._paths[row])
