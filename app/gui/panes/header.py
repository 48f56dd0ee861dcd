"""What is worked on, and how far: the head of the page."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.desk.rows import progress_words
from app.gui.panes.fields import plain
from app.gui.panes.shapes import draw_bar
from app.gui.panes.themes import colours_now
from app.gui.panes.tongue import said


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


class _Bar(QWidget):
    """Shows what the line beside it says. No progress bar: a screen reader would say each percent
    beside the decision that is said with its number."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._share = 0.0
        self.setFixedSize(120, 10)

    def show_share(self, share: float) -> None:
        """So much, 0–1, is decided."""
        self._share = share
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colours = colours_now()
        place = QRectF(self.rect())
        draw_bar(painter, place, self._share, QColor(colours.highlight), QColor(colours.line))
        painter.end()


class Header(QWidget):
    """The title of the scan, and how much of what is shown is decided."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = _Title(self)
        self.progress = plain(parent=self)
        self.progress.setObjectName("small")
        self.progress.setWordWrap(False)
        self._bar = _Bar(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 0, 2, 0)
        layout.addWidget(self.title, 1)
        layout.addWidget(self.progress)
        layout.addWidget(self._bar)

    def show_progress(self, decided: int, of: int) -> None:
        """Show how many of the uses that are asked for are decided."""
        self.progress.setText(said(progress_words(decided, of)))
        self._bar.setVisible(of > 0)
        self._bar.show_share(decided / of if of else 0.0)

    def clear(self) -> None:
        """Nothing is known yet."""
        self.progress.clear()
        self._bar.hide()
