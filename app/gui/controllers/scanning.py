"""Asks what is to be scanned, and shows how a scan goes on and what it has found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QTimer
from PySide6.QtWidgets import QWidget

from app.desk.article_request import (
    ArticleRequest,
    article_again,
    first_request,
    is_of_articles,
)
from app.desk.scanning import (
    Request,
    ScanProgress,
    ScanRequest,
    ScanState,
    holds_scan,
    request_of,
    state_words,
)
from app.gui.controllers.appearance import Appearance
from app.gui.controllers.browsing import PAUSE, Browsing
from app.gui.controllers.scan_control import ScanControl
from app.gui.controllers.session import WorkSession
from app.gui.panes.article_dialog import ArticleDialog
from app.gui.panes.dialogs import ScanDialog, show
from app.gui.panes.notice import notify
from app.gui.panes.scan_pane import ScanPane
from app.gui.panes.tongue import _

REFRESH = 3000
"""Milliseconds between two looks at what a running scan has written."""

LONG = 20_000
"""Milliseconds after which the end of a scan is told to who works in another window."""


class Scanning:
    """Between the scan that runs and the one that is open, which often are the same."""

    def __init__(
        self,
        window: QWidget,
        session: WorkSession,
        pane: ScanPane,
        browsing: Browsing,
        appearance: Appearance,
        open_file: Callable[[Path], bool],
    ) -> None:
        self.control = ScanControl(window)
        self._window = window
        self._session = session
        self._voice = session.voice
        self._pane = pane
        self._browsing = browsing
        self._appearance = appearance
        self._open_file = open_file
        self._since = QElapsedTimer()
        self._refresh = QTimer(window, interval=REFRESH)
        self._refresh.timeout.connect(self._look_again)
        pane.said.connect(self._voice.say)
        pane.pause.connect(self.pause)
        pane.stop.connect(self.stop)
        self.control.changed.connect(self._changed)
        self.control.progressed.connect(self._progressed)

    def new(self) -> None:
        """Ask what is to be scanned, and begin."""
        opened = self._session.opened
        self._ask(ScanRequest((), decisions=opened.path if opened else None))

    def take(self, targets: tuple[str, ...]) -> None:
        """Ask about a scan of these, which were dropped on the window."""
        opened = self._session.opened
        self._ask(ScanRequest(targets, decisions=opened.path if opened else None))

    def again(self) -> None:
        """The same as the open scan, with its decisions."""
        opened = self._session.scan()
        if opened is None:
            return
        if is_of_articles(opened.scan):
            known = self._appearance.preferences
            self._ask(article_again(opened.scan, opened.path, known))
        else:
            self._ask(request_of(opened.scan, opened.path))

    def article(self) -> None:
        """Ask which article is to be read, and read it."""
        self._ask(first_request(self._appearance.preferences))

    def _ask(self, begin: Request) -> None:
        if self.control.state in (ScanState.RUNNING, ScanState.PAUSED):
            if self._is_article:
                words = _("An article is under way. Stop it first, with Control period.")
            else:
                words = _("A scan is under way. Stop it first, with Control period.")
            self._voice.say_at_once(words)
            return
        if isinstance(begin, ArticleRequest):
            asking = ArticleDialog(self._window, begin)
            asking.accepted.connect(lambda: self._read(asking.request))
            show(asking)
            return
        dialog = ScanDialog(self._window, begin)
        dialog.accepted.connect(lambda: self.control.start(dialog.request))
        show(dialog)

    def _read(self, request: ArticleRequest) -> None:
        known = self._appearance.preferences
        self._appearance.remember(replace(known, wiki=request.wiki, contact=request.contact))
        self.control.start(request)

    @property
    def _is_article(self) -> bool:
        return isinstance(self.control.request, ArticleRequest)

    def pause(self) -> None:
        """Pause, or go on; also with an open scan that was interrupted."""
        opened = self._session.opened
        if self._is_article and self.control.state is ScanState.RUNNING:
            self._voice.say(_("An article cannot be paused. Control period stops it."))
            return
        if self.control.pause_or_go_on():
            return
        if opened and not opened.scan.finished:
            # What a file names is read when the user has seen it: it may come from elsewhere.
            asking = ScanDialog(self._window, request_of(opened.scan, opened.path))
            path = opened.path
            asking.accepted.connect(lambda: self.control.start(asking.request, path))
            show(asking)
            return
        self._voice.say(_("No scan is running."))

    def stop(self) -> None:
        """Stop the scan."""
        if not self.control.stop():
            self._voice.say(_("No scan is running."))

    def refresh(self) -> None:
        """Show what is new now."""
        if self._session.scan():
            self._browsing.refresh()

    def _changed(self, state: ScanState, message: str) -> None:
        words = state_words(self.control.request, state, message)
        self._pane.show_state(state, words, is_article=self._is_article)
        if state is ScanState.RUNNING:
            self._refresh.start()
            self._since.start()
            self._voice.say_later(words, PAUSE)  # the dialog closes, and what is behind it is read
            return
        self._refresh.stop()
        if state in (ScanState.DONE, ScanState.FAILED) and self._since.hasExpired(LONG):
            notify(self._window, words)
        if state is ScanState.DONE and (opened := self._session.opened):
            opened.scan = opened.queue.scan()
        # Said together with what was found: a line that follows at once would drown it.
        self._browsing.say_first(words)
        if not self._show():
            self._browsing.say_first("")
            self._voice.say_end(words)

    def _progressed(self, progress: ScanProgress) -> None:
        self._pane.show_progress(progress)
        opened = self._session.opened
        if opened is None or opened.path != self.control.path:
            self._show()

    def _show(self) -> bool:
        """Open the file of the scan, or show what is new in it; False: there is nothing to show."""
        path, opened = self.control.path, self._session.opened
        if path is None or not path.exists():
            return False
        if opened is None or opened.path != path:
            return holds_scan(path) and self._open_file(path)
        self._browsing.refresh()
        return True

    def _look_again(self) -> None:
        if not self._browsing.is_read:
            self._show()

    def close(self) -> None:
        """Stop what runs; it can be gone on with."""
        self._refresh.stop()
        self.control.close()
