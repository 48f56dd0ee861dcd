"""The note, and a button for each decision."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from app.desk.keys import KEYS
from app.desk.scopes import OFFERED, SCOPE_WORDS, DecisionScope
from app.gui.panes.fields import Field, choices, label_of, name, plain
from app.gui.panes.flow import FlowRow
from app.gui.panes.tongue import _, n_, tongue_now
from auditor.decision import Choice, Decision
from auditor.message import marked
from auditor.reports.words import decided

_LABELS = {
    Choice.RIGHT: marked("&Right"),
    Choice.WRONG: marked("&Wrong"),
    Choice.DECORATIVE: marked("Dec&orative"),
    Choice.PERSON: marked("Needs a &person"),
}
_KEYS = {key.action: key for key in KEYS}


class DecidePane(QWidget):
    """Says which choice was made; the note is read from it."""

    chosen = Signal(object)
    meant = Signal(str)
    """Another scope, in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = Field(self)
        name(self.note, _("Note"), _("For the work list"))
        label = label_of(self.note, _("&Note:"))
        self.scope = choices([(_(SCOPE_WORDS[scope]), scope.value) for scope in OFFERED])
        name(self.scope, _("Meant for"), _("What a decision holds for"))
        self.scope.currentIndexChanged.connect(lambda: self.meant.emit(self.scope_words))
        self._selected = 0
        self.reach = plain()
        self.state = plain()
        self.state.hide()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        grid.addWidget(label, 0, 0)
        grid.addWidget(self.note, 0, 1)
        grid.addWidget(label_of(self.scope, _("&Meant for:")), 1, 0)
        grid.addWidget(self.scope, 1, 1)
        grid.addWidget(self.reach, 2, 0, 1, 2)
        grid.addWidget(self.state, 3, 0, 1, 2)
        places = FlowRow(self)
        grid.addWidget(places, 4, 0, 1, 2)
        self.buttons = {choice: self._button(choice) for choice in Choice}
        for button in self.buttons.values():
            places.flow.addWidget(button)

    def _button(self, choice: Choice) -> QPushButton:
        label, key = _(_LABELS[choice]), _KEYS[choice.value]
        button = QPushButton(label, self)
        name(button, label, f"{_(key.help)}. {key.keys}.")
        button.clicked.connect(lambda: self.chosen.emit(choice))
        return button

    @property
    def meant_for(self) -> DecisionScope:
        """What a decision is meant for."""
        return (
            DecisionScope.SELECTION
            if self._selected > 1
            else DecisionScope(self.scope.currentData())
        )

    @property
    def scope_words(self) -> str:
        """What a decision is meant for, in words."""
        if self.meant_for is DecisionScope.SELECTION:
            return n_(
                "A decision is meant for the {number} selected image.",
                "A decision is meant for the {number} selected images.",
                self._selected,
            )
        return _("A decision is meant for {scope}.", scope=_(SCOPE_WORDS[self.meant_for]))

    def next_scope(self) -> None:
        """The next of what a decision can be meant for."""
        self.scope.setCurrentIndex((self.scope.currentIndex() + 1) % self.scope.count())

    def show_selected(self, number: int) -> bool:
        """So many rows are selected; whether that changes what a decision is meant for."""
        before = self.scope_words
        self._selected = number
        self.scope.setEnabled(number <= 1)
        self.reach.setText(self.scope_words if number > 1 else "")
        self.reach.setVisible(number > 1)
        return self.scope_words != before

    def show_decision(self, decision: Decision | None) -> None:
        """Show what was decided of the current image."""
        self.note.setText(decision.note if decision else "")
        self.show_state(decision)

    def show_state(self, decision: Decision | None) -> None:
        """Say what was decided, and leave the note as it stands."""
        words = decided(decision, tongue_now()) if decision else ""
        self.state.setText(_("Decided: {what}.", what=words) if decision else "")
        self.state.setVisible(decision is not None)
