"""The scan as a whole, and held against an earlier one; the uses of one picture side by side."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.desk.comparing import Held
from app.desk.summary import Summary
from app.gui.controllers.browsing import Browsing
from app.gui.controllers.opened import OpenScan
from app.gui.controllers.session import WorkSession
from app.gui.panes.dialogs import show
from app.gui.panes.list_dialogs import ListDialog, SummaryDialog, UsesDialog
from app.gui.panes.tongue import _
from app.gui.panes.work_page import WorkPage
from auditor.store.errors import StoreError


class Overview:
    """What is told in dialogs beside the queue."""

    def __init__(
        self, window: QWidget, session: WorkSession, page: WorkPage, browsing: Browsing
    ) -> None:
        self._window = window
        self._session = session
        self._voice = session.voice
        self._page = page
        self._browsing = browsing
        session.began.connect(self._begin)

    def _begin(self, opened: OpenScan) -> None:
        opened.summed.connect(self._show_summary)
        opened.held.connect(self._show_held)
        self._page.queue.model.changes = opened.changes
        self._page.queue.filter.offer_changes(known=False)

    def summary(self) -> None:
        """Tell what the scan read, found and skipped."""
        if opened := self._session.scan():
            opened.ask_summary()

    def _show_summary(self, summary: Summary) -> None:
        show(SummaryDialog(self._window, summary))

    def compare(self) -> None:
        """Ask for an earlier scan file, and hold the open one against it."""
        if (opened := self._session.scan()) is None:
            return
        folder = str(opened.path.parent)
        asking = QFileDialog(self._window, _("Compare with an earlier scan"), folder)
        asking.setNameFilters([_("Scan files (*.db)"), _("All files (*)")])
        asking.fileSelected.connect(lambda name: self.hold_against(Path(name)))
        show(asking)

    def hold_against(self, earlier: Path) -> None:
        """Hold the open scan against an earlier one."""
        if opened := self._session.scan():
            self._voice.say(_("Comparing with {file}.", file=earlier.name))
            opened.hold_against(earlier)

    def _show_held(self, held: Held) -> None:
        self._page.queue.filter.offer_changes(known=True)
        self._browsing.refresh()
        help = _("What changed since then. Each row says it, too.")
        show(ListDialog(self._window, _("Compared"), help, held.facts))

    def uses(self) -> None:
        """Show the uses of the current picture side by side."""
        use, opened = self._session.use(), self._session.opened
        if use is None or opened is None:
            return
        try:
            facts = opened.uses()
        except StoreError as error:
            self._voice.say_at_once(str(error))
            return
        dialog = UsesDialog(self._window, use, facts)
        dialog.taken.connect(lambda row: self._go(facts[row].image))
        show(dialog)

    def _go(self, image: int | None) -> None:
        if image is not None:
            self._browsing.go_to(image)
