"""The queue as Qt's views want it: a window on rows that the scan file holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QPixmap

from app.desk.rows import CHANGE_WORDS, QueueLine, columns_of, header, heard, shown
from app.gui.panes.picture import thumbnail
from app.gui.panes.tongue import _, said
from auditor.gate.compare import Change
from auditor.message import Message
from auditor.store.errors import StoreError
from auditor.store.query import QueueQuery
from auditor.store.queue import QueueAnswer
from auditor.store.uses import QueueRow, StoredUses

CHUNK = 32
"""Rows that are read at once."""
KEPT = 4096
"""Rows that are kept."""
PICTURES_KEPT = 512
"""Pictures of rows that are kept, in the size in which they are shown."""
Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


class QueueModel(QAbstractTableModel):
    """Shows what was found; reads only the rows that are looked at."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._queue: StoredUses | None = None
        self._found = QueueAnswer()
        self._asked = QueueQuery()
        self._rows: dict[int, QueueRow] = {}
        self._unreadable: dict[int, str] = {}
        """Why the rows from a number on cannot be shown."""
        self._pictures: dict[tuple[str, int, float], QPixmap] = {}
        self.changes: Mapping[int, str] = {}
        """What became of uses since an earlier scan, by their ids."""
        self.columns = columns_of(self._asked.group)
        self.tells_place = True
        """Whether a cell says in which row it stands: not to who moves within a row."""

    def show(self, queue: StoredUses | None, found: QueueAnswer, asked: QueueQuery) -> None:
        """Show the answer to a question."""
        self.beginResetModel()
        if queue is not self._queue:
            self._pictures.clear()
        self._queue, self._found, self._asked = queue, found, asked
        self.columns = columns_of(asked.group)
        self._rows.clear()
        self._unreadable.clear()
        self.endResetModel()

    def renew(self, found: QueueAnswer) -> None:
        """Show another answer to the same question that has the same uses in the same rows: nobody
        who reads is moved."""
        self._found = found
        self.changed()

    def shows(self, queue: StoredUses | None, found: QueueAnswer, asked: QueueQuery) -> bool:
        """Whether these uses are shown in these rows already."""
        same = queue is self._queue and asked == self._asked and len(found) > 0
        return same and found.ids == self._found.ids and found.rules == self._found.rules

    def changed(self) -> None:
        """Read again what is shown: something was decided."""
        self._rows.clear()
        self._unreadable.clear()
        last = self.index(self.rowCount() - 1, len(self.columns) - 1)
        self.dataChanged.emit(self.index(0, 0), last)

    def image(self, row: int) -> int | None:
        """Id of the use in a row."""
        return self._found.ids[row] if 0 <= row < len(self._found) else None

    def rank(self, row: int) -> int:
        """Its rank in the whole scan."""
        return self._found.ranks[row]

    def row_of(self, image: int) -> int | None:
        """The row that shows a use, or None."""
        try:
            return self._found.ids.index(image)
        except ValueError:
            return None

    def rule(self, row: int) -> str:
        """The rule of a row, where rows are rules; else ""."""
        return self._found.rules[row] if self._found.rules else ""

    def row(self, number: int) -> QueueRow | None:
        """What is shown in a row; None when it is gone from the file."""
        image = self._found.ids[number]
        if image not in self._rows and self._queue:
            if len(self._rows) > KEPT:
                self._rows.clear()
            start = number - number % CHUNK
            ids = self._found.ids[start : start + CHUNK]
            if start not in self._unreadable:
                self._read(start, ids, self._queue)
        return self._rows.get(image)

    def _read(self, start: int, ids: Sequence[int], queue: StoredUses) -> None:
        try:
            self._rows |= {row.id: row for row in queue.rows(ids)}
        except StoreError as error:  # Qt asks again with each drawing
            self._unreadable[start] = str(error)

    @property
    def grouped(self) -> bool:
        """Whether a row is a group."""
        return bool(self._asked.group)

    def line(self, number: int) -> QueueLine | None:
        """A row with what is found of it; None when it is gone from the file."""
        row = self.row(number)
        if row is None:
            return None
        found = self._found
        change = self.changes.get(row.id, "")
        return QueueLine(
            row,
            found.ranks[number],
            found.uses[number],
            self._asked.group,
            self.rule(number),
            Message(CHANGE_WORDS[Change(change)]) if change else "",
            found.decided[number] if found.decided else 0,
        )

    def picture(self, number: int, room: QSize, ratio: float) -> QPixmap:
        """The picture of a row, to fit into `room` on a screen of that many pixels for one; null
        where the file holds none."""
        row = self.row(number)
        if row is None or self._queue is None:
            return QPixmap()
        key = (row.subject, room.height(), ratio)
        if key not in self._pictures:
            if len(self._pictures) >= PICTURES_KEPT:
                self._pictures.clear()
            try:
                self._pictures[key] = thumbnail(self._queue.thumbnail(row.id), room, ratio)
            except StoreError:
                self._pictures[key] = QPixmap()
        return self._pictures[key]

    def next_open(self, here: int, most: int) -> int | None:
        """The next row that is not decided, looked for in at most so many; else None."""
        rows = range(here + 1, min(here + 1 + most, len(self._found)))
        if self._found.decided:  # groups
            uses, decided = self._found.uses, self._found.decided
            return next((row for row in rows if decided[row] < uses[row]), None)
        ids = self._found.ids[rows.start : rows.stop]
        try:
            still_open = self._queue.open_of(ids) if self._queue else set()
        except StoreError:  # each row says why it cannot be read
            return None
        return next((row for row in rows if self._found.ids[row] in still_open), None)

    # What Qt asks

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._found)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return _(header(self.columns[section], self._asked.group))
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        number, column = index.row(), self.columns[index.column()]
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            if not self.tells_place:
                return ""
            return _("{row} of {rows}", row=number + 1, rows=len(self._found))
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        line = self.line(number)
        if line is None:
            return self._unreadable.get(number - number % CHUNK, _("gone from the file"))
        return said((shown if role == Qt.ItemDataRole.DisplayRole else heard)(line, column))
