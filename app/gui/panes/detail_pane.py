"""The detail of one image use: the picture, and everything about it as a list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QListView, QVBoxLayout, QWidget

from app.desk.facts import Fact
from app.gui.panes.fact_delegate import FactDelegate
from app.gui.panes.fact_model import FactModel
from app.gui.panes.fields import name
from app.gui.panes.picture import PictureView
from app.gui.panes.queue_pane import is_enter
from app.gui.panes.tongue import _


class DetailPane(QWidget):
    """Shows facts; what they are is decided elsewhere."""

    wanted = Signal(int)
    """Id of another use that is to become current."""
    copied = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture = PictureView(self)
        self.list = fact_list(
            self, _("Detail"), _("Each line is a fact. Enter on “Also used” goes there.")
        )
        self.model = FactModel(self.list)
        self.list.setModel(self.model)
        self.list.installEventFilter(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.picture, 2)
        layout.addWidget(self.list, 3)
        self.fit()

    def fit(self) -> None:
        """Some lines at least, whatever the size of the text."""
        self.list.setMinimumHeight(6 * self.list.fontMetrics().lineSpacing())

    def show_facts(self, facts: Sequence[Fact], *, from_the_top: bool) -> None:
        """Show these facts; `from_the_top`: they are of another image."""
        row = 0 if from_the_top else max(0, self.list.currentIndex().row())
        self.model.show(facts)
        self.list.setCurrentIndex(self.model.index(min(row, len(facts) - 1)))
        if from_the_top:
            self.list.scrollToTop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter goes to another use, Ctrl+C copies the line."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        fact = self.model.fact(self.list.currentIndex().row())
        if fact and is_enter(event) and fact.image is not None:
            self.wanted.emit(fact.image)
            return True
        if fact and event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(fact.text)
            self.copied.emit(fact.label)
            return True
        return super().eventFilter(watched, event)


def fact_list(parent: QWidget, label: str, help: str = "") -> QListView:
    """A list whose lines are whole sentences, wrapped where they are long."""
    view = QListView(parent)
    name(view, label, help)
    view.setToolTip("")
    view.setItemDelegate(FactDelegate(view))
    view.setResizeMode(QListView.ResizeMode.Adjust)
    view.setWordWrap(True)  # or another width alone would leave the lines as high as they were
    view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setMinimumHeight(3 * view.fontMetrics().lineSpacing())
    return view


def filled_list(parent: QWidget, label: str, help: str, facts: Sequence[Fact]) -> QListView:
    """A list of facts that stay as they are."""
    view = fact_list(parent, label, help)
    model = FactModel(view)
    model.show(facts)
    view.setModel(model)
    view.setCurrentIndex(model.index(0))
    return view
