"""What is worked on, and how far: the head of the page."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QWidget

from app.desk.rows import progress_words
from app.gui.panes.fields import plain


class _Title(QLabel):
    """A line that is cut in the middle where it is too long: an address is told by both ends."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName("title")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        cut = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideMiddle, self.width() - 8
        )
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, cut)
        painter.end()


class Header(QWidget):
    """The title of the scan, and how much of what is shown is decided."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = _Title(self)
        self.progress = plain(parent=self)
        self.progress.setObjectName("small")
        self.progress.setWordWrap(False)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setFixedSize(120, 10)
        # What it shows is said by the line beside it.
        self._bar.setAccessibleName("Decided")
        self._bar.setAccessibleDescription("How much of what is shown is decided")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 0, 2, 0)
        layout.addWidget(self.title, 1)
        layout.addWidget(self.progress)
        layout.addWidget(self._bar)

    def show_progress(self, decided: int, of: int) -> None:
        """Show how many of the uses that are asked for are decided."""
        self.progress.setText(progress_words(decided, of))
        self._bar.setVisible(of > 0)
        self._bar.setMaximum(max(1, of))
        self._bar.setValue(decided)

    def clear(self) -> None:
        """Nothing is known yet."""
        self.progress.clear()
        self._bar.hide()
