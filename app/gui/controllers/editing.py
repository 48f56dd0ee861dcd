"""Copies the edit that the decisions on an article's images make. It is saved by a person."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.desk.articles import edit_words
from app.gui.controllers.opened import OpenScan
from app.gui.controllers.session import WorkSession
from app.gui.panes.dialogs import show
from app.gui.panes.edit_dialog import EditDialog
from app.gui.panes.tongue import _
from auditor.message import Message
from auditor.store.errors import StoreError
from auditor.wiki.edits.edits import Edit

NO_ARTICLE = Message("This image is of no article of a wiki.")
NO_TEXT = Message(
    "No text is decided for this article yet. Try a text, then decide with Control 2 that the one "
    "that is there is wrong."
)


class Editing:
    """One edit at a time."""

    def __init__(
        self, window: QWidget, session: WorkSession, open_url: Callable[[str], object]
    ) -> None:
        self._window = window
        self._session = session
        self._voice = session.voice
        self._open_url = open_url
        session.began.connect(lambda opened: opened.edited.connect(self._show))

    def copy_diff(self) -> None:
        """Copy the diff of the article that the current image stands in."""
        if self._session.use() and self._session.opened:
            self._session.opened.ask_edit()

    def _show(self, edit: Edit | None) -> None:
        opened = self._session.opened
        if opened is None:
            return
        if edit is None or not (edit.diff or edit.problems):
            self._voice.say(NO_ARTICLE if edit is None else NO_TEXT)
            return
        if edit.diff:
            QGuiApplication.clipboard().setText(edit.diff)
        show(EditDialog(self._window, edit, _copy, self._section(opened, edit)))
        self._voice.say(edit_words(edit))

    def _section(self, opened: OpenScan, edit: Edit) -> Callable[[], object] | None:
        """Opens the editor of what changes, with its new wikitext on the clipboard; where nothing
        does, that of the current image."""
        if edit.place and edit.url:
            return self._editor(edit.url, edit.place.wikitext)
        with suppress(StoreError):  # the edit is there, and only the way to the wiki is not
            url = opened.section()
            return (lambda: self._open_url(url)) if url else None
        return None

    def _editor(self, url: str, wikitext: str) -> Callable[[], object]:
        def opened() -> object:
            _copy(wikitext)
            self._voice.say(
                _("Copied: the new wikitext. Paste it in the editor, and save it there.")
            )
            return self._open_url(url)

        return opened


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
