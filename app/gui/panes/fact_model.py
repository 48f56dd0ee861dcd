"""Facts as Qt's list view wants them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from app.desk.facts import Fact
from app.gui.panes.fact_delegate import FACT
from app.gui.panes.queue_model import NOWHERE, Index
from app.gui.panes.tongue import tongue_now


class FactModel(QAbstractListModel):
    """One line a fact; what is heard is what is shown."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._facts: Sequence[Fact] = ()

    def show(self, facts: Sequence[Fact]) -> None:
        """Show other facts. Lines of the same number stay where they are."""
        facts = [fact.said(tongue_now()) for fact in facts]
        if len(facts) == len(self._facts):
            self._facts = facts
            self.dataChanged.emit(self.index(0), self.index(len(facts) - 1))
            return
        self.beginResetModel()
        self._facts = facts
        self.endResetModel()

    def fact(self, row: int) -> Fact | None:
        """The fact of a line."""
        return self._facts[row] if 0 <= row < len(self._facts) else None

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._facts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        fact = self.fact(index.row()) if index.isValid() else None
        if fact and role == Qt.ItemDataRole.AccessibleTextRole:
            return str(fact)
        if fact and role == Qt.ItemDataRole.DisplayRole:
            return str(fact)
        return fact if role == FACT else None
