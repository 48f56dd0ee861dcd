"""Whatever can be reached has a role and a name, in every window and dialog."""

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QAccessible, QHelpEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QListView,
    QPushButton,
    QToolTip,
    QWidget,
)

from app.desk.article_request import ArticleRequest
from app.desk.keys import KEYS
from app.desk.scanning import ScanRequest
from app.gui.panes.article_dialog import ArticleDialog
from app.gui.panes.dialogs import ExportDialog, HelpDialog, ScanDialog
from app.gui.panes.edit_dialog import EditDialog
from app.gui.panes.fact_delegate import _Places
from app.gui.panes.fact_model import FACT
from app.gui.panes.queue_model import QueueModel
from auditor.wiki.edits.edits import Edit
from auditor.wiki.sites.article import Article
from auditor.wiki.wikitext.names import ENGLISH

ARTICLE = Article("Cat", "", "", "en", 7, None, "[[File:Cat.jpg]]", ENGLISH)
EDIT = Edit(ARTICLE, "", "--- Cat\n+++ Cat\n@@ -1 +1 @@\n-a\n+b\n", "Add alt text", ("no",))
ROLE = QAccessible.Role
TEXT = QAccessible.Text


def reachable(root: QWidget) -> list[QWidget]:
    """What the keyboard reaches, and every button."""
    shown = [each for each in root.findChildren(QWidget) if each.isVisibleTo(root)]
    return [
        each
        for each in shown
        if each.objectName() != "qt_spinbox_lineedit"  # a part of its spin box
        and (each.focusPolicy() & Qt.FocusPolicy.TabFocus or isinstance(each, QAbstractButton))
    ]


def nameless(root: QWidget) -> list[str]:
    found = []
    for widget in reachable(root):
        interface = QAccessible.queryAccessibleInterface(widget)
        name = interface.text(TEXT.Name) if interface else ""
        if isinstance(widget, QComboBox):  # its name is its value; only a buddy names it
            labels = [each for each in root.findChildren(QLabel) if each.buddy() is widget]
            name = labels[0].text() if labels else ""
        role = interface.role() if interface else ROLE.NoRole
        if not name or role in (ROLE.NoRole, ROLE.Client):
            found.append(f"{type(widget).__name__} {widget.objectName()} {role} {name!r}")
    return found


def test_everything_in_the_window_is_named(opened):
    assert reachable(opened)
    assert nameless(opened) == []


def test_everything_on_the_start_page_is_named(window):
    assert nameless(window) == []


def test_everything_in_each_dialog_is_named(opened, tmp_path):
    request = ScanRequest(("http://s/",), decisions=tmp_path / "s.db")
    for dialog in (
        ScanDialog(opened, request),
        ExportDialog(opened, tmp_path, "site"),
        HelpDialog(opened),
        ArticleDialog(opened, ArticleRequest("Cat", "en.wikipedia.org")),
        EditDialog(opened, EDIT, print, print),
    ):
        assert reachable(dialog)
        assert nameless(dialog) == [], dialog.windowTitle()
        assert dialog.windowTitle()


def test_every_field_is_described(opened):
    for widget in reachable(opened):
        if widget.accessibleName() and not isinstance(widget, QLabel):
            assert widget.accessibleDescription() or widget.whatsThis(), widget.accessibleName()


def test_a_hint_is_heard_once_and_what_is_wrong_each_time(opened):
    field, note = opened.queue.filter.text, opened.deciding.note
    hint = field.accessibleDescription()
    assert hint
    note.setAccessibleDescription("Too long")
    for _ in range(2):
        field.setFocus()
        note.setFocus()
        opened.queue.setFocus()
    described = QAccessible.queryAccessibleInterface(field).text(TEXT.Description)
    assert described == ""
    QApplication.sendEvent(field, QHelpEvent(QEvent.Type.ToolTip, QPoint(1, 1), QPoint(1, 1)))
    assert QToolTip.text() == hint
    assert note.accessibleDescription() == "Too long"


def test_no_mnemonic_is_given_twice(opened):
    words = [each.text() for each in opened.findChildren(QLabel) if each.buddy()]
    words += [each.text() for each in opened.findChildren(QAbstractButton)]
    words += [action.text() for action in opened.menuBar().actions()]
    visible = [word for word in words if "&" in word]
    other_page = {"&New scan…", "&Open a scan file…", "Open an ar&ticle…", "&Recent scans:"}
    letters = [w[w.index("&") + 1].lower() for w in visible if w not in other_page]
    assert sorted(letters) == sorted(set(letters))


def test_no_mnemonic_of_a_dialog_is_given_twice(opened):
    for dialog in (
        ScanDialog(opened, ScanRequest(())),
        ArticleDialog(opened, ArticleRequest("Cat", "en.wikipedia.org")),
        EditDialog(opened, EDIT, print, print),
    ):
        words = [each.text() for each in dialog.findChildren(QLabel) if each.buddy()]
        words += [each.text() for each in dialog.findChildren(QAbstractButton)]
        letters = [word[word.index("&") + 1].lower() for word in words if "&" in word]
        assert sorted(letters) == sorted(set(letters)), dialog.windowTitle()


def test_no_mnemonic_of_a_menu_is_given_twice(opened):
    for menu in opened.menuBar().actions():
        labels = [action.text() for action in menu.menu().actions()]
        letters = [label[label.index("&") + 1].lower() for label in labels]
        assert sorted(letters) == sorted(set(letters)), menu.text()


def test_what_is_announced_has_the_role_of_a_notification(opened):
    interface = QAccessible.queryAccessibleInterface(opened.announcer)
    opened.say("Something happened.")
    assert interface.role() == ROLE.Notification
    assert interface.text(TEXT.Name) == "Something happened."


def test_the_models_keep_qt_s_rules(opened, qtmodeltester):
    qtmodeltester.check(opened.queue.model)
    qtmodeltester.check(opened.detail.model)


def test_an_empty_queue_can_be_shown(qtbot, window):
    model = QueueModel(window)
    assert model.rowCount() == 0
    assert model.image(0) is None


def test_no_box_takes_a_key_of_the_window_for_its_own(opened):
    for key in KEYS:
        if key.action == "undo":  # in a box: the last typing, as the help says
            continue
        pressed = QKeySequence(key.keys)[0]
        kind = QEvent.Type.ShortcutOverride
        event = QKeyEvent(kind, pressed.key(), pressed.keyboardModifiers())
        event.ignore()
        QApplication.sendEvent(opened.queue.filter.text, event)
        assert not event.isAccepted(), key.keys


def test_the_rows_of_a_list_hold_their_words_beside_its_bar(opened):
    """The bar comes when all heights are known, and takes of the width."""
    dialog = HelpDialog(opened)
    dialog.show()
    QApplication.processEvents()
    view = dialog.findChild(QListView)
    assert view.verticalScrollBar().isVisible()
    rows = [view.model().index(row, 0) for row in range(view.model().rowCount())]
    assert all(view.visualRect(row).height() >= row_height(view, row) for row in rows)
    dialog.reject()


def row_height(view: QListView, row: QModelIndex) -> int:
    """What the words of a row take in the width in which it is painted."""
    return _Places(row.data(FACT), view.font(), view.visualRect(row).width()).height


def test_the_words_of_a_button_are_not_cut(opened):
    for dialog in (ScanDialog(opened, ScanRequest(())), HelpDialog(opened)):
        dialog.show()
        QApplication.processEvents()
        for button in dialog.findChildren(QPushButton):
            words = button.fontMetrics().horizontalAdvance(button.text().replace("&", ""))
            assert button.width() >= words + 24, button.text()
        dialog.reject()
