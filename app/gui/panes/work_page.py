"""The parts in which an open scan is worked on: beside each other, or below where room is short."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSplitter, QVBoxLayout, QWidget

from app.gui.panes.decide_pane import DecidePane
from app.gui.panes.detail_pane import DetailPane
from app.gui.panes.queue_pane import QueuePane
from app.gui.panes.try_pane import TryPane

SIDE_BY_SIDE = 100
"""Letters that fit into a window that shows two parts side by side."""
PROPORTIONS = (620, 380)
"""Of the queue and what stands beside or below it."""


class WorkPage(QScrollArea):
    """The queue, and beside it the detail, the box to try texts in, and the decision."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.queue = QueuePane(self)
        self.detail = DetailPane(self)
        self.trying = TryPane(self)
        self.deciding = DecidePane(self)
        side = QWidget(self)
        column = QVBoxLayout(side)
        column.addWidget(self.detail, 3)
        column.addWidget(self.trying, 2)
        column.addWidget(self.deciding)
        self._splitter = splitter = QSplitter(self)
        splitter.addWidget(self.queue)
        splitter.addWidget(side)
        splitter.setSizes(PROPORTIONS)
        splitter.setStretchFactor(0, 62)
        splitter.setStretchFactor(1, 38)
        splitter.setChildrenCollapsible(False)
        self.setWidget(splitter)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def fit(self) -> None:
        """Fit the parts to the size of the text."""
        self.queue.fit()
        self.trying.fit()

    def arrange(self, width: int) -> None:
        """One part under the other where a window so wide has no room for two side by side."""
        beside = width > SIDE_BY_SIDE * self.fontMetrics().averageCharWidth()
        way = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if way != self._splitter.orientation():
            self._splitter.setOrientation(way)
            self._splitter.setSizes(PROPORTIONS)

    def next_part(self) -> None:
        """Go to the next part."""
        stops = (self.queue.table, self.detail.list, self.trying.box, self.deciding.note)
        here = QApplication.focusWidget()
        place = next((n for n, stop in enumerate(stops) if stop is here), -1)
        stops[(place + 1) % len(stops)].setFocus()

    def bring_into_view(self, before: QWidget | None, now: QWidget | None) -> None:
        """Show what has the focus now."""
        if now and self._splitter.isAncestorOf(now):
            self.ensureWidgetVisible(now, 0, 20)
