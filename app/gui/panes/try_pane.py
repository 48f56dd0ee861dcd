"""A box in which another text is tried, its score, and the best texts so far."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QWidget

from app.desk.facts import Fact
from app.desk.tries import Try
from app.gui.panes.detail_pane import fact_list
from app.gui.panes.fact_model import FactModel
from app.gui.panes.fields import label_of, name, plain
from app.gui.panes.tongue import _, said, tongue_now
from auditor.message import Message

PAUSE = 300
"""Milliseconds without a key after which a text is scored."""


NONE_TRIED = Message("Its score comes as you type.")


class _Box(QPlainTextEdit):
    """Whoever comes to it by keys finds its text selected, as in a field of one line: what is typed
    takes its place. By the mouse one comes to a place in the text."""

    _BY_KEYS = (
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
        Qt.FocusReason.OtherFocusReason,
    )

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in self._BY_KEYS:
            self.selectAll()


class TryPane(QWidget):
    """Says which text is to be scored; shows what came of it."""

    typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(lambda: self.typed.emit(self.text))
        self.box = _Box(self)
        self.box.setTabChangesFocus(True)
        self.box.textChanged.connect(self._timer.start)
        name(self.box, _("Try a text"), _("Scored when you pause"))
        label = label_of(self.box, _("&Try a text:"))
        self.summary = plain(NONE_TRIED)
        self.scores = fact_list(self, _("Score of the text tried"))
        self._scores = FactModel(self.scores)
        self.scores.setModel(self._scores)
        self.best = fact_list(self, _("Best texts so far"), _("The best first"))
        self._best = FactModel(self.best)
        self.best.setModel(self._best)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        grid.addWidget(label, 0, 0)
        grid.addWidget(self.summary, 0, 1)
        for row, widget in enumerate((self.box, self.scores, self.best), start=1):
            grid.addWidget(widget, row, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        self.fit()

    @property
    def text(self) -> str:
        """What stands in the box."""
        return self.box.toPlainText().strip()

    def begin(self) -> None:
        """Go to the box, its text selected."""
        self.box.setFocus()
        self.box.selectAll()

    def fit(self) -> None:
        """Two lines for the box, whatever the size of the text."""
        line = self.box.fontMetrics().lineSpacing()
        self.box.setFixedHeight(2 * line + 24)
        self.scores.setFixedHeight(5 * line + 20)
        self.best.setFixedHeight(3 * line + 10)

    def reset(self, text: str = "") -> None:
        """Begin afresh: another image is current."""
        self.box.blockSignals(True)
        self.box.setPlainText(text)
        self.box.blockSignals(False)
        self._timer.stop()
        self.show_try(None, ())

    def show_try(self, tried: Try | None, best: tuple[Try, ...]) -> None:
        """Show what came of a text, and the best ones."""
        self.summary.setText(tried.summary if tried else said(NONE_TRIED))
        self._scores.show([Fact.of(part) for part in tried.parts] if tried else [])
        self._best.show(
            [
                Fact(tongue_now().number(each.quality or 0.0, ".1f"), f"“{each.text}”")
                for each in best
            ]
        )
        self.scores.setVisible(bool(tried and tried.parts))
        self.best.setVisible(bool(best))
