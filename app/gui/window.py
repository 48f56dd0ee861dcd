"""The window: lays out its parts and leads what one says to the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDesktopServices,
    QGuiApplication,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QFrame,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.desk.decider import DecideError
from app.desk.exports import ExportError, export
from app.desk.keys import KEYS
from app.desk.places import address_at
from app.desk.preferences import THEMES, Preferences, read_preferences, write_preferences
from app.desk.recent import recent_words
from app.desk.scanning import ScanProgress, ScanRequest, ScanState, request_of
from app.desk.tries import MakeScorer, Scorer, Try
from app.gui.announce import Announcer
from app.gui.decide_pane import DecidePane
from app.gui.detail_pane import DetailPane
from app.gui.dialogs import ExportDialog, HelpDialog, ScanDialog
from app.gui.opened import OpenScan
from app.gui.queue_pane import QueuePane, found_words
from app.gui.scan_control import ScanControl
from app.gui.scan_pane import ScanPane
from app.gui.server_control import ServerControl
from app.gui.start_page import StartPage
from app.gui.themes import apply_theme
from app.gui.try_pane import TryPane
from app.gui.work import Work
from auditor.decisions import Choice, Decision
from auditor.queue import UNDECIDED, Asked, Found, QueueError
from auditor.reports.words import counted, decided
from auditor.store import StoreError

TITLE = "Alt-text auditor"
SIDE_BY_SIDE = 100
"""Letters that fit into a window that shows two parts side by side."""
PROPORTIONS = (600, 400)
"""Of the queue and what stands beside or below it."""
REFRESH = 3000
"""Milliseconds between two looks at what a running scan has written."""
PAUSE = 300
"""Milliseconds without a key in the filter after which it is said how much was found: rows follow
each key, but a voice that begins anew with each would hide what is typed."""


class Window(QMainWindow):
    """One window with at most one open scan."""

    def __init__(self, settings: Path, make_scorer: MakeScorer = Scorer) -> None:
        """`settings`: the file of what is remembered."""
        super().__init__()
        self.setWindowTitle(TITLE)
        self._settings = settings
        self.preferences = read_preferences(settings)
        self._make_scorer = make_scorer
        self.opened: OpenScan | None = None
        self.open_url: Callable[[str], object] = lambda url: QDesktopServices.openUrl(QUrl(url))
        self.scan = ScanControl(self)
        self.server = ServerControl(self)
        self._exporting = Work(self, "export")
        self._refresh = QTimer(self, interval=REFRESH)
        self._found = Found()
        self._asked = Asked()
        self._counted = QTimer(self, singleShot=True)
        self._ended = ""
        """How the scan ended, not said yet."""
        self._make_parts()
        self._make_actions()
        self._connect()
        self._apply_preferences()
        self.close_scan()

    # Parts

    def _make_parts(self) -> None:
        self.start = StartPage(self)
        self.scan_pane = ScanPane(self)
        self.queue = QueuePane(self)
        self.detail = DetailPane(self)
        self.trying = TryPane(self)
        self.deciding = DecidePane(self)
        self.announcer = Announcer(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.start)
        self._stack.addWidget(self._work_page())
        middle = QWidget(self)
        layout = QVBoxLayout(middle)
        layout.addWidget(self.scan_pane)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.announcer)
        self.setCentralWidget(middle)

    def _work_page(self) -> QWidget:
        side = QWidget(self)
        column = QVBoxLayout(side)
        column.addWidget(self.detail, 3)
        column.addWidget(self.trying, 2)
        column.addWidget(self.deciding)
        self._splitter = splitter = QSplitter(self)
        splitter.addWidget(self.queue)
        splitter.addWidget(side)
        splitter.setSizes(PROPORTIONS)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setChildrenCollapsible(False)
        self._scroll = QScrollArea(self)
        self._scroll.setWidget(splitter)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return self._scroll

    def _make_actions(self) -> None:
        self.actions_by_name: dict[str, QAction] = {}
        menus = {}
        for key in KEYS:
            if key.menu not in menus:
                menus[key.menu] = self.menuBar().addMenu(key.menu)
            action = QAction(key.label, self)
            action.setShortcut(QKeySequence(key.keys))
            action.setStatusTip(key.help)
            menus[key.menu].addAction(action)
            self.actions_by_name[key.action] = action

    def _connect(self) -> None:
        for name, slot in self._slots().items():
            self.actions_by_name[name].triggered.connect(lambda _=False, slot=slot: slot())
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.queue.table.setFocus)
        self.start.new_scan.connect(self.new_scan)
        self.start.open_scan.connect(self.choose_file)
        self.start.chosen.connect(self.open)
        self.queue.asked.connect(self._ask)
        self.queue.current.connect(self._choose)
        self.queue.entered.connect(self.detail.list.setFocus)
        self.detail.wanted.connect(self._go_to)
        self.detail.copied.connect(lambda label: self.say(f"Copied: {label}"))
        self.trying.typed.connect(self._try)
        self.deciding.chosen.connect(self.decide)
        self.scan_pane.said.connect(self.say)
        self.scan_pane.pause.connect(self.pause)
        self.scan_pane.stop.connect(self.stop)
        self.scan.changed.connect(self._scan_changed)
        self.scan.progressed.connect(self._scan_progressed)
        self.server.said.connect(self.say)
        self._refresh.timeout.connect(self._look_again)
        self._counted.timeout.connect(lambda: self.say(f"{found_words(self._found, self._asked)}."))
        _application().focusChanged.connect(self._bring_into_view)

    def _slots(self) -> dict[str, Callable[[], object]]:
        return {
            "new_scan": self.new_scan,
            "open": self.choose_file,
            "recent": self.close_scan,
            "scan_again": self.scan_again,
            "export": self.export,
            "quit": self.close,
            "pause": self.pause,
            "stop": self.stop,
            "refresh": self.refresh,
            "where": self.say_where,
            "serve": lambda: self.say(self.server.start_or_stop()),
            **{choice.value: partial(self.decide, choice) for choice in Choice},
            "undo": self.undo,
            "next": self.next_undecided,
            "queue": self.queue.table.setFocus,
            "filter": self.queue.text.setFocus,
            "detail": self.detail.list.setFocus,
            "try": self.trying.box.setFocus,
            "note": self.deciding.note.setFocus,
            "next_pane": self.next_pane,
            "browser": self.open_in_browser,
            "copy": self.copy_selector,
            "same_picture": self.only_this_picture,
            "zoom_in": lambda: self.say(self.detail.picture.zoom(1)),
            "zoom_out": lambda: self.say(self.detail.picture.zoom(-1)),
            "larger": lambda: self._resize_text(1),
            "smaller": lambda: self._resize_text(-1),
            "theme": self.next_theme,
            "help": lambda: self._show_dialog(HelpDialog(self)),
        }

    def _show_dialog(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def say(self, text: str) -> None:
        """Say a line to eyes and ears."""
        self._counted.stop()
        self.announcer.say(text)

    def fail(self, text: str) -> None:
        """Say at once that something could not be done."""
        self._counted.stop()
        self.announcer.say(text, at_once=True)

    # Scan files

    def open(self, path: Path) -> bool:
        """Open a scan file in place of the one that is open; False: it cannot be opened."""
        try:
            opened = OpenScan(self, path, self._make_scorer)
        except (StoreError, QueueError) as error:
            self.fail(f"{path.name} cannot be opened: {error}")
            return False
        self._close_opened()
        self.opened = opened
        opened.found.connect(self._show_found)
        opened.loaded.connect(self.queue.offer)
        opened.tried.connect(self._show_try)
        opened.next_found.connect(self._go_to_first_of)
        opened.failed.connect(self.fail)
        self._remember(self.preferences.opened(path))
        self.setWindowTitle(f"{next(iter(opened.scan.targets), path.name)} – {TITLE}")
        self._found = Found()
        self._stack.setCurrentIndex(1)
        self.queue.clear()
        self.queue.table.setFocus()
        self._asked = self.queue.wanted
        opened.ask(self._asked)
        return True

    def close_scan(self) -> None:
        """Show the start page."""
        self._close_opened()
        self.setWindowTitle(TITLE)
        paths = self.preferences.existing()
        self.start.show_recent(paths, [recent_words(path) for path in paths])
        self._stack.setCurrentIndex(0)
        self.start.new_button.setFocus()

    def _close_opened(self) -> None:
        self._counted.stop()
        if self.opened:
            self.queue.show_found(None, Found(), Asked())
            self.opened.close()
            self.opened = None

    def choose_file(self) -> None:
        """Ask for a scan file."""
        dialog = QFileDialog(self, "Open a scan file", "", "Scan files (*.db);;All files (*)")
        dialog.fileSelected.connect(lambda name: self.open(Path(name)))
        self._show_dialog(dialog)

    def export(self) -> None:
        """Ask for a form and a file, and write the report."""
        if not self._has_scan():
            return
        assert self.opened
        path = self.opened.path
        dialog = ExportDialog(self, Path.home(), path.stem)

        def write() -> None:
            form, target = dialog.target
            self.say(f"Writing {target.name}.")
            self._exporting.run(
                lambda: export(path, form, target),
                lambda _: self.say(f"Written: {target}."),
                self._export_failed,
            )

        dialog.accepted.connect(write)
        self._show_dialog(dialog)

    def _export_failed(self, error: Exception) -> None:
        if not isinstance(error, ExportError):
            raise error
        self.fail(str(error))

    # Scanning

    def new_scan(self) -> None:
        """Ask what is to be scanned, and begin."""
        keep = self.opened.path if self.opened else None
        self._ask_scan(ScanRequest((), decisions=keep))

    def scan_again(self) -> None:
        """The same as the open scan, with its decisions."""
        if self._has_scan():
            assert self.opened
            self._ask_scan(request_of(self.opened.scan, self.opened.path))

    def _ask_scan(self, begin: ScanRequest) -> None:
        if self.scan.state in (ScanState.RUNNING, ScanState.PAUSED):
            self.fail("A scan is under way. Stop it first, with Control period.")
            return
        dialog = ScanDialog(self, begin)
        dialog.accepted.connect(lambda: self.scan.start(dialog.request))
        self._show_dialog(dialog)

    def pause(self) -> None:
        """Pause, or go on; also with an open scan that was interrupted."""
        if self.scan.pause_or_go_on():
            return
        if self.opened and not self.opened.scan.finished:
            self.scan.start(request_of(self.opened.scan, self.opened.path), self.opened.path)
            return
        self.say("No scan is running.")

    def stop(self) -> None:
        """Stop the scan."""
        if not self.scan.stop():
            self.say("No scan is running.")

    def _scan_changed(self, state: ScanState, message: str) -> None:
        self.scan_pane.show_state(state)
        if state is ScanState.RUNNING:
            self._refresh.start()
            self.say("The scan begins.")
            return
        self._refresh.stop()
        if state is ScanState.DONE and self.opened:
            self.opened.scan = self.opened.queue.scan()
        words = {
            ScanState.PAUSED: "The scan is paused. Control P goes on.",
            ScanState.STOPPED: "The scan is stopped. What was done is kept.",
            ScanState.DONE: "The scan is complete.",
            ScanState.FAILED: f"The scan ended: {message}",
        }
        # Said together with what was found: a line that follows at once would drown it.
        self._ended = words[state]
        if not self._show_scan():
            self._say_ended()

    def _say_ended(self) -> None:
        self.announcer.say(self._ended, at_once=True)
        self._ended = ""

    def _scan_progressed(self, progress: ScanProgress) -> None:
        self.scan_pane.show_progress(progress)
        if self.opened is None or self.opened.path != self.scan.path:
            self._show_scan()

    def _show_scan(self) -> bool:
        """Open the file of the scan, or show what is new in it; False: there is nothing to show."""
        path = self.scan.path
        if path is None or not path.exists():
            return False
        if self.opened is None or self.opened.path != path:
            return self.open(path)
        self.opened.ask(self._asked, afresh=True)
        return True

    def _look_again(self) -> None:
        """Show what is new, unless somebody reads the queue: rows that move under a reader are
        worse than rows that are late."""
        if not self.queue.table.hasFocus() or not len(self._found):
            self._show_scan()

    def refresh(self) -> None:
        """Show what is new now."""
        if self._has_scan() and self.opened:
            self.opened.ask(self._asked, afresh=True)

    # The queue and the current image

    def _ask(self, asked: Asked) -> None:
        if self.opened and asked != self._asked:
            self._asked = asked
            self.opened.ask(asked)

    def _show_found(self, found: Found, asked: Asked) -> None:
        if asked != self._asked or self.opened is None:
            return
        changed = len(found) != len(self._found) or not self.queue.table.hasFocus()
        self._found = found
        self.queue.show_found(self.opened.queue, found, asked)
        if not len(found):
            self._show_nothing()
        if self._ended:
            self._counted.stop()
            self._ended += f" {found_words(found, asked)}."
            self._say_ended()
        elif changed:
            self._counted.start(PAUSE if self.queue.typing else 0)

    def _show_nothing(self) -> None:
        if self.opened:
            self.opened.use = None
        self.detail.picture.show_use(None)
        self.detail.show_facts([], from_the_top=True)
        self.deciding.show_decision(None)
        self.trying.reset()

    def _choose(self, image: int, rank: int) -> None:
        if self.opened is None:
            return
        same = image == self.opened.image and self.opened.use is not None
        try:
            if not same:
                self.opened.choose(image, rank)
                assert self.opened.use
                self.detail.picture.show_use(self.opened.use)
                self.trying.reset(self.opened.use.record.name.text)
                self.deciding.show_decision(self.opened.decision())
            self.detail.show_facts(self.opened.facts(), from_the_top=not same)
        except (QueueError, DecideError) as error:
            self.fail(str(error))

    def _go_to(self, image: int) -> None:
        row = self.queue.model.row_of(image)
        if row is None:
            self.say("That image is left out by the filter.")
            return
        self.queue.go(row)
        self.queue.table.setFocus()

    def next_undecided(self) -> None:
        """Make the next image current that is not decided."""
        if self._has_scan() and self.opened:
            self.opened.ask_undecided(replace(self._asked, decision=UNDECIDED))

    def _go_to_first_of(self, undecided: Found) -> None:
        ids = set(undecided.ids)
        here = self.queue.table.currentIndex().row()
        rows = [*range(here + 1, len(self._found)), *range(here)]
        row = next((row for row in rows if self._found.ids[row] in ids), None)
        if row is None:
            self.say("Every other image is decided.")
            return
        self.queue.go(row)
        self.queue.table.setFocus()

    def only_this_picture(self) -> None:
        """Show only the uses of the current picture, or all again."""
        row = self.queue.table.currentIndex().row()
        shown = self.queue.model.row(row) if row >= 0 else None
        if shown:
            self.queue.only("" if self._asked.picture else shown.subject)

    def open_in_browser(self) -> None:
        """Open the page of the current image, at the image."""
        if self._has_image() and self.opened and self.opened.use:
            self.open_url(address_at(self.opened.use))
            self.say("Opened in the browser.")

    def copy_selector(self) -> None:
        """Put the selector of the current image into the clipboard."""
        if self._has_image() and self.opened and self.opened.use:
            QGuiApplication.clipboard().setText(self.opened.use.record.selector)
            self.say("Copied: selector")

    # Trying and deciding

    def _try(self, text: str) -> None:
        if self.opened and self.opened.use:
            self.opened.try_text(text)

    def _show_try(self, tried: Try, best: tuple[Try, ...]) -> None:
        self.trying.show_try(tried, best)
        self.say(tried.summary)

    def decide(self, choice: Choice) -> None:
        """Decide on the current image."""
        if not self._has_image() or self.opened is None or self.opened.use is None:
            return
        subject = self.opened.subject
        assert subject
        text = self.trying.text
        better = text if choice is Choice.WRONG and text != self.opened.use.record.name.text else ""
        made = Decision(choice, self.deciding.note.text().strip(), better)
        try:
            made = self.opened.decider.decide(subject, made)
        except DecideError as error:
            self.fail(str(error))
            return
        self._show_decision(f"Decided: {decided(made)}.")

    def undo(self) -> None:
        """Take back the last decision."""
        if not self._has_scan() or self.opened is None:
            return
        try:
            undone = self.opened.decider.undo()
        except DecideError as error:
            self.fail(str(error))
            return
        if undone is None:
            self.say("There is no decision to take back.")
            return
        _, now = undone
        self._show_decision(f"Taken back. Now: {decided(now) if now else 'not decided'}.")

    def _show_decision(self, words: str) -> None:
        assert self.opened
        self.queue.model.changed()
        self.deciding.show_state(self.opened.decision())
        self.detail.show_facts(self.opened.facts(), from_the_top=False)
        self.say(words)

    # Where one is, and how it looks

    def _has_scan(self) -> bool:
        if self.opened is None:
            self.say("No scan is open.")
        return self.opened is not None

    def _has_image(self) -> bool:
        if not self._has_scan():
            return False
        if self.opened and self.opened.use is None:
            self.say("No image is chosen.")
            return False
        return True

    def say_where(self) -> None:
        """Say how the scan, the queue and the decisions stand."""
        words = [self.scan_pane.words]
        if self.opened:
            row = self.queue.table.currentIndex().row() + 1
            words.append(f"Row {row:,} of {counted(len(self._found), 'image')}.")
        self.say(" ".join(words))

    def next_pane(self) -> None:
        """Go to the next part of the window."""
        if self.opened is None:
            return
        stops = (self.queue.table, self.detail.list, self.trying.box, self.deciding.note)
        here = QApplication.focusWidget()
        place = next((n for n, stop in enumerate(stops) if stop is here), -1)
        stops[(place + 1) % len(stops)].setFocus()

    def next_theme(self) -> None:
        """Light, dark, high contrast, and again."""
        place = THEMES.index(self.preferences.theme) + 1
        theme = THEMES[place % len(THEMES)]
        self._remember(replace(self.preferences, theme=theme))
        self._apply_preferences()
        self.say(f"Colours: {theme}")

    def _resize_text(self, steps: int) -> None:
        self._remember(self.preferences.larger(steps))
        self._apply_preferences()
        self.say(f"Text of {self.preferences.text_size} points")

    def _remember(self, preferences: Preferences) -> None:
        self.preferences = preferences
        write_preferences(preferences, self._settings)

    def _apply_preferences(self) -> None:
        apply_theme(_application(), self.preferences.theme, self.preferences.text_size)
        self.queue.fit()
        self.trying.fit()
        self._arrange()

    def _arrange(self) -> None:
        """One part under the other where there is no room for two side by side."""
        beside = self.width() > SIDE_BY_SIDE * self.fontMetrics().averageCharWidth()
        way = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if way != self._splitter.orientation():
            self._splitter.setOrientation(way)
            self._splitter.setSizes(PROPORTIONS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the parts anew."""
        super().resizeEvent(event)
        self._arrange()

    def _bring_into_view(self, before: QWidget | None, now: QWidget | None) -> None:
        if now and self._splitter.isAncestorOf(now):
            self._scroll.ensureWidgetVisible(now, 0, 20)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing is lost: a running scan is stopped and can be gone on with."""
        self._refresh.stop()
        self._counted.stop()
        self.scan.close()
        self.server.run.stop()
        self._exporting.close()
        if self.opened:
            self.opened.close()
            self.opened = None
        event.accept()


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
