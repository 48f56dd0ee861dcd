"""A line of controls that goes on in the next line where room is short."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lays out as words are laid out. One item, the `wide` one, takes the room that is left in its
    line."""

    def __init__(self, parent: QWidget | None = None, gap: int = 4) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._wide: QWidget | None = None
        self.setContentsMargins(0, 0, 0, 0)

    def set_wide(self, widget: QWidget) -> None:
        """The item that takes what room is left."""
        self._wide = widget

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def height_in(self, width: int) -> int:
        """The height that the lines take. Not told to Qt: a scroll area around would then give all
        of its page the height that it likes best."""
        return self._place(QRect(0, 0, width, 0), apply=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, apply=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size

    def _liked(self, item: QLayoutItem) -> QSize:
        return item.minimumSize() if item.widget() is self._wide else item.sizeHint()

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _place(self, rect: QRect, *, apply: bool) -> int:
        """Lay the items out from the top of `rect`; the height that they take."""
        y = rect.y()
        for line in self._lines(rect.width()):
            height = max(item.sizeHint().height() for item in line)
            if apply:
                self._place_line(line, QPoint(rect.x(), y), rect.width(), height)
            y += height + self._gap
        return max(0, y - self._gap - rect.y())

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._shown():
            needed = self._liked(item).width()
            if not lines or used + needed > width:
                lines.append([])
                used = 0
            lines[-1].append(item)
            used += needed + self._gap
        return lines

    def _place_line(self, line: list[QLayoutItem], at: QPoint, width: int, height: int) -> None:
        taken = sum(self._liked(item).width() + self._gap for item in line) - self._gap
        x = at.x()
        for item in line:
            size = self._liked(item)
            if self._wide is not None and item.widget() is self._wide:
                size.setWidth(size.width() + max(0, width - taken))
            size.setWidth(min(size.width(), width))
            item.setGeometry(QRect(QPoint(x, at.y()), QSize(size.width(), height)))
            x += size.width() + self._gap


class FlowRow(QWidget):
    """A widget that is as high as its lines."""

    def __init__(self, parent: QWidget | None = None, gap: int = 4) -> None:
        super().__init__(parent)
        self.flow = FlowLayout(self, gap)

    def event(self, event: QEvent) -> bool:
        """Other items, or another width: another height."""
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self.setFixedHeight(self.flow.height_in(self.width()))
        return done
