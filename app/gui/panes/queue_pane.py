"""The queue: a table of what was found, and what is said where nothing was."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.desk.rows import Column
from app.gui.panes.fields import name
from app.gui.panes.filter_bar import FilterBar
from app.gui.panes.grid import Grid
from app.gui.panes.queue_delegate import QueueDelegate, row_height
from app.gui.panes.queue_model import Index, QueueModel
from app.gui.panes.themes import TITLE, scaled
from app.gui.panes.tongue import _
from auditor.store.query import Group, QueueQuery, Sort
from auditor.store.queue import QueueAnswer
from auditor.store.uses import StoredUses

_WIDTHS = {
    Column.RULE: 26,
    Column.STATUS: 17,
    Column.DECISION: 15,
    Column.IMAGE: 16,
    Column.TEXT: 18,
    Column.PAGE: 13,
    Column.USES: 8,
}
"""In letters: in the window as it opens first, a whole row is in view, and so heard."""
_IN_GROUPS = {Column.PAGE: 30, Column.DECISION: 21}
"""In letters, where a row is a group."""
_SORTS = {Column(sort.value.title()): sort for sort in Sort if sort.value.title() in set(Column)}


class QueuePane(QWidget):
    """Says which image use is current; what is asked is answered by others (`show_found`)."""

    current = Signal(int, int)
    """Id and rank of the use that became current."""
    selected = Signal(int)
    """So many rows are selected now."""
    entered = Signal()
    """Enter was pressed on an image."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filter = FilterBar(self)
        """What is asked for; stands wherever the page puts it."""
        self.table = _Table(self)
        self.model = QueueModel(self.table)
        self.table.setModel(self.model)
        self.table.setItemDelegate(QueueDelegate(self.model, self.table))
        self.table.selectionModel().currentRowChanged.connect(self._moved)
        self.table.selectionModel().selectionChanged.connect(
            lambda: self.selected.emit(self.selected_number())
        )
        self.table.installEventFilter(self)
        self.table.viewport().installEventFilter(self)
        header = self.table.horizontalHeader()
        # One of its own, in which nothing is selected: to draw its sections, Qt asks of each row
        # that is selected whether it may be, column by column.
        header.setSelectionModel(QItemSelectionModel(self.model, header))
        header.sectionClicked.connect(self._sort_by)
        header.sectionResized.connect(self._keep_width)
        self.widths: dict[str, float] = {}
        """Widths of columns that were changed by hand, in letters, by name."""
        self._is_fitting = False
        self.grid = Grid(self.model, self.table.selectionModel(), self)
        self.grid.installEventFilter(self)
        self.grid.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.grid, 1)
        self.fit()

    @property
    def views(self) -> tuple[QAbstractItemView, ...]:
        """The table and the pictures, which show the same."""
        return (self.table, self.grid)

    @property
    def view(self) -> QAbstractItemView:
        """The one that is shown."""
        return self.grid if self.table.isHidden() else self.table

    def setFocus(self, *_: object) -> None:
        """Go to the one that is shown."""
        self.view.setFocus()

    def hasFocus(self) -> bool:
        """Whether the keyboard is in it."""
        return self.view.hasFocus()

    def show_grid(self, *, grid: bool) -> None:
        """Show pictures in place of the table, or the table."""
        self.table.setVisible(not grid)
        self.grid.setVisible(grid)
        self.view.setFocus()
        if (row := self.table.currentIndex().row()) >= 0:
            self.go(row)

    def show_found(self, queue: StoredUses | None, found: QueueAnswer, asked: QueueQuery) -> None:
        """Show an answer. The current use stays current where it is still there."""
        if self.model.shows(queue, found, asked):
            self.model.renew(found)
            self._moved(self.table.currentIndex())
            return
        before = self.current_image()
        columns = self.model.columns
        self.model.show(queue, found, asked)
        place = self.model.columns.index(Column.PAGE)
        # The title says it; not where a row is a page.
        said_once = found.is_of_one_page and asked.group is not Group.PAGE
        if self.table.isColumnHidden(place) != said_once or self.model.columns != columns:
            self._is_fitting = True  # to hide a column is to give it no width
            for each in range(len(self.model.columns)):
                self.table.setColumnHidden(each, said_once and each == place)
            self.fit()
        row = self.model.row_of(before) if before is not None else None
        if len(found):
            self.go(row or 0)
        if before is None or row is None:
            self._moved(self.table.currentIndex())

    def show_words(self, above: str, below: str) -> None:
        """Say why there is no row, and what to do."""
        self.table.empty = (above, below)
        self.table.viewport().update()

    def current_image(self) -> int | None:
        """Id of the current use."""
        return self.model.image(self.table.currentIndex().row())

    def selected_images(self) -> list[int]:
        """Ids of the uses in the rows that are selected."""
        images = (self.model.image(row) for row in self._selected_rows())
        return [image for image in images if image is not None]

    def selected_number(self) -> int:
        """How many rows are selected."""
        return sum(part.height() for part in self._selected_parts())

    def _selected_rows(self) -> list[int]:
        parts = self._selected_parts()
        return sorted({row for part in parts for row in range(part.top(), part.bottom() + 1)})

    def _selected_parts(self) -> list[QItemSelectionRange]:
        """Ranges of whole rows: of these Qt keeps few, however many rows there are."""
        return [
            part for part in self.table.selectionModel().selection().toList() if part.left() == 0
        ]

    def go(self, row: int) -> None:
        """Make a row current, and bring it into view."""
        column = 0 if self.view is self.grid else max(0, self.table.currentIndex().column())
        index = self.model.index(row, column)
        # By itself Qt looks at the keys that are held just now, and Control adds to a selection.
        flags = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.view.scrollTo(index)

    def fit(self) -> None:
        """Fit rows and columns to the size of the text; the current row stays in view."""
        metrics = self.table.fontMetrics()
        row = row_height(metrics)
        self.table.verticalHeader().setDefaultSectionSize(row)
        self.table.setMinimumHeight(3 * row)
        usual = _WIDTHS | (_IN_GROUPS if self.model.grouped else {})
        self._is_fitting = True
        for place, column in enumerate(self.model.columns):
            letters = self.widths.get(column.value, usual[column])
            width = round(metrics.averageCharWidth() * letters) + 8
            self.table.horizontalHeader().resizeSection(place, width)
        self._is_fitting = False
        self._widen_text()
        self.grid.fit()
        self.view.scrollTo(self.table.currentIndex())

    def _keep_width(self, place: int, before: int, width: int) -> None:
        if self._is_fitting or self.model.columns[place] is Column.TEXT:
            return
        letter = self.table.fontMetrics().averageCharWidth()
        self.widths[self.model.columns[place].value] = round((width - 8) / letter, 1)
        self._widen_text()

    def _widen_text(self) -> None:
        """The text takes what room is left."""
        header = self.table.horizontalHeader()
        place = self.model.columns.index(Column.TEXT)
        least = self.table.fontMetrics().averageCharWidth() * _WIDTHS[Column.TEXT] + 8
        left = self.table.viewport().width() - header.length() + header.sectionSize(place)
        if not self._is_fitting:
            self._is_fitting = True
            header.resizeSection(place, max(least, left))
            self._is_fitting = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter on a group shows its uses, on an image its detail. Another width of the table is
        another of its text."""
        if event.type() == QEvent.Type.Resize and watched is self.table.viewport():
            self._widen_text()
            self.table.scrollTo(self.table.currentIndex())
        if (
            watched in self.views
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and is_enter(event)
        ):
            self._enter()
            return True
        return super().eventFilter(watched, event)

    def _enter(self) -> None:
        row = self.table.currentIndex().row()
        group = self.filter.wanted.group
        shown = self.model.row(row) if row >= 0 else None
        if shown is None:
            return
        if group is Group.NONE:
            self.entered.emit()
            return
        if group is Group.PAGE:
            self.filter.only_page(shown.page_url)
        elif group is Group.RULE:
            self.filter.only_rule(self.model.rule(row))
        else:
            self.filter.only_picture(shown.subject)
        self.filter.group.setCurrentIndex(0)

    def _moved(self, index: QModelIndex, before: QModelIndex | None = None) -> None:
        image = self.model.image(index.row())
        if image is not None:
            self.current.emit(image, self.model.rank(index.row()))

    def _sort_by(self, section: int) -> None:
        sort = _SORTS.get(self.model.columns[section], Sort.RANK)
        if self.filter.wanted.sort is sort:
            self.filter.reverse.toggle()
        else:
            self.filter.sort.setCurrentIndex(self.filter.sort.findData(sort.value))


def is_enter(event: QKeyEvent) -> bool:
    """Whether Enter was pressed, alone."""
    keypad = Qt.KeyboardModifier.KeypadModifier
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return enter and not event.modifiers() & ~keypad


class _Table(QTableView):
    """A table that says in words why it is empty."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.empty = ("", "")
        name(self, _("Queue"), _("Worst first. Enter: detail."))
        self.setToolTip("")
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def currentChanged(self, current: Index, previous: Index) -> None:
        self._tell_place(current.row() != previous.row())
        super().currentChanged(current, previous)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._tell_place(True)
        super().focusInEvent(event)

    def _tell_place(self, tells: bool) -> None:
        if isinstance(model := self.model(), QueueModel):
            model.tells_place = tells

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.model() is None or self.model().rowCount():
            return
        painter = QPainter(self.viewport())
        place = self.viewport().rect().adjusted(24, 24, -24, -24)
        middle = place.center().y()
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.setPen(self.palette().text().color())
        painter.setFont(scaled(self.font(), TITLE, serif=True))
        above = place.adjusted(0, 0, 0, middle - place.bottom())
        painter.drawText(above, flags | Qt.AlignmentFlag.AlignBottom, self.empty[0])
        painter.setFont(self.font())
        below = place.adjusted(0, middle - place.top() + 12, 0, 0)
        painter.drawText(below, flags | Qt.AlignmentFlag.AlignTop, self.empty[1])
        painter.end()
