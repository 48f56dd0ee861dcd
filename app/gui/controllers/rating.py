"""Rates the text of the current image; the rating goes into the scan file at once."""

from __future__ import annotations

import getpass

from PySide6.QtWidgets import QWidget

from app.gui.controllers.session import WorkSession
from app.gui.panes.dialogs import show
from app.gui.panes.rate_dialog import RateDialog
from app.gui.panes.tongue import _
from auditor.clock import now
from auditor.message import Message
from auditor.rating import Rating
from auditor.ratings.sets import item_of
from auditor.results import JudgedUse
from auditor.store.errors import StoreError
from auditor.store.ratings import add_ratings

NO_TEXT = Message("There is no text here to rate.")
NO_NAME = Message("Say who rates: a name of one line.")


class RatingControl:
    """One rating at a time; who rates, and with the picture or without, is remembered until the
    window is closed."""

    def __init__(self, window: QWidget, session: WorkSession) -> None:
        self._window = window
        self._session = session
        self._voice = session.voice
        self._rater = getpass.getuser()
        self._seen = False

    def rate(self) -> None:
        """Ask for a rating of the current image's text."""
        use = self._session.use()
        if use is None:
            return
        text = use.record.name.text
        if not text.strip():
            self._voice.say(NO_TEXT)
            return
        dialog = RateDialog(self._window, text, self._rater, self._seen)
        dialog.rated.connect(lambda level: self._keep(dialog, use, level))
        show(dialog)

    def _keep(self, dialog: RateDialog, use: JudgedUse, level: int) -> None:
        opened, rater = self._session.opened, dialog.rater.text().strip()
        if opened is None:
            return
        if not rater or len(rater) > 100 or not rater.isprintable():
            self._voice.say_at_once(NO_NAME)
            return
        self._rater, self._seen = rater, dialog.seen.isChecked()
        rating = Rating(
            rater, item_of(use), level, self._seen, now(), use.record.name.text, dialog.answers()
        )
        dialog.accept()
        try:
            add_ratings(opened.path, [rating])
        except StoreError as error:
            self._voice.say_at_once(str(error))
            return
        if self._seen:
            self._voice.say(_("Rated {level}, with the picture.", level=level))
        else:
            self._voice.say(_("Rated {level}, without the picture.", level=level))
