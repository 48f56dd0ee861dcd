"""Tries texts for the current image, and decides on it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.desk.decider import DecideError, better_than, kept_words
from app.desk.facts import Fact
from app.desk.rows import OPEN, progress_words
from app.desk.scopes import DecisionScope, Reach, asking_words, nameless_then
from app.desk.tries import Try
from app.gui.controllers.appearance import Appearance
from app.gui.controllers.browsing import PAUSE, Browsing
from app.gui.controllers.opened import OpenScan
from app.gui.controllers.session import WorkSession
from app.gui.panes.dialogs import ask, show
from app.gui.panes.list_dialogs import ListDialog
from app.gui.panes.tongue import _
from app.gui.panes.work_page import WorkPage
from auditor.decision import Choice, Decision
from auditor.message import Message, row, sentences
from auditor.reports.words import decided_message, title_of
from auditor.store.errors import StoreError

GROUPS_SELECTED = Message(
    "Several rows are selected, and each is a group. Enter on a group shows its images, which can "
    "be selected."
)


@dataclass(frozen=True, slots=True)
class _Made:
    """A decision that can be taken back."""

    image: int
    text: str
    """What stood in the box."""
    note: str
    fact: Fact


class Deciding(QObject):
    """Between the open scan and the parts for trying and deciding."""

    def __init__(
        self,
        parent: QWidget,
        session: WorkSession,
        page: WorkPage,
        browsing: Browsing,
        appearance: Appearance,
    ) -> None:
        super().__init__(parent)
        self._window = parent
        self._browsing = browsing
        self._appearance = appearance
        self._made_so_far: list[_Made] = []
        """Each decision that can be taken back."""
        self._words: str = ""
        """Said with the next numbers."""
        self._session = session
        self._voice = session.voice
        self._page = page
        session.began.connect(self._begin)
        page.trying.typed.connect(self._try)
        page.deciding.chosen.connect(self.decide)
        page.deciding.meant.connect(self._voice.say)
        page.queue.selected.connect(self._select)

    def _begin(self, opened: OpenScan) -> None:
        self._made_so_far, self._words = [], ""
        opened.tried.connect(self._show_try)
        opened.counted.connect(self._say_with)

    def _try(self, text: str) -> None:
        opened = self._session.opened
        if opened and opened.use:
            opened.try_text(text)

    def _show_try(self, tried: Try, best: tuple[Try, ...]) -> None:
        self._page.trying.show_try(tried, best)
        self._voice.say(tried.summary)

    def decide(self, choice: Choice) -> None:
        """Decide on what is meant. Asked first where links or buttons would have no name."""
        use, opened = self._session.use(), self._session.opened
        if use is None or opened is None:
            return
        scope, selected = self._page.deciding.meant_for, self._page.queue.selected_images()
        if scope is DecisionScope.SELECTION and self._browsing.is_grouped:
            self._voice.say_at_once(GROUPS_SELECTED)
            return
        try:
            reach = opened.reach(scope, selected)
            nameless = 0
            if choice is Choice.DECORATIVE:
                nameless = nameless_then(opened.queue.records(reach.images))
        except StoreError as error:
            self._voice.say_at_once(str(error))
            return
        made = self._made(choice, use.record.name.text)
        if nameless:
            question = asking_words(nameless, len(reach.images))
            ask(self._window, question, _("Decide &decorative"), lambda: self._keep(reach, made))
        else:
            self._keep(reach, made)

    def _made(self, choice: Choice, own: str) -> Decision:
        note = self._page.deciding.note.text().strip()
        return Decision(choice, note, better_than(own, self._page.trying.text, choice))

    def _keep(self, reach: Reach, made: Decision) -> None:
        opened, use = self._session.opened, self._session.use()
        if opened is None or use is None:
            return
        try:
            made = opened.decider.decide(reach, made)
        except DecideError as error:
            self._voice.say_at_once(str(error))
            return
        text = self._page.trying.text
        kept = kept_words(use.record.name.text, text, made.choice)
        what = row(filter(None, (decided_message(made), reach.words)))
        title = title_of(use.record, tongue=opened.tongue)
        self._made_so_far.append(_Made(opened.image, text, made.note, Fact(title, what)))
        self._words = sentences(filter(None, (Message("Decided: {what}.", what=what), kept)))
        self._browsing.decided()
        if not (self._appearance.preferences.goes_on and self._browsing.go_on()):
            self._show_decision(opened)

    def undo(self) -> None:
        """Take back the last decision; its image comes again, with what was typed."""
        opened = self._session.scan()
        if opened is None:
            return
        try:
            if not opened.decider.undo():
                self._voice.say(_("There is no decision to take back."))
                return
            made = self._made_so_far.pop()
            was_here = opened.image == made.image
            is_here = self._go_back(made)
            now = opened.decision()
        except DecideError as error:
            self._voice.say_at_once(str(error))
            return
        # Of another image the whole row is heard.
        self._words = Message("Taken back.")
        if is_here and was_here:
            words = decided_message(now) if now else Message(OPEN)
            self._words = Message("Taken back. Now: {decision}.", decision=words)
        self._browsing.decided()
        self._show_decision(opened)

    def _select(self, number: int) -> None:
        if self._page.deciding.show_selected(number):
            self._voice.say_later(self._page.deciding.scope_words, PAUSE)

    def history(self) -> None:
        """Show all decisions since the scan was opened; Enter takes one back, and those after
        it."""
        if self._session.scan() is None:
            return
        if not self._made_so_far:
            self._voice.say(_("Nothing was decided since the scan was opened."))
            return
        facts = [made.fact for made in reversed(self._made_so_far)]
        help = _("The last one first. Enter takes a decision back, and those that came after it.")
        dialog = ListDialog(self._window, _("Decisions"), help, facts)
        dialog.taken.connect(self._take_back)
        show(dialog)

    def _take_back(self, row: int) -> None:
        for __ in range(row + 1):
            self.undo()

    def _go_back(self, made: _Made) -> bool:
        """To an image as it was left, so that another decision is one key; False: it is not
        shown."""
        if not self._browsing.go_back_to(made.image):
            return False
        self._page.trying.reset(made.text)
        self._page.deciding.note.setText(made.note)
        return True

    def _show_decision(self, opened: OpenScan) -> None:
        try:
            self._page.deciding.show_state(opened.decision())
            self._page.detail.show_facts(opened.facts(), from_the_top=False)
        except (StoreError, DecideError) as error:
            self._words = ""
            self._voice.say_at_once(str(error))

    def _say_with(self, decided: int, of: int) -> None:
        """Said when the numbers are there, and the next image: it would drown what comes before."""
        if self._words:
            self._voice.say(sentences(filter(None, (self._words, progress_words(decided, of)))))
            self._words = ""
