"""The picture of an image use: enlarged as wanted, transparency as a chequerboard."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from app.desk.facts import picture_words
from app.desk.rows import TEXT_SHOWN
from auditor.reports.words import shorten, title_of
from auditor.results import JudgedUse

ZOOMS = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0)
_SQUARE = 8


class PictureView(QLabel):
    """Named by its text, described by its size; can be reached by Tab."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("picture")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMinimumHeight(120)
        self._whole = QPixmap()
        self._zoom = ZOOMS.index(1.0)
        self.show_use(None)

    def show_use(self, use: JudgedUse | None) -> None:
        """Show the picture of a use, or say in words why there is none."""
        self._whole = QPixmap()
        words = "No image is chosen."
        title = "Picture"
        if use:
            title = f"Picture of {shorten(title_of(use.record), TEXT_SHOWN)}"
            words = _why_not(use)
            if use.picture and use.picture.thumbnail:
                self._whole.loadFromData(use.picture.thumbnail)
        self.setAccessibleName(title)
        if self._whole.isNull():
            self.setAccessibleDescription(words)
            self.setText(words)
        else:
            assert use
            assert use.picture
            self.setAccessibleDescription(picture_words(use.picture))
            self._paint()

    def zoom(self, steps: int) -> str:
        """Show it larger or smaller; returns what to say."""
        self._zoom = min(max(self._zoom + steps, 0), len(ZOOMS) - 1)
        if not self._whole.isNull():
            self._paint()
        return f"Picture at {ZOOMS[self._zoom]:.0%}"

    def _paint(self) -> None:
        size = QSize(self._whole.size() * ZOOMS[self._zoom])
        shown = QPixmap(size)
        painter = QPainter(shown)
        if self._whole.hasAlphaChannel():
            _chequer(painter, size)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(shown.rect(), self._whole)
        painter.end()
        self.setPixmap(shown)


def _why_not(use: JudgedUse) -> str:
    if use.picture is None:
        return "No picture file came for this image."
    if use.picture.problem:
        return f"The picture cannot be shown: {use.picture.problem}"
    return "The scan file does not hold this picture any more."


def _chequer(painter: QPainter, size: QSize) -> None:
    painter.fillRect(0, 0, size.width(), size.height(), QColor("#ffffff"))
    for y in range(0, size.height(), _SQUARE):
        for x in range((y // _SQUARE % 2) * _SQUARE, size.width(), 2 * _SQUARE):
            painter.fillRect(x, y, _SQUARE, _SQUARE, QColor("#c8c8c8"))
