"""Dialogs that are a list to read, and to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.desk.facts import Fact
from app.desk.summary import Summary
from app.gui.panes.detail_pane import filled_list
from app.gui.panes.dialogs import buttons
from app.gui.panes.fields import add, label_of, plain
from app.gui.panes.picture import PictureView
from app.gui.panes.queue_pane import is_enter
from app.gui.panes.tongue import _
from auditor.results import JudgedUse


class ListDialog(QDialog):
    """A list of facts; Enter, or a double click, takes one."""

    taken = Signal(int)
    """Row of the line that was taken; the dialog is closed."""
    dropped = Signal(int)
    """Row of a line on which Delete was pressed; the dialog is closed."""

    def __init__(
        self, parent: QWidget | None, title: str, help: str, facts: Sequence[Fact]
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.list = filled_list(self, title, help, facts)
        self.list.installEventFilter(self)
        self.list.doubleClicked.connect(lambda index: self._end(self.taken, index.row()))
        self.beside = QHBoxLayout()
        self.beside.addWidget(self.list, 1)
        layout = QVBoxLayout(self)
        layout.addWidget(plain(help))
        layout.addLayout(self.beside, 1)
        layout.addWidget(closing(self))
        resize(self)
        self.list.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            row = self.list.currentIndex().row()
            if row >= 0 and is_enter(event):
                self._end(self.taken, row)
                return True
            if row >= 0 and event.key() == Qt.Key.Key_Delete:
                self._end(self.dropped, row)
                return True
        return super().eventFilter(watched, event)

    def _end(self, signal: SignalInstance, row: int) -> None:
        self.accept()
        signal.emit(row)


class UsesDialog(ListDialog):
    """The uses of one picture side by side, beside the picture."""

    def __init__(self, parent: QWidget | None, use: JudgedUse, facts: Sequence[Fact]) -> None:
        super().__init__(parent, _("Uses of this picture"), _("Enter goes to the use."), facts)
        picture = PictureView(self)
        picture.show_use(use)
        self.beside.insertWidget(0, picture)


class SummaryDialog(QDialog):
    """A scan as a whole."""

    def __init__(self, parent: QWidget | None, summary: Summary) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Summary of the scan"))
        title = plain(summary.title)
        title.setObjectName("title")
        layout = QVBoxLayout(self)
        layout.addWidget(title)
        layout.addWidget(plain(summary.sentence))
        self.facts = filled_list(self, _("Summary"), summary.sentence, summary.facts)
        layout.addWidget(label_of(self.facts, _("&Summary:")))
        layout.addWidget(self.facts, 3)
        none = (Fact(_("Not checked"), _("nothing: all that was read was checked")),)
        self.skipped = filled_list(
            self, _("Not checked"), _("What was skipped, and why"), summary.skipped or none
        )
        layout.addWidget(label_of(self.skipped, _("&Not checked:")))
        layout.addWidget(self.skipped, 2)
        layout.addWidget(closing(self))
        resize(self)
        self.facts.setFocus()


class NameDialog(QDialog):
    """Asks for a name."""

    def __init__(self, parent: QWidget | None, title: str, help: str, begin: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.field = QLineEdit(begin)
        self.field.setMinimumWidth(40 * self.fontMetrics().averageCharWidth())
        grid = QGridLayout()
        add(grid, 0, 0, _("&Name:"), self.field, help)
        layout = QVBoxLayout(self)
        layout.addLayout(grid)
        layout.addWidget(buttons(self, _("&Keep")))
        self.field.setFocus()
        self.field.selectAll()

    @property
    def name(self) -> str:
        """What was typed."""
        return self.field.text().strip()


def closing(dialog: QDialog) -> QDialogButtonBox:
    """A button that closes a dialog."""
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    box.rejected.connect(dialog.reject)
    for button in box.buttons():
        button.setAutoDefault(False)  # type: ignore[attr-defined]
    return box


def resize(dialog: QDialog) -> None:
    """Room for a list of sentences, where the screen has it."""
    letter, line = dialog.fontMetrics().averageCharWidth(), dialog.fontMetrics().lineSpacing()
    dialog.resize(QSize(90 * letter, 28 * line).boundedTo(dialog.screen().availableSize()))
