"""How a row of the queue is painted: its picture, its status by shape, colour, word; its text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.desk.colours import Colours
from app.desk.facts import BEST
from app.desk.rows import STATUS_WORDS, Column, QueueLine, image_words, shown, uses
from app.gui.panes.queue_model import QueueModel
from app.gui.panes.shapes import draw_bar, draw_status
from app.gui.panes.themes import SMALL, colours_now, scaled
from app.gui.panes.tongue import _, said, tongue_now
from auditor.reports.words import printable
from auditor.store.query import Group

EDGE = 8
MARK = 4
"""Width of the mark at the left of a row that is selected."""
_ELIDE = Qt.TextElideMode.ElideRight
Index = QModelIndex | QPersistentModelIndex


def row_height(metrics: QFontMetrics) -> int:
    """Two lines of text, and a picture beside them."""
    return max(52, 2 * metrics.lineSpacing() + 2 * EDGE)


class _Brush:
    """A painter with the fonts and colours of one cell."""

    def __init__(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        self.painter = painter
        self.colours: Colours = colours_now()
        self.is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        self.font = QFont(option.font)
        self.small = scaled(option.font, SMALL)
        self.text = QColor(self.colours.selected_text if self.is_selected else self.colours.text)
        self.quiet = self.text if self.is_selected else QColor(self.colours.quiet)

    def status(self, line: QueueLine) -> QColor:
        """The colour of its status."""
        chosen = self.colours.statuses_selected if self.is_selected else self.colours.statuses
        return QColor(chosen[line.row.status])

    def line(self, place: QRect, words: str, font: QFont, colour: QColor) -> None:
        """One line of text, cut with "…"."""
        self.painter.setFont(font)
        self.painter.setPen(colour)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        cut = QFontMetrics(font).elidedText(words, _ELIDE, place.width())
        self.painter.drawText(place, flags | Qt.TextFlag.TextSingleLine, cut)

    def two(self, place: QRect, above: str, below: str) -> None:
        """A line, and a smaller one below it."""
        half = place.height() // 2
        top = place.adjusted(0, 0, 0, -half) if below else place
        self.line(top, above, self.font, self.text)
        if below:
            self.line(place.adjusted(0, half, 0, 0), below, self.small, self.quiet)


class QueueDelegate(QStyledItemDelegate):
    """Paints what the model says; nothing stands in a cell that is not heard of it somewhere."""

    def __init__(self, model: QueueModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, row_height(option.fontMetrics))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        brush = _Brush(painter, option)
        colours, rect = brush.colours, QRect(option.rect)
        painter.setClipRect(rect)
        painter.fillRect(rect, QColor(colours.selected if brush.is_selected else colours.base))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, QColor(colours.line))
        if brush.is_selected and index.column() == 0:
            painter.fillRect(
                rect.left(), rect.top(), MARK, rect.height(), QColor(colours.highlight)
            )
        line = self._model.line(index.row())
        place = rect.adjusted(EDGE, EDGE // 2, -EDGE // 2, -EDGE // 2)
        if line is None:
            brush.line(place, str(index.data()), brush.font, brush.quiet)
        else:
            self._cell(brush, place, line, index)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(colours.focus), 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.restore()

    def _cell(self, brush: _Brush, place: QRect, line: QueueLine, index: Index) -> None:
        column = self._model.columns[index.column()]
        if column is Column.IMAGE:
            self._image(brush, place, line, index.row())
        else:
            _CELLS.get(column, _plain)(brush, place, line, column)

    def _image(self, brush: _Brush, place: QRect, line: QueueLine, row: int) -> None:
        number = tongue_now().number(line.rank)
        width = QFontMetrics(brush.small).horizontalAdvance("8,888")
        brush.line(
            QRect(place.left(), place.top(), width, place.height()),
            number,
            brush.small,
            brush.quiet,
        )
        place = place.adjusted(width + 2, 0, 0, 0)
        room = QSize(min(place.width(), 2 * place.height()), place.height())
        picture = self._model.picture(row, room, brush.painter.device().devicePixelRatioF())
        if picture.isNull():
            brush.line(place, said(image_words(line.row)), brush.small, brush.quiet)
            return
        size = picture.deviceIndependentSize().toSize()
        top = place.top() + (place.height() - size.height()) // 2
        brush.painter.drawPixmap(place.left(), top, picture)


def _status(brush: _Brush, place: QRect, line: QueueLine, column: Column) -> None:
    row, colour = line.row, brush.status(line)
    bold = scaled(brush.font, 1, bold=True)
    side = QFontMetrics(bold).ascent() * 0.8
    scored = row.quality is not None or bool(line.change)
    half = place.height() // 2
    top = place.adjusted(0, 0, 0, -half) if scored else place
    box = QRectF(place.left(), top.center().y() - side / 2, side, side)
    draw_status(brush.painter, row.status, box, colour)
    words, room = _(STATUS_WORDS[row.status]), top.adjusted(int(side) + 7, 0, 0, 0)
    if not scored:
        brush.painter.setFont(bold)
        brush.painter.setPen(colour)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        brush.painter.drawText(room, flags, words)
        return
    brush.line(room, words, bold, colour)
    below = place.adjusted(0, half, 0, 0)
    if row.quality is None or line.change:
        number = "" if row.quality is None else f"{_number(row.quality)} · "
        brush.line(below, f"{number}{said(line.change)}", brush.small, brush.quiet)
        return
    number = _number(row.quality)
    width = QFontMetrics(brush.small).horizontalAdvance("8.8 ")
    brush.line(below, number, brush.small, brush.quiet)
    bar = QRectF(below.left() + width, below.center().y() - 3, min(70, below.width() - width), 6)
    draw_bar(brush.painter, bar, row.quality / BEST, colour, QColor(brush.colours.line))


def _text(brush: _Brush, place: QRect, line: QueueLine, column: Column) -> None:
    """The text on up to two lines; where one is enough, the file below it."""
    words = said(shown(line, column))
    metrics = QFontMetrics(brush.font)
    colour = brush.text if line.row.name else brush.quiet
    if metrics.horizontalAdvance(words) <= place.width():
        several = f" · {said(uses(line.uses))}" if line.uses > 1 and not line.group else ""
        half = place.height() // 2
        brush.line(place.adjusted(0, 0, 0, -half), words, brush.font, colour)
        below = f"{said(image_words(line.row))}{several}"
        brush.line(place.adjusted(0, half, 0, 0), below, brush.small, brush.quiet)
        return
    first, rest = _broken(words, metrics, place.width())
    half = place.height() // 2
    brush.line(place.adjusted(0, 0, 0, -half), first, brush.font, colour)
    brush.line(place.adjusted(0, half, 0, 0), rest, brush.font, colour)


def _number(quality: float) -> str:
    return tongue_now().number(quality, ".1f")


def _broken(words: str, metrics: QFontMetrics, width: int) -> tuple[str, str]:
    """A text in two lines, broken between words where that is possible."""
    end = len(metrics.elidedText(words, _ELIDE, width)) - 1
    space = words.rfind(" ", 0, max(end, 1))
    end = space if space > 0 else max(end, 1)
    return words[:end], words[end:].lstrip()


def _page(brush: _Brush, place: QRect, line: QueueLine, column: Column) -> None:
    words, title = shown(line, column), printable(line.row.page_title)
    if line.group is Group.PAGE:
        brush.two(
            place,
            title or printable(line.row.page_url),
            printable(line.row.page_url) if title else "",
        )
    else:
        brush.two(place, title or words, words if title else "")


def _decision(brush: _Brush, place: QRect, line: QueueLine, column: Column) -> None:
    words = said(shown(line, column))
    is_open = line.decided == 0 if line.group else line.row.decision is None
    if is_open:
        brush.line(place, words, brush.small, brush.quiet)
        return
    bold = scaled(brush.small, 1, bold=True)
    metrics = QFontMetrics(bold)
    width = min(place.width(), metrics.horizontalAdvance(words) + 16)
    pill = QRectF(place.left() + 0.5, 0, width - 1, metrics.height() + 5)
    pill.moveTop(place.center().y() - pill.height() / 2)
    brush.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    brush.painter.setPen(QPen(brush.text, 1.2))
    brush.painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
    brush.line(pill.toRect().adjusted(8, 0, -6, 0), words, bold, brush.text)


def _rule(brush: _Brush, place: QRect, line: QueueLine, column: Column) -> None:
    """The words of an id may stand on two lines."""
    brush.painter.setFont(brush.font)
    brush.painter.setPen(brush.text)
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
    brush.painter.drawText(place, flags, line.rule.replace("-", "-\u200b"))


def _plain(brush: _Brush, place: QRect, line: QueueLine, column: Column) -> None:
    brush.line(place, said(shown(line, column)), brush.font, brush.text)


_CELLS: Mapping[Column, Callable[[_Brush, QRect, QueueLine, Column], None]] = {
    Column.RULE: _rule,
    Column.STATUS: _status,
    Column.TEXT: _text,
    Column.PAGE: _page,
    Column.DECISION: _decision,
}
