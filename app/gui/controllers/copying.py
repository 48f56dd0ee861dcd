"""Puts what is known of the current image into the clipboard."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from app.desk.markup import with_text
from app.gui.controllers.session import WorkSession
from app.gui.panes.tongue import _
from app.gui.panes.work_page import WorkPage
from auditor.decision import Choice
from auditor.message import Message
from auditor.results import JudgedUse

NO_HTML = Message("The scan file does not hold the HTML of this image.")


class Copying:
    """One thing at a time."""

    def __init__(self, session: WorkSession, page: WorkPage) -> None:
        self._session = session
        self._voice = session.voice
        self._page = page

    def selector(self) -> None:
        """The selector of the current image."""
        if use := self._session.use():
            self._put(use.record.selector, _("selector"))

    def snippet(self) -> None:
        """Its HTML as it is."""
        if use := self._session.use():
            self._put(use.record.html, _("HTML"))

    def markup(self) -> None:
        """Its HTML with the text in the box, or as decoration where that was decided."""
        use, opened = self._session.use(), self._session.opened
        if use and opened:
            decision = opened.decision()
            is_decorative = decision is not None and decision.choice is Choice.DECORATIVE
            text = "" if is_decorative else self._page.trying.text
            self._put(with_text(use.record, text), _("HTML with {text}", text=_words(use, text)))

    def _put(self, text: str, what: str) -> None:
        if not text:
            self._voice.say(NO_HTML)
            return
        QGuiApplication.clipboard().setText(text)
        self._voice.say(_("Copied: {what}", what=what))


def _words(use: JudgedUse, text: str) -> str:
    if text and text == use.record.name.text:
        return _("the text that is there")
    return f"“{text}”" if text else _("no text")
