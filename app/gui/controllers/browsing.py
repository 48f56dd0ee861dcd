"""Leads through the queue: what is asked for, what was found, and which image is current."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.desk.decider import DecideError
from app.desk.pictures import why_not
from app.desk.places import address_at
from app.desk.preferences import Position
from app.desk.rows import filter_words, found_words
from app.gui.controllers.appearance import Appearance
from app.gui.controllers.opened import OpenScan
from app.gui.controllers.session import WorkSession
from app.gui.panes.dialogs import show
from app.gui.panes.picture import picture_of
from app.gui.panes.picture_dialog import PictureDialog
from app.gui.panes.tongue import _
from app.gui.panes.work_page import WorkPage
from auditor.message import sentences
from auditor.store.errors import StoreError
from auditor.store.query import UNDECIDED, QueueQuery
from auditor.store.queue import QueueAnswer

PAUSE = 300
"""Milliseconds without a key in the filter after which it is said how much was found: rows follow
each key, but a voice that begins anew with each would hide what is typed."""
NEAR = 256
"""Rows in which the next open one is looked for at once."""


class Browsing(QObject):
    """Between the queue and the detail of an open scan."""

    def __init__(
        self,
        parent: QWidget,
        session: WorkSession,
        page: WorkPage,
        appearance: Appearance,
        open_url: Callable[[str], object],
    ) -> None:
        super().__init__(parent)
        self._window = parent
        self._session = session
        self._voice = session.voice
        self._page = page
        self._queue = page.queue
        self._appearance = appearance
        self._open_url = open_url
        self._begin_at: int | None = None
        """Image at which the scan was left."""
        self.found = QueueAnswer()
        self._asked = QueueQuery()
        self._first: str = ""
        """Said before what is found next."""
        self._is_quiet = False
        """Nobody asked for the next image: that there is none is heard from the numbers."""
        self._is_told = True
        """How much is found is told: not where a scan that runs has found more."""
        session.began.connect(self._begin)
        session.ending.connect(self._remember)
        session.ending.connect(lambda: self._queue.show_found(None, QueueAnswer(), QueueQuery()))
        page.queue.filter.asked.connect(self._ask)
        page.queue.current.connect(self._choose)
        page.queue.entered.connect(page.detail.list.setFocus)
        page.detail.wanted.connect(self.go_to)
        page.detail.copied.connect(lambda label: self._voice.say(_("Copied: {what}", what=label)))

    def _begin(self, opened: OpenScan) -> None:
        opened.found.connect(self._show_found)
        opened.loaded.connect(self._queue.filter.offer)
        opened.next_found.connect(self._go_to_first_of)
        opened.counted.connect(self._page.header.show_progress)
        self.found = QueueAnswer()
        place = self._appearance.preferences.place(opened.path)
        self._queue.filter.reset()
        self._begin_at = None
        if place:
            self._queue.filter.show_query(place.query)
            self._begin_at = place.image
        self._page.header.clear()
        self._queue.setFocus()
        self._asked = self._queue.filter.wanted
        self._is_told = not self._session.is_running()
        opened.ask(self._asked)

    def _remember(self) -> None:
        if (opened := self._session.opened) is None:
            return
        query = replace(self._queue.filter.wanted, change="")  # the other scan is gone by then
        known = self._appearance.preferences
        self._appearance.remember(known.left(opened.path, Position(query, opened.image)))

    def say_first(self, words: str) -> None:
        """Say this before what is found next; "" for nothing."""
        self._first = words

    def refresh(self) -> None:
        """Show what is new in the open scan."""
        if self._session.opened:
            self._is_told = False
            self._session.opened.ask(self._asked, afresh=True)

    @property
    def asked(self) -> QueueQuery:
        """What is asked for."""
        return self._asked

    @property
    def is_read(self) -> bool:
        """Whether somebody is in the queue: rows that move under a reader are worse than rows that
        are late."""
        return self._queue.hasFocus() and len(self.found) > 0

    def _ask(self, asked: QueueQuery) -> None:
        if self._session.opened and asked != self._asked:
            self._asked = asked
            self._is_told = True
            self._session.opened.ask(asked)

    def _show_found(self, found: QueueAnswer, asked: QueueQuery) -> None:
        opened = self._session.opened
        if asked != self._asked or opened is None:
            return
        changed = len(found) != len(self.found) or not self._queue.hasFocus()
        self.found = found
        self._queue.model.changes = opened.changes
        self._queue.show_found(opened.queue, found, asked)
        if self._begin_at is not None and len(found):
            self.go_back_to(self._begin_at)
            self._begin_at = None
        if not len(found):
            self._show_nothing(opened)
        words = found_words(found, asked)
        if self._first:
            self._voice.say_end(sentences((self._first, words)))
            self._first = ""
        elif changed and self._is_told:
            self._voice.say_later(words, PAUSE if self._queue.filter.text.hasFocus() else 0)

    def _show_nothing(self, opened: OpenScan) -> None:
        self._queue.show_words(*_empty_words(self._asked, is_done=bool(opened.scan.finished)))
        opened.use = None
        self._page.detail.picture.show_use(None)
        self._page.detail.show_facts([], from_the_top=True)
        self._page.deciding.show_decision(None)
        self._page.trying.reset()

    def _choose(self, image: int, rank: int) -> None:
        opened = self._session.opened
        if opened is None:
            return
        same = image == opened.image and opened.use is not None
        try:
            if not same:
                opened.choose(image, rank)
                assert opened.use
                decision = opened.decision()
                self._page.detail.picture.show_use(opened.use)
                better = decision.better if decision else ""
                self._page.trying.reset(better or opened.use.record.name.text)
                self._page.deciding.show_decision(decision)
            self._page.detail.show_facts(opened.facts(), from_the_top=not same)
        except (StoreError, DecideError) as error:
            self._voice.say_at_once(str(error))

    def tell_again(self) -> None:
        """The detail of the current image, in the language that is chosen now."""
        if opened := self._session.opened:
            opened.tongue = self._appearance.preferences.tongue
            if opened.use:
                self._choose(opened.image, opened.use.rank)

    def go_to(self, image: int) -> None:
        """Make an image current, if it is shown."""
        row = self._queue.model.row_of(image)
        if row is None:
            self._voice.say(_("That image is left out by the filter."))
            return
        self._queue.go(row)
        self._queue.setFocus()

    @property
    def is_grouped(self) -> bool:
        """Whether a row is a group."""
        return bool(self._asked.group)

    def go_on(self) -> bool:
        """After a decision on the current image, make the next one current that is open: at once
        where one is near, so that another key decides on no image twice. A group stays: the rest
        of it is open. Whether another is current now."""
        if self._asked.group:
            return False
        row = self._queue.model.next_open(self._queue.table.currentIndex().row(), NEAR)
        if row is None:
            self.next_undecided()
            self._is_quiet = True
        else:
            self._go_to_row(row)
        return row is not None

    def go_back_to(self, image: int) -> bool:
        """Make an image current again; False: it is not shown."""
        row = self._queue.model.row_of(image)
        if row is None:
            return False
        self._queue.go(row)
        return True

    def decided(self) -> None:
        """Show what was decided just now."""
        self._queue.model.changed()
        if self._session.opened and self._asked.group:
            self._session.opened.ask(self._asked)
        elif self._session.opened:
            self._session.opened.count()

    def next_undecided(self) -> None:
        """Make the next image current that is not decided; of groups, the next with such an
        image."""
        self._is_quiet = False
        opened = self._session.scan()
        if opened is None:
            return
        if self._asked.group:
            model, here = self._queue.model, self._queue.table.currentIndex().row()
            row = model.next_open(here, len(self.found))
            self._go_to_row(model.next_open(-1, here) if row is None else row)
        else:
            opened.ask_undecided(replace(self._asked, decision=UNDECIDED))

    def _go_to_first_of(self, undecided: QueueAnswer) -> None:
        ids = set(undecided.ids)
        here = self._queue.table.currentIndex().row()
        rows = [*range(here + 1, len(self.found)), *range(here)]
        self._go_to_row(next((row for row in rows if self.found.ids[row] in ids), None))

    def _go_to_row(self, row: int | None) -> None:
        if row is None:
            if not self._is_quiet:
                self._voice.say(_("Every other image is decided."))
            return
        self._queue.go(row)
        self._queue.setFocus()

    def only_this_picture(self) -> None:
        """Show only the uses of the current picture, or all again."""
        row = self._queue.table.currentIndex().row()
        shown = self._queue.model.row(row) if row >= 0 else None
        if shown:
            self._queue.filter.only_picture("" if self._asked.picture else shown.subject)

    def table_or_grid(self) -> None:
        """Show the queue as pictures, or as a table."""
        if self._session.scan():
            grid = self._queue.view is self._queue.table
            self._queue.show_grid(grid=grid)
            self._voice.say(_("Pictures.") if grid else _("Table."))

    def show_all(self) -> None:
        """Clear the filter."""
        if self._session.scan():
            self._queue.filter.clear()

    def show_picture(self) -> None:
        """Show the picture of the current image alone."""
        use = self._session.use()
        if use is None:
            return
        if picture_of(use).isNull():
            self._voice.say(why_not(use))
        else:
            show(PictureDialog(self._window, use, self._open_url))

    def open_in_browser(self) -> None:
        """Open the page of the current image, at the image."""
        if use := self._session.use():
            self._open_url(address_at(use))
            self._voice.say(_("Opened in the browser."))


def _empty_words(asked: QueueQuery, *, is_done: bool) -> tuple[str, str]:
    """Why the queue is empty, and what to do."""
    if which := filter_words(asked):
        asks = _("The filter asks for: {which}. Ctrl+Shift+F shows all again.", which=which)
        return _("No image is left"), asks
    if is_done:
        return _("The scan found no image"), _(
            "Ctrl+Shift+I says what it read, and what it skipped."
        )
    return _("No image yet"), _("Rows come as pages are read; F5 looks at once.")
