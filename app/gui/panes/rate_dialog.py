"""A rating from 1 to 5 by one key, with the scale beside it and questions that can be left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.gui.panes.fields import choices, label_of, name, plain
from app.gui.panes.tongue import _
from auditor.message import marked
from auditor.rating import ASKED, RUBRIC, Question
from auditor.reports.words import shorten

_LEFT, _YES, _NO = marked("not answered"), marked("yes"), marked("no")


class RateDialog(QDialog):
    """Asks for a rating of one text."""

    rated = Signal(int)
    """A level; what else was said is read from the dialog."""

    def __init__(self, parent: QWidget | None, text: str, rater: str, seen: bool) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Rate the text “{text}”", text=shorten(text, 100)))
        self.rater = QLineEdit(rater)
        name(self.rater, _("Your name"), _("Or a pseudonym: it is kept with each rating"))
        self.seen = QCheckBox(_("I have seen the &picture"))
        name(
            self.seen,
            _("I have seen the picture"),
            _("A rating says whether its rater had seen it"),
        )
        self.seen.setChecked(seen)
        layout = QVBoxLayout(self)
        layout.addWidget(plain(f"“{shorten(text, 500)}”"))
        self.buttons: dict[int, QPushButton] = {}
        scale = QGridLayout()
        scale.setColumnStretch(1, 1)
        for row, (level, meaning) in enumerate(RUBRIC.items()):
            scale.addWidget(self._button(level, meaning), row, 0)
            shown = plain(_(meaning))
            # Heard with its button, once, and not whenever the dialog comes.
            shown.setAccessibleName(self.buttons[level].accessibleName())
            shown.setBuddy(self.buttons[level])
            scale.addWidget(shown, row, 1)
        layout.addLayout(scale)
        self.questions = self._questions(layout)
        layout.addWidget(self.seen)
        layout.addWidget(label_of(self.rater, _("Your &name:")))
        layout.addWidget(self.rater)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        box.rejected.connect(self.reject)
        layout.addWidget(box)
        self.buttons[5].setFocus()

    def answers(self) -> Mapping[Question, bool]:
        """The questions that were answered."""
        said = {question: box.currentData() for question, box in self.questions.items()}
        return {question: answer == _YES for question, answer in said.items() if answer != _LEFT}

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A digit rates wherever the focus is, but in the name, where it is typed."""
        if event.text() in map(str, self.buttons) and not event.isAutoRepeat():
            self.rated.emit(int(event.text()))
            return
        super().keyPressEvent(event)

    def _button(self, level: int, meaning: str) -> QPushButton:
        button = QPushButton(str(level))
        button.setAutoDefault(False)
        name(button, f"{level}: {_(meaning)}", _("Rate it {level}: key {level}", level=level))
        button.clicked.connect(partial(self.rated.emit, level))
        self.buttons[level] = button
        return button

    def _questions(self, layout: QVBoxLayout) -> dict[Question, QComboBox]:
        grid = QGridLayout()
        found = {}
        for row, (question, asked) in enumerate(ASKED.items()):
            words = _(asked)
            box = choices([(_(answer), answer) for answer in (_LEFT, _YES, _NO)])
            name(box, words, _("It can be left"))
            grid.addWidget(label_of(box, words), row, 0)
            grid.addWidget(box, row, 1)
            found[question] = box
        layout.addLayout(grid)
        return found
