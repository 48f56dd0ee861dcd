"""The queue as pictures beside each other: what is alike, or does not belong, is seen at once."""

from __future__ import annotations

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.desk.rows import Column, heard, image_words, text_of
from app.gui.panes.fields import name
from app.gui.panes.queue_model import QueueModel
from app.gui.panes.shapes import draw_status
from app.gui.panes.themes import SMALL, colours_now, scaled
from app.gui.panes.tongue import _, said

LETTERS = 18
"""In a cell."""
EDGE = 8


class Grid(QListView):
    """Shares the model, the current row and what is selected with the table."""

    def __init__(self, model: QueueModel, selected: QItemSelectionModel, parent: QWidget) -> None:
        super().__init__(parent)
        name(self, _("Queue as pictures"), _("One picture for each row. Enter: detail."))
        self.setToolTip("")
        self.setModel(model)
        self.setSelectionModel(selected)
        self.setItemDelegate(_GridDelegate(model, self))
        # In icon mode Qt lays out every item at once, which takes seconds for 100,000.
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setUniformItemSizes(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def fit(self) -> None:
        """Fit the cells to the size of the text."""
        metrics = self.fontMetrics()
        width = LETTERS * metrics.averageCharWidth() + 2 * EDGE
        self.setGridSize(QSize(width, width + 2 * metrics.lineSpacing()))


class _GridDelegate(QStyledItemDelegate):
    def __init__(self, model: QueueModel, view: Grid) -> None:
        super().__init__(view)
        self._model = model
        self._view = view

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return self._view.gridSize()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        line = self._model.line(index.row())
        if line is None:
            return
        painter.save()
        colours = colours_now()
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        rect = QRect(option.rect).adjusted(3, 3, -3, -3)
        painter.fillRect(rect, QColor(colours.selected if is_selected else colours.base))
        here = index.row() == self._view.currentIndex().row()
        edge = colours.focus if here else colours.highlight if is_selected else colours.line
        painter.setPen(QPen(QColor(edge), 3 if here else 1))
        painter.drawRect(rect)
        small = scaled(option.font, SMALL)
        metrics = QFontMetrics(small)
        words = rect.adjusted(EDGE, 0, -EDGE, -EDGE // 2)
        words.setTop(words.bottom() - 2 * metrics.lineSpacing())
        room = rect.adjusted(EDGE, EDGE, -EDGE, 0)
        room.setBottom(words.top() - 4)
        text = QColor(colours.selected_text if is_selected else colours.text)
        picture = self._model.picture(
            index.row(), room.size(), painter.device().devicePixelRatioF()
        )
        painter.setFont(small)
        painter.setPen(text)
        if picture.isNull():
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(room, flags, said(image_words(line.row)))
        else:
            size = picture.deviceIndependentSize().toSize()
            left = room.left() + (room.width() - size.width()) // 2
            painter.drawPixmap(left, room.top() + (room.height() - size.height()) // 2, picture)
        chosen = colours.statuses_selected if is_selected else colours.statuses
        colour = QColor(chosen[line.row.status])
        side = metrics.ascent() * 0.8
        place = QRectF(words.left(), words.top() + 3, side, side)
        draw_status(painter, line.row.status, place, colour)
        above = QRect(words)
        above.setHeight(metrics.lineSpacing())
        above.setLeft(words.left() + int(side) + 5)
        _line(painter, above, said(heard(line, Column.STATUS)), metrics, colour)
        below = QRect(words)
        below.setTop(above.bottom())
        mark = "✓ " if not line.is_open else ""
        _line(painter, below, f"{mark}{said(text_of(line.row))}", metrics, text)
        painter.restore()


def _line(
    painter: QPainter, place: QRect, words: str, metrics: QFontMetrics, colour: QColor
) -> None:
    painter.setPen(colour)
    cut = metrics.elidedText(words, Qt.TextElideMode.ElideRight, place.width())
    painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, cut)
