"""Tries texts for the current image, and decides on it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.desk.decider import DecideError, better_than, kept_words
from app.desk.tries import Try
from app.gui.controllers.appearance import Appearance
from app.gui.controllers.browsing import Browsing
from app.gui.controllers.opened import OpenScan
from app.gui.controllers.session import WorkSession
from app.gui.panes.queue_pane import progress_words
from app.gui.panes.work_page import WorkPage
from auditor.decision import Choice, Decision
from auditor.reports.words import decided
from auditor.store.errors import StoreError


class Deciding(QObject):
    """Between the open scan and the parts for trying and deciding."""

    def __init__(
        self,
        parent: QObject,
        session: WorkSession,
        page: WorkPage,
        browsing: Browsing,
        appearance: Appearance,
    ) -> None:
        super().__init__(parent)
        self._browsing = browsing
        self._appearance = appearance
        self._typed: list[tuple[int, str, str]] = []
        """Image, text in the box and note of each decision that can be taken back."""
        self._words = ""
        """Said with the next numbers."""
        self._session = session
        self._voice = session.voice
        self._page = page
        session.began.connect(self._begin)
        page.trying.typed.connect(self._try)
        page.deciding.chosen.connect(self.decide)

    def _begin(self, opened: OpenScan) -> None:
        self._typed, self._words = [], ""
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
        """Decide on the current image."""
        use, opened = self._session.use(), self._session.opened
        if use is None or opened is None:
            return
        subject = opened.subject
        assert subject
        text, own = self._page.trying.text, use.record.name.text
        better = better_than(own, text, choice)
        note = self._page.deciding.note.text().strip()
        made = Decision(choice, note, better)
        try:
            made = opened.decider.decide(subject, made)
        except DecideError as error:
            self._voice.say_at_once(str(error))
            return
        kept = kept_words(own, text, choice)
        self._typed.append((opened.image, text, note))
        self._show_decision(opened, f"Decided: {decided(made)}. {kept}".strip())
        if self._appearance.preferences.goes_on:
            self._browsing.go_on()

    def undo(self) -> None:
        """Take back the last decision; its image comes again, with what was typed."""
        opened = self._session.scan()
        if opened is None:
            return
        try:
            undone = opened.decider.undo()
        except DecideError as error:
            self._voice.say_at_once(str(error))
            return
        if undone is None:
            self._voice.say("There is no decision to take back.")
            return
        _, now = undone
        self._go_back(*self._typed.pop())
        self._show_decision(opened, f"Taken back. Now: {decided(now) if now else 'not decided'}.")

    def _go_back(self, image: int, text: str, note: str) -> None:
        """To an image as it was left, so that another decision is one key."""
        if self._browsing.go_back_to(image):
            self._page.trying.reset(text)
            self._page.deciding.note.setText(note)

    def _show_decision(self, opened: OpenScan, words: str) -> None:
        self._words = words
        self._browsing.decided()
        try:
            self._page.deciding.show_state(opened.decision())
            self._page.detail.show_facts(opened.facts(), from_the_top=False)
        except (StoreError, DecideError) as error:
            self._words = ""
            self._voice.say_at_once(str(error))

    def _say_with(self, decided: int, of: int) -> None:
        """Said when the numbers are there, and the next image: it would drown what comes before."""
        if self._words:
            self._voice.say(f"{self._words} {progress_words(decided, of)}".strip())
            self._words = ""
