"""The window: lays out its parts, and gives each action to the controller that does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QMainWindow,
    QStackedWidget,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from app.desk.dropped import dropped
from app.desk.keys import KEYS
from app.desk.preferences import Preferences, read_preferences
from app.desk.recent import recent_words
from app.desk.rows import row_words
from app.desk.scanning import ScanState
from app.desk.tries import MakeScorer, TryScorer
from app.gui.controllers.appearance import Appearance, paint
from app.gui.controllers.browsing import Browsing
from app.gui.controllers.copying import Copying
from app.gui.controllers.deciding import Deciding
from app.gui.controllers.editing import Editing
from app.gui.controllers.exporting import Exporting
from app.gui.controllers.filters import Filters
from app.gui.controllers.opened import OpenScan
from app.gui.controllers.overview import Overview
from app.gui.controllers.rating import RatingControl
from app.gui.controllers.scanning import Scanning
from app.gui.controllers.server_control import ServerControl
from app.gui.controllers.session import WorkSession
from app.gui.controllers.voice import Voice
from app.gui.panes.announce import Announcer
from app.gui.panes.dialogs import HelpDialog, show
from app.gui.panes.scan_pane import IDLE, ScanPane
from app.gui.panes.start_page import StartPage
from app.gui.panes.tongue import _
from app.gui.panes.work_page import WorkPage
from auditor.decision import Choice
from auditor.message import marked, sentences
from auditor.reports.words import printable

TITLE = marked("Alt-text auditor")
ON_A_ROW = (
    *(choice.value for choice in Choice),
    *("picture", "uses", "same_picture", "browser", "copy", "snippet", "markup", "edit"),
)
"""Actions in the menu of a row."""


class Window(QMainWindow):
    """One window with at most one open scan."""

    def __init__(self, settings: Path, make_scorer: MakeScorer = TryScorer) -> None:
        """`settings`: the file of what is remembered."""
        super().__init__()
        paint(read_preferences(settings))
        self.setWindowTitle(_(TITLE))
        self.open_url: Callable[[str], object] = lambda url: QDesktopServices.openUrl(QUrl(url))
        self._make_parts()
        self._make_controllers(settings, make_scorer)
        self._make_actions()
        self._connect()
        self._appearance.apply()
        self.close_scan()

    def _make_parts(self) -> None:
        self.start = StartPage(self)
        self.scan_pane = ScanPane(self)
        self._page = WorkPage(self)
        self.header = self._page.header
        self.queue = self._page.queue
        self.detail = self._page.detail
        self.trying = self._page.trying
        self.deciding = self._page.deciding
        self.announcer = Announcer(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.start)
        self._stack.addWidget(self._page)
        middle = QWidget(self)
        layout = QVBoxLayout(middle)
        layout.addWidget(self.scan_pane)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.announcer)
        self.setCentralWidget(middle)

    def _make_controllers(self, settings: Path, make_scorer: MakeScorer) -> None:
        self._voice = Voice(self, self.announcer)
        self.say = self._voice.say
        self._session = WorkSession(self, self._voice, make_scorer)
        self._session.began.connect(self._show_scan)  # first: what is hidden takes no focus
        self._appearance = Appearance(self, settings, self._voice)
        self._session.ending.connect(self._remember_widths)
        self._browsing = Browsing(
            self, self._session, self._page, self._appearance, lambda url: self.open_url(url)
        )
        self._deciding = Deciding(self, self._session, self._page, self._browsing, self._appearance)
        self._scanning = Scanning(
            self, self._session, self.scan_pane, self._browsing, self._appearance, self.open
        )
        self.scan = self._scanning.control
        self._session.is_running = lambda: self.scan.state is ScanState.RUNNING
        self._overview = Overview(self, self._session, self._page, self._browsing)
        self._copying = Copying(self._session, self._page)
        self._filters = Filters(self, self._session, self.queue.filter, self._appearance)
        self._exporting = Exporting(self, self._session)
        self._rating = RatingControl(self, self._session)
        self._editing = Editing(self, self._session, lambda url: self.open_url(url))
        self.server = ServerControl(self)

    def _make_actions(self) -> None:
        self.actions_by_name: dict[str, QAction] = {}
        menus = {}
        for key in KEYS:
            if key.menu not in menus:
                menus[key.menu] = self.menuBar().addMenu(_(key.menu))
            action = QAction(_(key.label), self)
            action.setShortcuts([QKeySequence(each) for each in (key.keys, key.also) if each])
            action.setStatusTip(_(key.help))
            menus[key.menu].addAction(action)
            self.actions_by_name[key.action] = action

    def _connect(self) -> None:
        for view in self.queue.views:
            view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
            view.addActions([self.actions_by_name[name] for name in ON_A_ROW])
        goes_on = self.actions_by_name["goes_on"]
        goes_on.setCheckable(True)
        goes_on.setChecked(self.preferences.goes_on)
        for name, slot in self._slots().items():
            self.actions_by_name[name].triggered.connect(lambda _=False, slot=slot: slot())
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.queue.setFocus)
        self.start.new_scan.connect(self._scanning.new)
        self.start.open_scan.connect(self.choose_file)
        self.start.read_article.connect(self._scanning.article)
        self.start.chosen.connect(self.open)
        self.server.said.connect(self.say)
        self._appearance.changed.connect(self._fit)
        self._appearance.spoken_otherwise.connect(self._browsing.tell_again)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._page.bring_into_view)
        app.focusChanged.connect(self._voice.cover)
        self.queue.current.connect(self._voice.cover)
        self.scan.changed.connect(
            lambda state, _: self.start.show_running(runs=state is ScanState.RUNNING)
        )
        self.setAcceptDrops(True)

    def _slots(self) -> dict[str, Callable[[], object]]:
        resize = self._appearance.resize_text
        return {
            "new_scan": self._scanning.new,
            "open": self.choose_file,
            "article": self._scanning.article,
            "recent": self.close_scan,
            "scan_again": self._scanning.again,
            "export": self._exporting.export,
            "quit": self.close,
            "pause": self._scanning.pause,
            "stop": self._scanning.stop,
            "refresh": self._scanning.refresh,
            "where": self.say_where,
            "summary": self._overview.summary,
            "compare": self._overview.compare,
            "serve": lambda: self.say(self.server.start_or_stop()),
            **{choice.value: partial(self._deciding.decide, choice) for choice in Choice},
            "scope": self.deciding.next_scope,
            "undo": self._deciding.undo,
            "rate": self._rating.rate,
            "history": self._deciding.history,
            "next": self._browsing.next_undecided,
            "goes_on": self._appearance.go_on_or_stay,
            "queue": self.queue.setFocus,
            "filter": self.queue.filter.text.setFocus,
            "keep_filter": self._filters.keep,
            "filters": self._filters.choose,
            "clear_filter": self._browsing.show_all,
            "detail": self.detail.list.setFocus,
            "try": self.trying.begin,
            "note": self.deciding.note.setFocus,
            "next_pane": self.next_pane,
            "browser": self._browsing.open_in_browser,
            "uses": self._overview.uses,
            "copy": self._copying.selector,
            "snippet": self._copying.snippet,
            "markup": self._copying.markup,
            "edit": self._editing.copy_diff,
            "same_picture": self._browsing.only_this_picture,
            "picture": self._browsing.show_picture,
            "grid": self._browsing.table_or_grid,
            "larger": partial(resize, 1),
            "smaller": partial(resize, -1),
            "theme": self._appearance.next_theme,
            "language": self._appearance.next_language,
            "help": lambda: show(HelpDialog(self)),
        }

    # The open scan

    @property
    def opened(self) -> OpenScan | None:
        """The scan that is open."""
        return self._session.opened

    def open(self, path: Path) -> bool:
        """Open a scan file in place of the one that is open; False: it cannot be opened."""
        return self._session.open(path)

    def _show_scan(self, opened: OpenScan) -> None:
        opened.tongue = self.preferences.tongue
        self._appearance.remember(self.preferences.opened(opened.path))
        target = next(iter(opened.scan.targets), opened.path.name)
        # Qt takes [*] for the place of a sign, and two of them for the letters.
        self.header.title.setText(printable(target))
        self.setWindowTitle(f"{printable(target).replace('[*]', '[*][*]')} – {_(TITLE)}")
        self._stack.setCurrentIndex(1)

    def close_scan(self) -> None:
        """Show the start page."""
        self._session.close()
        self.setWindowTitle(_(TITLE))
        paths = self.preferences.existing()
        self.start.show_recent(paths, [recent_words(path) for path in paths])
        self._stack.setCurrentIndex(0)
        self.start.new_button.setFocus()

    def choose_file(self) -> None:
        """Ask for a scan file."""
        dialog = QFileDialog(self, _("Open a scan file"), "", _("Scan files (*.db);;All files (*)"))
        dialog.fileSelected.connect(lambda name: self.open(Path(name)))
        show(dialog)

    def say_where(self) -> None:
        """Say how the scan that runs, the queue and the decisions stand."""
        words: list[str] = []
        if not self.opened or self.scan_pane.words != IDLE:
            words.append(self.scan_pane.words)
        if self.opened:
            row, of = self.queue.table.currentIndex().row() + 1, len(self._browsing.found)
            words.append(row_words(row, of, self._browsing.asked.group))
            words.append(self.header.progress.text())
        self.say(sentences(filter(None, words)))

    def next_pane(self) -> None:
        """Go to the next part of the window."""
        if self.opened:
            self._page.next_part()

    # How it looks

    @property
    def preferences(self) -> Preferences:
        """What is remembered."""
        return self._appearance.preferences

    def _fit(self) -> None:
        self._page.fit()
        self._page.arrange(self.width())
        self._page.bring_into_view(None, QApplication.focusWidget())

    def take_place(self) -> None:
        """Show the window as it was left, as far as the screen has room."""
        room = self.screen().availableGeometry().size()
        frame = QSize(0, self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight))
        self.resize(QSize(*self.preferences.size).boundedTo(room - frame))
        if self.preferences.parts:
            self._page.splitter.setSizes(self.preferences.parts)
        self.queue.widths = dict(self.preferences.columns)
        self.queue.fit()
        self.showMaximized() if self.preferences.maximized else self.show()

    def _remember_widths(self) -> None:
        known = self.preferences
        if self.queue.widths != known.columns:
            self._appearance.remember(replace(known, columns=dict(self.queue.widths)))

    def _remember_place(self) -> None:
        size = self.normalGeometry().size() if self.isMaximized() else self.size()
        parts = tuple(self._page.splitter.sizes()) if self._page.is_beside else ()
        self._appearance.remember(
            replace(
                self.preferences,
                size=(size.width(), size.height()),
                maximized=self.isMaximized(),
                parts=parts or self.preferences.parts,
            )
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A file, a folder or an address may be dropped."""
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a scan file; ask about a scan of anything else."""
        urls = [url.toLocalFile() or url.toString() for url in event.mimeData().urls()]
        found = dropped(urls, event.mimeData().text())
        event.acceptProposedAction()
        if found.scan:
            self.open(found.scan)
        elif found.targets:
            self._scanning.take(found.targets)
        else:
            self.say(_("That can neither be opened nor scanned."))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the parts anew."""
        super().resizeEvent(event)
        self._page.arrange(self.width())
        self._page.bring_into_view(None, QApplication.focusWidget())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing is lost: a running scan is stopped and can be gone on with."""
        self._remember_place()
        self._scanning.close()
        self.server.run.stop()
        self._exporting.close()
        self._session.close()
        event.accept()
