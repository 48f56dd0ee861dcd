"""The parts in which an open scan is worked on: beside each other, or below where room is short."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSplitter, QVBoxLayout, QWidget

from app.gui.panes.decide_pane import DecidePane
from app.gui.panes.detail_pane import DetailPane
from app.gui.panes.header import Header
from app.gui.panes.queue_pane import QueuePane
from app.gui.panes.try_pane import TryPane

SIDE_BY_SIDE = 100
"""Letters that fit into a window that shows two parts side by side."""
PROPORTIONS = (580, 420)
"""Of the queue and what stands beside or below it."""


class WorkPage(QScrollArea):
    """A head, the filter, and below it the queue, and beside that all of one image: the detail, the
    box to try texts in, and the decision."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.header = Header(self)
        self.queue = QueuePane(self)
        self.detail = DetailPane(self)
        self.trying = TryPane(self)
        self.deciding = DecidePane(self)
        self.splitter = self._splitter()
        page = QWidget(self)
        rows = QVBoxLayout(page)
        rows.setContentsMargins(8, 4, 8, 0)
        rows.addWidget(self.header)
        rows.addWidget(self.queue.filter)
        rows.addWidget(self.splitter, 1)
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _splitter(self) -> QSplitter:
        side = QWidget(self)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.detail, 3)
        column.addWidget(self.trying)
        # What else is said of an image, such as a rating, has its place here, above the decision.
        column.addWidget(self.deciding)
        splitter = QSplitter(self)
        splitter.addWidget(self.queue)
        splitter.addWidget(side)
        splitter.setSizes(PROPORTIONS)
        splitter.setStretchFactor(0, PROPORTIONS[0])
        splitter.setStretchFactor(1, PROPORTIONS[1])
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(10)
        return splitter

    def fit(self) -> None:
        """Fit the parts to the size of the text."""
        self.queue.fit()
        self.detail.fit()
        self.trying.fit()

    def arrange(self, width: int) -> None:
        """One part under the other where a window so wide has no room for two side by side."""
        beside = width > SIDE_BY_SIDE * self.fontMetrics().averageCharWidth()
        way = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if way != self.splitter.orientation():
            self.splitter.setOrientation(way)
            self.splitter.setSizes(PROPORTIONS)

    @property
    def is_beside(self) -> bool:
        """Whether the parts stand beside each other."""
        return self.splitter.orientation() is Qt.Orientation.Horizontal

    def next_part(self) -> None:
        """Go to the next part."""
        stops = (self.queue.view, self.detail.list, self.trying.box, self.deciding.note)
        here = QApplication.focusWidget()
        place = next((n for n, stop in enumerate(stops) if stop is here), -1)
        stops[(place + 1) % len(stops)].setFocus()

    def bring_into_view(self, before: QWidget | None, now: QWidget | None) -> None:
        """Show what has the focus now."""
        page = self.widget()
        if now and page and page.isAncestorOf(now):
            self.ensureWidgetVisible(now, 0, 20)
