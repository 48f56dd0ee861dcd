"""How a fact is painted: a label beside it or above, a status with its shape, a score as a bar."""

from __future__ import annotations

import re

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.desk.facts import Fact
from app.desk.rows import STATUS_WORDS
from app.gui.panes.shapes import draw_bar, draw_status
from app.gui.panes.themes import SMALL, colours_now, scaled
from app.gui.panes.tongue import _

EDGE, GAP, BAR = 10, 10, 8
FACT = Qt.ItemDataRole.UserRole
"""Role of the Fact itself."""
_LABEL = 16
"""Letters for a label that stands beside its text."""
_BESIDE = 48
"""Letters of a list in which labels stand beside their texts; in a narrower one, above."""
_WRAP = Qt.TextFlag.TextWordWrap
_LONG = re.compile(r"(?<=/)|(?<=\S{24})(?=\S)")
"""Where what is longer than a word, as an address, may be wrapped."""
Index = QModelIndex | QPersistentModelIndex


class _Places:
    """Where label, bar and text of a fact stand in a list of some width."""

    def __init__(self, fact: Fact, font: QFont, width: int) -> None:
        self.label_font = scaled(font, 1 if fact.status else SMALL, bold=True)
        self.font = scaled(font, 1, bold=fact.is_text)
        letter = QFontMetrics(font).averageCharWidth()
        inner = max(1, width - 2 * EDGE)
        beside = width >= _BESIDE * letter
        label_width = _LABEL * letter if beside else inner
        side = QFontMetrics(font).ascent() if fact.status else 0
        self.side = int(side * 0.8)
        shift = self.side + 6 if side else 0
        self.label = _box(label_of(fact), self.label_font, EDGE + shift, label_width - shift)
        left = EDGE + label_width + GAP if beside else EDGE
        top = EDGE // 2 if beside else self.label.bottom() + 2
        self.bar = QRectF()
        if fact.share is not None:
            length = min(14 * letter, inner - (left - EDGE))
            self.bar = QRectF(left, top + 6, length, BAR)
            top += BAR + 9
        self.text = _box(words_of(fact), self.font, left, width - left - EDGE, top)
        self.height = max(self.label.bottom(), self.text.bottom()) + EDGE // 2


def words_of(fact: Fact) -> str:
    """The text as it is painted, with places where a long address may be wrapped."""
    text = fact.text.removeprefix(f"{label_of(fact)}. ") if fact.status else fact.text
    return _LONG.sub("\u200b", text)


def label_of(fact: Fact) -> str:
    """What stands beside the text: that of a status is the status itself."""
    if fact.status is None:
        return fact.label
    return fact.status_word or _(STATUS_WORDS[fact.status])


def _box(words: str, font: QFont, left: int, width: int, top: int = EDGE // 2) -> QRect:
    room = QRect(left, top, max(1, width), 100_000)
    return QFontMetrics(font).boundingRect(room, _WRAP, words)


class FactDelegate(QStyledItemDelegate):
    """For a list whose model has a Fact at FACT."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # As if the bar were there: it comes when all heights are known, and takes of the width.
        bar = self._view.verticalScrollBar().sizeHint().width()
        width = max(1, self._view.maximumViewportSize().width() - bar)
        fact = index.data(FACT)
        return QSize(width, _Places(fact, self._view.font(), width).height if fact else 0)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        fact: Fact | None = index.data(FACT)
        if fact is None:
            return
        painter.save()
        colours, rect = colours_now(), QRect(option.rect)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected:
            painter.fillRect(rect, QColor(colours.selected))
            painter.fillRect(rect.left(), rect.top(), 4, rect.height(), QColor(colours.highlight))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, QColor(colours.line))
        text = QColor(colours.selected_text if is_selected else colours.text)
        quiet = text if is_selected else QColor(colours.quiet)
        places = _Places(fact, option.font, rect.width())
        painter.translate(rect.topLeft())
        if fact.status:
            chosen = colours.statuses_selected if is_selected else colours.statuses
            quiet = QColor(chosen[fact.status])
            top = places.label.center().y() - places.side / 2
            draw_status(painter, fact.status, QRectF(EDGE, top, places.side, places.side), quiet)
        painter.setFont(places.label_font)
        painter.setPen(quiet)
        painter.drawText(places.label, _WRAP, label_of(fact))
        if fact.share is not None:
            draw_bar(
                painter, places.bar, fact.share, QColor(colours.highlight), QColor(colours.line)
            )
        painter.setFont(places.font)
        painter.setPen(text)
        painter.drawText(places.text, _WRAP, words_of(fact))
        if option.state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            painter.setPen(QPen(QColor(colours.focus), 2))
            painter.drawRect(1, 1, rect.width() - 2, rect.height() - 2)
        painter.restore()
