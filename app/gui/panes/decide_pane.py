"""The note, and a button for each decision."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPushButton, QWidget

from app.desk.keys import KEYS
from app.gui.panes.fields import label_of, name, plain
from auditor.decision import Choice, Decision
from auditor.reports.words import decided

_LABELS = {
    Choice.RIGHT: "&Right",
    Choice.WRONG: "&Wrong",
    Choice.DECORATIVE: "Dec&orative",
    Choice.PERSON: "Needs a &person",
}
_KEYS = {key.action: key for key in KEYS}


class DecidePane(QWidget):
    """Says which choice was made; the note is read from it."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = QLineEdit(self)
        name(self.note, "Note", "Kept with the decision, and written to the work list")
        label = label_of(self.note, "&Note:")
        self.state = plain("Not decided.")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(label, 0, 0)
        grid.addWidget(self.note, 0, 1)
        grid.addWidget(self.state, 1, 0, 1, 2)
        choices = QGridLayout()
        grid.addLayout(choices, 2, 0, 1, 2)
        self.buttons = {choice: self._button(choice) for choice in Choice}
        for number, button in enumerate(self.buttons.values()):
            choices.addWidget(button, number // 2, number % 2)

    def _button(self, choice: Choice) -> QPushButton:
        button = QPushButton(_LABELS[choice], self)
        key = _KEYS[choice.value]
        name(button, _LABELS[choice], f"{key.help}. {key.keys}.")
        button.clicked.connect(lambda: self.chosen.emit(choice))
        return button

    def show_decision(self, decision: Decision | None) -> None:
        """Show what was decided of the current image."""
        self.note.setText(decision.note if decision else "")
        self.show_state(decision)

    def show_state(self, decision: Decision | None) -> None:
        """Say what was decided, and leave the note as it stands."""
        self.state.setText(f"Decided: {decided(decision)}." if decision else "Not decided.")
