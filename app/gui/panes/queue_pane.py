"""The queue: its filter above, its table below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QGridLayout,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.desk.rows import STATUS_WORDS, Column
from app.gui.panes.fields import add, choices, fill, name, plain
from app.gui.panes.queue_model import QueueModel
from auditor.decision import Choice
from auditor.reports.words import CHOICE_LABEL, counted
from auditor.store.query import TO_DO, UNDECIDED, Group, QueueQuery, Sort
from auditor.store.queue import Queue, QueueAnswer

_WIDTHS = {
    Column.RULE: 28,
    Column.RANK: 5,
    Column.STATUS: 12,
    Column.DECISION: 12,
    Column.IMAGE: 12,
    Column.TEXT: 20,
    Column.QUALITY: 11,
    Column.PAGE: 11,
    Column.USES: 6,
}
"""In letters: in the window as it opens first, a whole row is in view, and so heard."""
_IN_GROUPS = {Column.PAGE: 30, Column.DECISION: 16, Column.USES: 8, Column.RANK: 7}
"""In letters, where a row is a group."""
_SORTS = {Column(sort.value.title()): sort for sort in Sort}


class QueuePane(QWidget):
    """Says what is asked for, and which image use is current; what is asked is answered by others
    (`show`)."""

    asked = Signal(object)
    """The Asked that is wanted now."""
    current = Signal(int, int)
    """Id and rank of the use that became current."""
    selected = Signal(int)
    """So many rows are selected now."""
    entered = Signal()
    """Enter was pressed on an image."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = ""
        # Several fields that change together make one question.
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._ask)
        self._make_fields()
        self.progress = plain(parent=self)
        self.table = _table(self)
        self.model = QueueModel(self.table)
        self.table.setModel(self.model)
        self.table.selectionModel().currentRowChanged.connect(self._moved)
        self.table.selectionModel().selectionChanged.connect(
            lambda: self.selected.emit(len(self._selected_rows()))
        )
        self.table.installEventFilter(self)
        self.table.viewport().installEventFilter(self)
        header = self.table.horizontalHeader()
        header.sectionClicked.connect(self._sort_by)
        layout = QVBoxLayout(self)
        layout.addLayout(self._grid)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.progress)
        self.fit()

    def _make_fields(self) -> None:
        self.text = QLineEdit()
        self.page = QLineEdit()
        self.status = choices([("all", ""), ("to do", TO_DO)])
        self.rule = choices([("all", "")])
        self.below = choices([("all", None), *((f"below {n}", n) for n in (2.0, 2.5, 3.0, 4.0))])
        self.decision = choices(
            [("all", ""), ("not decided", UNDECIDED), *((CHOICE_LABEL[c], c.value) for c in Choice)]
        )
        self.group = choices([("each use alone", ""), *((g.value, g.value) for g in Group if g)])
        self.sort = choices([(sort.value, sort.value) for sort in Sort])
        self.reverse = QCheckBox("Revers&e order")
        name(self.reverse, "Reverse order", "Sort from the other end")
        self._grid = grid = QGridLayout()
        add(grid, 0, 0, "Te&xt has:", self.text, "Words of the text, or of the picture's file name")
        add(grid, 0, 1, "P&age has:", self.page, "Part of the page's title or address")
        add(grid, 1, 0, "Stat&us:", self.status, "Show images of this status")
        add(grid, 1, 1, "Ru&le:", self.rule, "Show images on which this rule found something")
        add(grid, 2, 0, "&Quality:", self.below, "Show texts of a lower quality")
        add(grid, 2, 1, "De&cided:", self.decision, "Show images by what was decided")
        add(grid, 3, 0, "Group &by:", self.group, "One row for each picture, page or rule")
        add(grid, 3, 1, "Sort b&y:", self.sort, "Order of the queue")
        grid.addWidget(self.reverse, 4, 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        for box in (self.text, self.page):
            box.setClearButtonEnabled(False)
            box.textChanged.connect(self._timer.start)
        for chooser in (self.status, self.rule, self.below, self.decision, self.group, self.sort):
            chooser.currentIndexChanged.connect(self._timer.start)
        self.reverse.toggled.connect(self._timer.start)

    @property
    def wanted(self) -> QueueQuery:
        """What the fields ask for."""
        return QueueQuery(
            status=self.status.currentData(),
            rule=self.rule.currentData(),
            page=self.page.text().strip(),
            text=self.text.text().strip(),
            below=self.below.currentData(),
            decision=self.decision.currentData(),
            picture=self._picture,
            group=Group(self.group.currentData()),
            sort=Sort(self.sort.currentData()),
            descending=self.reverse.isChecked(),
        )

    def offer(self, statuses: dict[str, int], rules: Sequence[tuple[str, int]]) -> None:
        """The statuses and rules to choose from, with their numbers."""
        known = [(STATUS_WORDS[s], s.value) for s in STATUS_WORDS if s.value in statuses]
        words = [(f"{words}, {statuses[value]:,}", value) for words, value in known]
        fill(self.status, [("all", ""), ("to do", TO_DO), *words])
        fill(self.rule, [("all", ""), *((f"{rule}, {number:,}", rule) for rule, number in rules)])

    def show_found(self, queue: Queue | None, found: QueueAnswer, asked: QueueQuery) -> None:
        """Show an answer. The current use stays current where it is still there."""
        before = self.current_image()
        columns = self.model.columns
        self.model.show(queue, found, asked)
        if self.model.columns != columns:
            self.fit()
        row = self.model.row_of(before) if before is not None else None
        if len(found):
            self.go(row or 0)
        if before is None or row is None:
            self._moved(self.table.currentIndex())

    def show_progress(self, decided: int, of: int) -> None:
        """Show how many of the uses that are asked for are decided."""
        self.progress.setText(progress_words(decided, of))

    def current_image(self) -> int | None:
        """Id of the current use."""
        return self.model.image(self.table.currentIndex().row())

    def selected_images(self) -> list[int]:
        """Ids of the uses in the rows that are selected."""
        images = (self.model.image(row) for row in self._selected_rows())
        return [image for image in images if image is not None]

    def _selected_rows(self) -> list[int]:
        return sorted(index.row() for index in self.table.selectionModel().selectedRows())

    @property
    def typing(self) -> bool:
        """Whether the keyboard is in a text of the filter."""
        return self.text.hasFocus() or self.page.hasFocus()

    def only(self, picture: str) -> None:
        """Ask for the uses of one picture, "" for all."""
        self._picture = picture
        self._ask()

    def go(self, row: int) -> None:
        """Make a row current, and bring it into view."""
        index = self.model.index(row, max(0, self.table.currentIndex().column()))
        # By itself Qt looks at the keys that are held just now, and Control adds to a selection.
        flags = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.table.scrollTo(index)

    def clear(self) -> None:
        """Ask for everything again."""
        self._picture = ""
        for box in (self.text, self.page):
            box.clear()
        for chooser in (self.status, self.rule, self.below, self.decision, self.group, self.sort):
            chooser.setCurrentIndex(0)
        self.reverse.setChecked(False)

    def fit(self) -> None:
        """Fit rows and columns to the size of the text."""
        metrics = self.table.fontMetrics()
        row = metrics.height() + 10
        self.table.verticalHeader().setDefaultSectionSize(row)
        self.table.setMinimumHeight(6 * row)
        widths = _WIDTHS | (_IN_GROUPS if self.model.grouped else {})
        for place, column in enumerate(self.model.columns):
            width = metrics.averageCharWidth() * widths[column] + 8
            self.table.horizontalHeader().resizeSection(place, width)
        self._widen_text()

    def _widen_text(self) -> None:
        """The text takes what room is left."""
        header = self.table.horizontalHeader()
        place = self.model.columns.index(Column.TEXT)
        least = self.table.fontMetrics().averageCharWidth() * _WIDTHS[Column.TEXT] + 8
        left = self.table.viewport().width() - header.length() + header.sectionSize(place)
        header.resizeSection(place, max(least, left))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter on a group shows its uses, on an image its detail. Another width of the table is
        another of its text."""
        if event.type() == QEvent.Type.Resize and watched is self.table.viewport():
            self._widen_text()
        if (
            watched is self.table
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and is_enter(event)
        ):
            self._enter()
            return True
        return super().eventFilter(watched, event)

    def _enter(self) -> None:
        row = self.table.currentIndex().row()
        asked = self.wanted
        shown = self.model.row(row) if row >= 0 else None
        if shown is None:
            return
        if asked.group is Group.NONE:
            self.entered.emit()
            return
        if asked.group is Group.PAGE:
            self.page.setText(shown.page_url)
        elif asked.group is Group.RULE:
            self.rule.setCurrentIndex(self.rule.findData(self.model.rule(row)))
        else:
            self._picture = shown.subject
        self.group.setCurrentIndex(0)

    def _ask(self) -> None:
        self._timer.stop()
        self.asked.emit(self.wanted)

    def _moved(self, index: QModelIndex, before: QModelIndex | None = None) -> None:
        image = self.model.image(index.row())
        if image is not None:
            self.current.emit(image, self.model.rank(index.row()))

    def _sort_by(self, section: int) -> None:
        sort = _SORTS.get(self.model.columns[section], Sort.RANK)
        if self.wanted.sort is sort:
            self.reverse.toggle()
        else:
            self.sort.setCurrentIndex(self.sort.findData(sort.value))


def is_enter(event: QKeyEvent) -> bool:
    """Whether Enter was pressed, alone."""
    keypad = Qt.KeyboardModifier.KeypadModifier
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return enter and not event.modifiers() & ~keypad


def found_words(found: QueueAnswer, asked: QueueQuery) -> str:
    """ "12 images, worst first", said when the filter has an answer."""
    if asked.group is Group.NONE:
        return counted(len(found), "image") if len(found) else "No image agrees with the filter"
    return f"{counted(len(found), asked.group.value)}, {counted(found.images, 'image')}"


def progress_words(decided: int, of: int) -> str:
    """ "3 of 12 images decided.", of those that the filter shows."""
    return f"{decided:,} of {counted(of, 'image')} decided." if of else ""


def _table(parent: QWidget) -> QTableView:
    table = QTableView(parent)
    name(table, "Queue", "One row for each image, worst first. Enter: detail.")
    table.setToolTip("")
    table.setTabKeyNavigation(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    table.setWordWrap(False)
    table.setAlternatingRowColors(True)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.horizontalHeader().setSectionsClickable(True)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    return table
