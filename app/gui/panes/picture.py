"""The picture of an image use: the whole of it, as large as there is room; transparency as a
chequerboard."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.desk.pictures import shown_words, why_not
from app.desk.rows import TEXT_SHOWN
from app.gui.panes.tongue import _, said, tongue_now
from auditor.reports.words import shorten, title_of
from auditor.results import JudgedUse

_SQUARE = 8
_ROOM = QSize(256, 200)
"""What it likes to have: about what a scan file keeps of a picture."""
_LEAST = QSize(120, 120)


class PictureView(QLabel):
    """Named by its text, described by its size; can be reached by Tab."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("picture")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self._whole = QPixmap()
        self.show_use(None)

    def show_use(self, use: JudgedUse | None) -> None:
        """Show the picture of a use, or say in words why there is none."""
        self._whole = picture_of(use)
        self.setAccessibleName(name_of(use))
        if self._whole.isNull():
            words = said(why_not(use)) if use else _("No image is chosen.")
            self.setAccessibleDescription(words)
            self.setText(words)
        else:
            assert use
            assert use.picture
            size = self._whole.size()
            words = said(shown_words(use.picture, size.width(), size.height()))
            self.setAccessibleDescription(words)
            self._fit()

    def _fit(self) -> None:
        ratio = self.devicePixelRatioF()
        self.setPixmap(fitted(self._whole, self.contentsRect().size(), ratio))

    # The room is given by the window, not by the picture: else none could ever become smaller.

    def sizeHint(self) -> QSize:
        return _ROOM

    def minimumSizeHint(self) -> QSize:
        return _LEAST

    def hasHeightForWidth(self) -> bool:
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the picture to the room."""
        super().resizeEvent(event)
        if not self._whole.isNull():
            self._fit()


def picture_of(use: JudgedUse | None) -> QPixmap:
    """The picture that the scan file holds of a use; null: it holds none."""
    picture = QPixmap()
    if use and use.picture and use.picture.thumbnail:
        picture.loadFromData(use.picture.thumbnail)
    return picture


def thumbnail(data: bytes | None, room: QSize, ratio: float) -> QPixmap:
    """A picture to fit into `room`, never larger than it is; null where there is none."""
    whole = QPixmap()
    if not data or not whole.loadFromData(data):
        return QPixmap()
    return fitted(whole, room, ratio)


def fitted(whole: QPixmap, room: QSize, ratio: float) -> QPixmap:
    """A picture made to fit, on a screen of `ratio` pixels for one. Never larger than it is, as a
    browser would show it: a tiny icon would come as a blot."""
    most, size = room * ratio, whole.size() * ratio
    if not (size.width() <= most.width() and size.height() <= most.height()):
        size = size.scaled(most, Qt.AspectRatioMode.KeepAspectRatio)
    shown = painted(whole, size.expandedTo(QSize(1, 1)))
    shown.setDevicePixelRatio(ratio)
    return shown


def name_of(use: JudgedUse | None) -> str:
    """What the picture is called."""
    if use is None:
        return _("Picture")
    title = shorten(title_of(use.record, tongue=tongue_now()), TEXT_SHOWN)
    return _("Picture of {text}", text=title)


def painted(picture: QPixmap, size: QSize) -> QPixmap:
    """The picture in another size."""
    shown = QPixmap(size)
    painter = QPainter(shown)
    if picture.hasAlphaChannel():
        painter.drawTiledPixmap(shown.rect(), _chequer())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(shown.rect(), picture)
    painter.end()
    return shown


def _chequer() -> QPixmap:
    tile = QPixmap(2 * _SQUARE, 2 * _SQUARE)
    tile.fill(QColor("#ffffff"))
    painter = QPainter(tile)
    for place in (0, _SQUARE):
        painter.fillRect(QRect(place, place, _SQUARE, _SQUARE), QColor("#c8c8c8"))
    painter.end()
    return tile
