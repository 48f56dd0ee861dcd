"""The window in other languages. What it says is held against a language that says each message in
brackets: what stands outside of them was glued, or was not asked to be said."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QLabel,
    QListView,
    QWidget,
)

from app.desk.article_request import ArticleRequest
from app.desk.preferences import Preferences, write_preferences
from app.desk.scanning import ScanProgress, ScanRequest, progress_words
from app.gui.panes.article_dialog import ArticleDialog
from app.gui.panes.dialogs import ExportDialog, HelpDialog, ScanDialog
from app.gui.panes.edit_dialog import EditDialog
from app.gui.panes.tongue import speak
from app.gui.window import Window
from auditor.catalogue import languages, tongue
from auditor.decision import Choice
from tests.app.gui.test_names import EDIT
from tests.app.gui.test_window import said
from tests.auditor.reports.test_languages import BRACKETS, outside

OF_THE_SCAN = (
    *("http://site/den", "http://site/", "/den", "A hill in the morning", "fox.png", "on site"),
    *(
        "image-without-name",
        "img",
        "site",
        "hill.png",
        "leaf.png",
        "hill",
        "leaf",
        "CSV",
        "fox",
        "Red foxes",
        "Page /",
    ),
)
OTHERS = [code for code in languages() if code != "en"]


@pytest.fixture
def window_in(qtbot, tmp_path, scorer) -> Iterator[object]:
    """Makes a window in a language."""
    made: list[Window] = []

    def make(code: str) -> Window:
        settings = tmp_path / "window.json"
        write_preferences(Preferences(language=code), settings)
        window = Window(settings, lambda model, sha256: scorer)
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        made.append(window)
        return window

    yield make
    for window in made:
        window.close()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    speak(app, "en")


@pytest.fixture
def in_brackets(monkeypatch):
    for module in ("app.gui.panes.tongue", "app.desk.preferences"):
        monkeypatch.setattr(f"{module}.tongue", lambda code: BRACKETS)


def words_outside(text: str) -> str:
    left = outside(text.replace("&", ""))
    for known in sorted(OF_THE_SCAN, key=len, reverse=True):
        left = left.replace(known, "")
    left = re.sub(r"(Ctrl|Shift|Alt)\+\S+|\bF\d+\b", "", left)
    return left if re.search("[A-Za-z]{2,}", left) else ""


def texts_of(root: QWidget) -> Iterator[str]:
    of_qt = {
        button for box in root.findChildren(QDialogButtonBox) for button in box.buttons()
        if box.standardButton(button) != QDialogButtonBox.StandardButton.NoButton
    }  # fmt: skip
    for label in root.findChildren(QLabel):
        if label.objectName() != "title":  # the name of the scan
            yield label.text()
    for button in root.findChildren(QAbstractButton):
        if button not in of_qt:
            yield button.text()
    for box in root.findChildren(QComboBox):
        yield from (box.itemText(row) for row in range(box.count()))
    for widget in root.findChildren(QWidget):
        if not isinstance(widget, QAbstractButton) or widget not in of_qt:
            yield from (widget.accessibleName(), widget.accessibleDescription())
    for view in root.findChildren(QListView):
        model = view.model()
        if view.parent().metaObject().className() != "QComboBoxPrivateContainer":
            yield from (str(model.index(row, 0).data() or "") for row in range(model.rowCount()))


def test_nothing_of_the_window_is_said_outside_of_a_message(
    window_in, in_brackets, scan_file, qtbot
):
    window = window_in("en")
    heard: list[str] = []
    say = window.announcer.say
    window.announcer.say = lambda text, at_once=False: (say(text), heard.append(said(window)))
    assert [text for text in texts_of(window.start) if words_outside(text)] == []
    window.open(scan_file)
    queue = window.queue
    qtbot.waitUntil(lambda: queue.model.rowCount() == 5 and queue.filter.status.count() > 2)
    window.actions_by_name[Choice.WRONG.value].trigger()
    qtbot.waitUntil(lambda: any("Decided" in text for text in heard))
    window.actions_by_name["undo"].trigger()
    window.actions_by_name["where"].trigger()
    queue.filter.text.setText("zebra")
    qtbot.waitUntil(lambda: queue.model.rowCount() == 0)
    heard += queue.table.empty
    queue.filter.clear()
    for group in ("picture", "page", "rule", ""):
        queue.filter.group.setCurrentIndex(queue.filter.group.findData(group))
        qtbot.waitUntil(lambda group=group: queue.model.grouped == bool(group))
        qtbot.waitUntil(lambda: queue.model.rowCount() > 0)
        for row in range(queue.model.rowCount()):
            for column in range(queue.model.columnCount()):
                index = queue.model.index(row, column)
                roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
                heard += [str(index.data(role)) for role in roles]
        orientation = Qt.Orientation.Horizontal
        columns = range(queue.model.columnCount())
        heard += [str(queue.model.headerData(n, orientation)) for n in columns]
    heard += [action.text() for action in window.actions_by_name.values()]
    heard += [menu.text() for menu in window.menuBar().actions()]
    left = [text for text in (*heard, *texts_of(window)) if words_outside(text)]
    assert left == [], left


def test_no_dialog_says_anything_outside_of_a_message(window_in, in_brackets, tmp_path):
    window = window_in("en")
    for dialog in (
        ScanDialog(window, ScanRequest((), decisions=tmp_path / "s.db")),
        ExportDialog(window, tmp_path, "site"),
        HelpDialog(window),
        ArticleDialog(window, ArticleRequest("", "")),
        EditDialog(window, EDIT, print, print),
    ):
        texts = [dialog.windowTitle(), *texts_of(dialog)]
        left = [text for text in map(words_outside, texts) if text]
        assert [text for text in left if text.strip(" :") not in ("Add alt text", "no")] == []
        dialog.close()


@pytest.mark.parametrize("code", OTHERS)
def test_no_mnemonic_is_given_twice_in_any_language(code, window_in, scan_file):
    window = window_in(code)
    menus = [action.text() for action in window.menuBar().actions()]
    for page in (window.start, window._page):
        words = [each.text() for each in page.findChildren(QLabel) if each.buddy()]
        words += [each.text() for each in page.findChildren(QAbstractButton)]
        letters = [w[w.index("&") + 1].lower() for w in (*menus, *words) if "&" in w]
        assert sorted(letters) == sorted(set(letters)), (code, words)


def test_the_window_speaks_the_language_that_was_chosen(window_in, scan_file, qtbot):
    window = window_in("de")
    assert window.windowTitle() == "Alternativtext-Prüfer"
    assert [each.text() for each in window.menuBar().actions()][:2] == ["&Datei", "&Scan"]
    window.open(scan_file)
    qtbot.waitUntil(lambda: said(window) == "5 Bilder.")
    window.queue.filter.text.setText("hill")
    qtbot.waitUntil(lambda: said(window) == "1 Bild: mit „hill“.")
    index = window.queue.model.index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "1 von 1"


def test_numbers_choose_their_words():
    progress = ScanProgress(1, 1, 1200, 2.0, 1.0)
    said = tongue("de")(progress_words(progress))
    assert said == "1 von 1 Seite, 1.200 Bilder, 0,5 Seiten in der Sekunde, noch etwa 1 Sekunde"
