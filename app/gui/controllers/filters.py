"""Keeps filters under names, and takes them up again."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from app.desk.facts import Fact
from app.desk.rows import filter_words
from app.gui.controllers.appearance import Appearance
from app.gui.controllers.session import WorkSession
from app.gui.panes.dialogs import show
from app.gui.panes.filter_bar import FilterBar
from app.gui.panes.list_dialogs import ListDialog, NameDialog
from app.gui.panes.tongue import _, said
from auditor.message import Message

NONE_KEPT = Message("No filter is kept yet. Control S keeps the one that is set.")
NOTHING_TO_KEEP = Message("Nothing is filtered.")


class Filters:
    """The filters that are kept in the preferences."""

    def __init__(
        self, window: QWidget, session: WorkSession, bar: FilterBar, appearance: Appearance
    ) -> None:
        self._window = window
        self._session = session
        self._voice = session.voice
        self._bar = bar
        self._appearance = appearance

    def keep(self) -> None:
        """Ask for a name, and keep the filter that is set."""
        if self._session.scan() is None:
            return
        words = filter_words(self._bar.wanted)
        if not words and not self._bar.wanted.group:
            self._voice.say(NOTHING_TO_KEEP)
            return
        asking = NameDialog(
            self._window, _("Keep the filter"), _("Under which the filter is kept"), said(words)
        )
        asking.accepted.connect(lambda: self._put(asking.name))
        show(asking)

    def _put(self, name: str) -> None:
        known = self._appearance.preferences
        # A picture, and a change since another scan, are of this scan alone.
        query = replace(self._bar.wanted, picture="", change="")
        if name:
            self._appearance.remember(replace(known, filters={**known.filters, name: query}))
            self._voice.say(_("Kept: {name}.", name=name))

    def choose(self) -> None:
        """Show the filters that are kept; Enter takes one, Delete forgets one."""
        if self._session.scan() is None:
            return
        kept = dict(self._appearance.preferences.filters)
        if not kept:
            self._voice.say(NONE_KEPT)
            return
        names = list(kept)
        facts = [Fact(name, filter_words(query) or _("everything")) for name, query in kept.items()]
        help = _("Enter takes a filter, Delete forgets it.")
        dialog = ListDialog(self._window, _("Filters kept"), help, facts)
        dialog.taken.connect(lambda row: self._bar.show_query(kept[names[row]]))
        dialog.dropped.connect(lambda row: self._drop(names[row]))
        show(dialog)

    def _drop(self, name: str) -> None:
        known = self._appearance.preferences
        left = {each: query for each, query in known.filters.items() if each != name}
        self._appearance.remember(replace(known, filters=left))
        self._voice.say(_("Forgotten: {name}.", name=name))
