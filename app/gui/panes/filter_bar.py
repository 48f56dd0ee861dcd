"""What is asked of the queue: one line of chips, each of which says what it leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from app.desk.rows import (
    CHANGE_WORDS,
    GROUP_WORDS,
    OPEN,
    PLACE_SHOWN,
    SORT_WORDS,
    STATUS_WORDS,
)
from app.gui.panes.fields import choices, fill, label_of, name
from app.gui.panes.flow import FlowRow
from app.gui.panes.tongue import _
from auditor.decision import Choice
from auditor.gate.compare import Change
from auditor.reports.words import CHOICE_LABEL, shorten
from auditor.store.query import TO_DO, UNDECIDED, Group, QueueQuery, Sort

_BELOW = (2.0, 2.5, 3.0, 4.0)


class _Choices(QComboBox):
    """As wide as what is chosen, so that a line holds many."""

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        words = self.fontMetrics().horizontalAdvance(self.currentText())
        size.setWidth(words + 2 * self.fontMetrics().averageCharWidth() + 12)
        return size

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class Chip(QFrame):
    """A label and its choices; filled where it leaves something out."""

    def __init__(self, label: str, help: str, items: Iterable[tuple[str, object]]) -> None:
        super().__init__()
        self.setObjectName("chip")
        self.box = choices(items, _Choices())
        name(self.box, label, help)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 4, 0)
        layout.setSpacing(2)
        layout.addWidget(label_of(self.box, label))
        layout.addWidget(self.box)
        self.box.installEventFilter(self)
        self.box.currentIndexChanged.connect(self._show_active)

    def _show_active(self) -> None:
        self._set("active", self.box.currentIndex() > 0)
        self.box.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The frame around both shows where the keyboard is."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._set("focused", event.type() == QEvent.Type.FocusIn)
        return super().eventFilter(watched, event)

    def _set(self, what: str, value: bool) -> None:
        self.setProperty(what, value)
        for each in (self, *self.findChildren(QWidget)):
            each.style().unpolish(each)
            each.style().polish(each)


class FilterBar(FlowRow):
    """Says what is asked for."""

    asked = Signal(object)
    """The QueueQuery that is wanted now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, gap=6)
        # Several fields that change together make one question.
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._ask)
        self._page = self._picture = ""
        self._make_fields()
        self._make_marks()
        finding = QWidget(self)
        line = QHBoxLayout(finding)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(label_of(self.text, _("Se&arch:")))
        line.addWidget(self.text)
        for widget in (
            *(finding, self._page_mark, self._picture_mark, *self._chips, self.reverse),
            self.clear_button,
        ):
            self.flow.addWidget(widget)
        self.flow.set_wide(finding)

    def _make_fields(self) -> None:
        self.text = QLineEdit()
        self.text.setMinimumWidth(13 * self.fontMetrics().averageCharWidth())
        name(self.text, _("Search"), _("In texts, file names, headings, captions, pages"))
        below = [(_("all"), None), *((_("below {level:.1f}", level=n), n) for n in _BELOW)]
        decisions = [(_("all"), ""), (_(OPEN), UNDECIDED)]
        decisions += [(_(CHOICE_LABEL[c]), c.value) for c in Choice]
        groups = [(_("nothing"), ""), *((_(GROUP_WORDS[g]), g.value) for g in Group if g)]
        sorts = [(_(SORT_WORDS[s]), s.value) for s in Sort]
        changes = [(_(CHANGE_WORDS[c]), c.value) for c in Change if c is not Change.GONE]
        status = Chip(
            _("Stat&us:"), _("Images of this status"), [(_("all"), ""), (_("to do"), TO_DO)]
        )
        rule = Chip(_("Ru&le:"), _("Images on which this rule found something"), [(_("all"), "")])
        quality = Chip(_("&Quality:"), _("Texts of a lower quality"), below)
        decided = Chip(_("De&cided:"), _("Images by what was decided"), decisions)
        group = Chip(_("Group &by:"), _("One row for each picture, page or rule"), groups)
        sort = Chip(_("Sort b&y:"), _("Order of the queue"), sorts)
        since = Chip(
            _("Since then:"),
            _("Images by what became of them since the earlier scan"),
            [(_("all"), ""), *changes],
        )
        since.hide()
        self._since = since
        self._chips = (status, rule, quality, decided, since, group, sort)
        self.status, self.rule, self.below = status.box, rule.box, quality.box
        self.decision, self.group, self.sort = decided.box, group.box, sort.box
        self.change = since.box
        self.reverse = QCheckBox(_("Revers&ed"))
        name(self.reverse, _("Reversed"), _("Sort from the other end"))
        self.text.textChanged.connect(self._timer.start)
        for chip in self._chips:
            chip.box.currentIndexChanged.connect(self._timer.start)
        self.reverse.toggled.connect(self._timer.start)

    def _make_marks(self) -> None:
        """What only a key or a row asks for, as a chip that takes it away."""
        self._page_mark, self._picture_mark = _mark(self), _mark(self)
        self._page_mark.clicked.connect(lambda: self.only_page(""))
        self._picture_mark.clicked.connect(lambda: self.only_picture(""))
        self.clear_button = QPushButton(_("Clear"))
        name(self.clear_button, _("Clear the filter"), _("Show all images again. Ctrl+Shift+F."))
        self.clear_button.clicked.connect(self.clear)
        self.clear_button.hide()

    @property
    def wanted(self) -> QueueQuery:
        """What the fields ask for."""
        return QueueQuery(
            status=self.status.currentData(),
            rule=self.rule.currentData(),
            page=self._page,
            text=self.text.text().strip(),
            below=self.below.currentData(),
            decision=self.decision.currentData(),
            picture=self._picture,
            change=self.change.currentData(),
            group=Group(self.group.currentData()),
            sort=Sort(self.sort.currentData()),
            descending=self.reverse.isChecked(),
        )

    def show_query(self, asked: QueueQuery) -> None:
        """Ask for this. A status or rule that the scan does not have is asked for nevertheless."""
        for box, value in (
            *((self.status, asked.status), (self.rule, asked.rule), (self.below, asked.below)),
            *((self.decision, asked.decision), (self.group, asked.group.value)),
            (self.change, asked.change),
            (self.sort, asked.sort.value),
        ):
            if box.findData(value) < 0:
                box.addItem(str(value), value)
            box.setCurrentIndex(box.findData(value))
        self.text.setText(asked.text)
        self.reverse.setChecked(asked.descending)
        self._page, self._picture = asked.page, asked.picture
        self._timer.start()

    def offer(self, statuses: dict[str, int], rules: Sequence[tuple[str, int]]) -> None:
        """The statuses and rules to choose from, with their numbers."""
        known = [(_(STATUS_WORDS[s]), s.value) for s in STATUS_WORDS if s.value in statuses]
        words = [(_numbered(words, statuses[value]), value) for words, value in known]
        fill(self.status, [(_("all"), ""), (_("to do"), TO_DO), *words])
        fill(self.rule, [(_("all"), ""), *((_numbered(rule, n), rule) for rule, n in rules)])

    def offer_changes(self, *, known: bool) -> None:
        """Whether it is known what became of images since an earlier scan."""
        self._since.setVisible(known)
        if not known:
            self.change.setCurrentIndex(0)

    def only_picture(self, picture: str) -> None:
        """Ask for the uses of one picture, "" for all."""
        self._picture = picture
        self._ask()

    def only_page(self, page: str) -> None:
        """Ask for the images of one page, "" for all."""
        self._page = page
        self._ask()

    def only_rule(self, rule: str) -> None:
        """Ask for the images on which a rule found something."""
        self.rule.setCurrentIndex(self.rule.findData(rule))

    def clear(self) -> None:
        """Ask for everything again, in the order that was chosen."""
        self._page = self._picture = ""
        self.text.clear()
        choosers = (self.status, self.rule, self.below, self.decision, self.change, self.group)
        for chooser in choosers:
            chooser.setCurrentIndex(0)
        self._timer.start()

    def reset(self) -> None:
        """Ask for everything, worst first."""
        self.clear()
        self.sort.setCurrentIndex(0)
        self.reverse.setChecked(False)

    def _ask(self) -> None:
        self._timer.stop()
        wanted = self.wanted
        page = _("Page: {page}", page=shorten(wanted.page, PLACE_SHOWN))
        _show_mark(self._page_mark, page, shown=bool(wanted.page))
        _show_mark(self._picture_mark, _("Picture: this one"), shown=bool(wanted.picture))
        everything = QueueQuery(sort=wanted.sort, descending=wanted.descending)
        self.clear_button.setVisible(wanted != everything)
        self.asked.emit(wanted)


def _mark(parent: QWidget) -> QPushButton:
    mark = QPushButton(parent)
    mark.setProperty("chip", True)
    mark.hide()
    return mark


def _numbered(words: str, number: int) -> str:
    return _("{words}, {number}", words=words, number=number)


def _show_mark(mark: QPushButton, words: str, *, shown: bool) -> None:
    mark.setText(f"{words} ×".replace("&", "&&"))
    name(mark, words, _("Takes this out of the filter"))
    mark.setVisible(shown)
