"""How a running scan goes on."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, Signal
from PySide6.QtWidgets import QGridLayout, QProgressBar, QPushButton, QWidget

from app.desk.scanning import ScanProgress, ScanState, article_progress_words, progress_words
from app.gui.panes.fields import name, plain
from app.gui.panes.tongue import _, said
from auditor.message import Message

SAID_EVERY = 15_000
"""Milliseconds between two spoken lines of progress."""

IDLE = Message("No scan is running.")


class ScanPane(QWidget):
    """A bar, a line of numbers, and buttons; hidden while no scan is under way."""

    said = Signal(str)
    """A line that is to be spoken."""
    pause = Signal()
    stop = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._since = QElapsedTimer()
        self._is_article = False
        self.words: str = IDLE
        self.bar = QProgressBar(self)
        name(self.bar, _("Pages of the scan"), _("Pages read, of those known"))
        self.line = plain(parent=self)
        self.pause_button = QPushButton(_("Pause"), self)
        name(
            self.pause_button,
            _("Pause scan"),
            _("End after what is being done; go on later. Ctrl+P."),
        )
        self.pause_button.clicked.connect(self.pause)
        self.stop_button = QPushButton(_("Stop"), self)
        name(self.stop_button, _("Stop"), _("End what runs; what a scan has done is kept. Ctrl+."))
        self.stop_button.clicked.connect(self.stop)
        grid = QGridLayout(self)
        grid.addWidget(self.bar, 0, 0)
        grid.addWidget(self.pause_button, 0, 1)
        grid.addWidget(self.stop_button, 0, 2)
        grid.addWidget(self.line, 1, 0, 1, 3)
        grid.setColumnStretch(0, 1)
        self.hide()

    def show_progress(self, progress: ScanProgress) -> None:
        """Show how far the scan is, and say it now and then."""
        words = article_progress_words if self._is_article else progress_words
        self.words = words(progress)
        self.line.setText(said(self.words))
        self._fill_bar(progress)
        # Of the last page, the end is said.
        if progress.done < progress.known and self._since.hasExpired(SAID_EVERY):
            self._since.start()
            self.said.emit(said(self.words))

    def _fill_bar(self, progress: ScanProgress) -> None:
        """Its last step is seen and not said: the end itself is."""
        is_full = progress.done >= progress.known
        shown = not self.bar.isHidden()
        self.bar.setVisible(shown and not is_full)  # Qt tells of no step of what is hidden
        self.bar.setMaximum(max(1, progress.known))
        self.bar.setValue(progress.done)
        self.bar.setVisible(shown)

    def show_state(self, state: ScanState, words: str, *, is_article: bool) -> None:
        """Show what can be done now: an article has no pages, and cannot be paused. `words` say
        how it stands."""
        self._is_article = is_article
        self.bar.setVisible(not is_article)
        self.pause_button.setVisible(not is_article)
        under_way = state in (ScanState.RUNNING, ScanState.PAUSED)
        self.setVisible(under_way)
        if under_way:
            self._since.start()  # that it begins is said
        paused = state is ScanState.PAUSED
        label = _("Go on") if paused else _("Pause")
        self.pause_button.setText(label)
        self.pause_button.setAccessibleName(_("Go on with the scan") if paused else _("Pause scan"))
        if state is ScanState.RUNNING:
            self.bar.setMaximum(1)
            self.bar.setValue(0)
            self.words = words
            self.line.setText(said(self.words))
        elif not under_way:
            self.words = IDLE
