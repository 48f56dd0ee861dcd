"""Every action by keys alone."""

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget

from app.desk.keys import KEYS
from app.desk.preferences import THEMES
from app.desk.scanning import ScanRequest, ScanState
from app.desk.serving import ENDED, ServerRun
from app.gui.panes.dialogs import ExportDialog, HelpDialog, ScanDialog
from auditor.decision import Choice, Subject
from auditor.store.decisions import Decisions
from tests.auditor.scan_files import Image, write

FOX = Subject("fox", "fox.png", "fox.png")
K = Qt.Key


def press(keys: str, times: int = 1) -> None:
    """Press keys where the focus is, as "Ctrl+F" or "Down"."""
    combination = QKeySequence(keys)[0]
    for _ in range(times):
        focused = QApplication.activePopupWidget() or in_focus()
        QTest.keyClick(focused, combination.key(), combination.keyboardModifiers())


def in_focus() -> QWidget:
    """What has the keyboard, when it is there: no window manager comes back to a window when a
    dialog is closed."""
    if QApplication.activeWindow() is None:
        for each in QApplication.topLevelWidgets():
            if isinstance(each, QMainWindow) and each.isVisible():
                each.activateWindow()
    for _ in range(3000):
        if QApplication.focusWidget() is not None:
            break
        QTest.qWait(10)
    return QApplication.focusWidget()


def type_text(text: str) -> None:
    QTest.keyClicks(in_focus(), text)


def said(window) -> str:
    return window.announcer.text()


def row(window) -> int:
    return window.queue.table.currentIndex().row()


def focus_name() -> str:
    focused = QApplication.focusWidget()
    return focused.accessibleName() if focused else ""


def test_a_scan_opens_at_the_worst_image_in_the_queue(opened, qtbot):
    assert focus_name() == "Queue"
    assert row(opened) == 0
    assert "http://site/" in opened.windowTitle()
    assert opened.detail.model.fact(1).text == "no alternative text"
    qtbot.waitUntil(lambda: said(opened) == "5 images.")


def test_arrows_lead_through_the_queue_and_the_detail_follows(opened):
    press("Down")
    assert row(opened) == 1
    assert str(opened.detail.model.fact(1)) == "Text: “fox.png”"
    press("Ctrl+End")
    assert row(opened) == 4


def test_enter_goes_to_the_detail_and_escape_comes_back(opened):
    press("Return")
    assert focus_name() == "Detail"
    press("Down")
    assert opened.detail.list.currentIndex().row() == 1
    press("Escape")
    assert focus_name() == "Queue"


def test_typing_into_the_filter_leaves_out_what_does_not_agree(opened, qtbot):
    press("Ctrl+F")
    assert focus_name() == "Search"
    type_text("hill")
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 1)
    qtbot.waitUntil(lambda: said(opened) == "1 image: with “hill”.")
    press("Backspace", 4)
    type_text("zzz")
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 0)
    qtbot.waitUntil(lambda: said(opened) == "No image is left: with “zzz”.")
    assert opened.detail.model.rowCount() == 0


def test_a_status_is_chosen_by_its_mnemonic_and_arrows(opened, qtbot):
    press("Alt+U")
    assert focus_name() == "Status"
    press("Down", 2)
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 1)
    assert opened.queue.filter.status.currentText() == "missing, 1"


def test_a_group_is_opened_by_enter(opened, qtbot):
    press("Alt+B")
    press("Down", 3)
    qtbot.waitUntil(lambda: opened.queue.filter.wanted.group == "rule")
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 2)
    qtbot.waitUntil(lambda: said(opened) == "2 rules, 3 images.")
    press("Alt+1")
    press("Down")
    press("Return")
    qtbot.waitUntil(lambda: opened.queue.filter.wanted.rule == "alt-file-name")
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 2)
    assert opened.queue.filter.wanted.group == ""


def test_the_order_is_turned_round(opened, qtbot):
    press("Alt+E")
    qtbot.waitUntil(lambda: opened.queue.model.rank(0) == 5)


@pytest.mark.parametrize(
    ("keys", "choice"),
    [
        ("Ctrl+1", "right"),
        ("Ctrl+2", "wrong"),
        ("Ctrl+3", "decorative"),
        ("Ctrl+4", "needs-a-person"),
    ],
)
def test_each_decision_has_a_key(opened, scan_file, keys, choice, qtbot):
    press("Down")
    decided = opened.queue.table.currentIndex()
    press(keys)
    assert Decisions(scan_file).get(FOX).choice == choice
    words = choice.replace("-", " ")
    qtbot.waitUntil(lambda: said(opened).startswith(f"Decided: {words}, for 2 uses."))
    assert decided.siblingAtColumn(4).data() == words
    assert focus_name() == "Queue"


def test_each_decision_has_a_mnemonic(opened, scan_file, qtbot):
    press("Down")
    press("Alt+W")
    qtbot.waitUntil(lambda: said(opened).startswith("Decided: wrong, for 2 uses."))
    assert Decisions(scan_file).get(FOX).choice is Choice.WRONG


def test_a_decision_is_taken_back_and_its_image_comes_again(opened, scan_file, qtbot):
    press("Down")
    press("Ctrl+1")
    assert row(opened) == 3
    press("Ctrl+Z")
    assert Decisions(scan_file).get(FOX) is None
    assert row(opened) == 1
    qtbot.waitUntil(lambda: said(opened) == "Taken back. 0 of 5 decided.")
    press("Ctrl+Z")
    assert said(opened) == "There is no decision to take back."


def test_what_was_typed_comes_back_with_a_decision_that_is_taken_back(opened, scan_file):
    press("Down")
    press("Ctrl+T")
    type_text("A red fox")
    press("Alt+3")
    type_text("ask Ann")
    press("Ctrl+2")
    assert row(opened) == 3
    press("Ctrl+Z")
    assert (opened.trying.text, opened.deciding.note.text()) == ("A red fox", "ask Ann")
    press("Ctrl+2")
    assert Decisions(scan_file).get(FOX).better == "A red fox"


def test_a_text_is_tried_scored_and_kept_with_the_decision(opened, scan_file, qtbot, scorer):
    press("Down")
    press("Ctrl+T")
    assert focus_name() == "Try a text"
    press("Ctrl+A")
    type_text("A red fox in snow")
    qtbot.waitUntil(lambda: scorer.asked[-1:] == ["A red fox in snow"])
    qtbot.waitUntil(lambda: said(opened) == "Quality 2.7 of 5, was 2.0: good.")
    press("Tab")
    assert focus_name() == "Score of the text tried"
    press("Tab")
    assert focus_name() == "Best texts so far"
    press("Tab")
    assert focus_name() == "Note"
    type_text("ask the author")
    press("Ctrl+2")
    made = Decisions(scan_file).get(FOX)
    assert (made.better, made.note) == ("A red fox in snow", "ask the author")


@pytest.mark.parametrize("keys", ["Ctrl+T", "Alt+T", "F6"])
def test_what_is_typed_takes_the_place_of_the_text_that_is_there(opened, scan_file, qtbot, keys):
    press("Down")
    press(keys, 2 if keys == "F6" else 1)
    assert focus_name() == "Try a text"
    type_text("A red fox")
    assert opened.trying.text == "A red fox"
    press("Ctrl+2")
    assert Decisions(scan_file).get(FOX).better == "A red fox"
    qtbot.waitUntil(lambda: said(opened).startswith("Decided: wrong, better: “A red fox”"))


def test_control_t_in_the_box_selects_its_text_again(opened):
    press("Down")
    press("Ctrl+T")
    type_text("A red")
    press("Ctrl+T")
    type_text("A fox")
    assert opened.trying.text == "A fox"


@pytest.mark.parametrize(
    ("typed", "keys", "words"),
    [
        ("", "Ctrl+2", "No other text is kept: the box holds the text that is there."),
        ("Backspace", "Ctrl+2", "No other text is kept: the box is empty."),
        ("A fox", "Ctrl+1", "The text in the box is not kept."),
        ("A fox", "Ctrl+3", "The text in the box is not kept."),
    ],
)
def test_it_is_said_when_the_text_in_the_box_is_not_kept(
    opened, scan_file, qtbot, typed, keys, words
):
    press("Down")
    press("Ctrl+T")
    if typed == "Backspace":
        press("Backspace")
    else:
        type_text(typed)
    press(keys)
    qtbot.waitUntil(lambda: words in said(opened))
    assert Decisions(scan_file).get(FOX).better == ""


def test_a_text_that_cannot_be_scored_is_said(opened, qtbot, scorer):
    scorer.error = "No text can be scored: there is no model."
    press("Ctrl+T")
    type_text("A fox")
    qtbot.waitUntil(lambda: said(opened) == scorer.error)


def test_the_next_undecided_image_is_found(opened, qtbot):
    press("Ctrl+Shift+N")
    assert said(opened) == "After a decision the image stays."
    press("Down")
    press("Ctrl+1")
    assert row(opened) == 1
    press("F3")
    qtbot.waitUntil(lambda: row(opened) == 3)
    press("F3")
    qtbot.waitUntil(lambda: row(opened) == 4)
    press("F3")
    qtbot.waitUntil(lambda: row(opened) == 0)


def test_the_end_of_the_undecided_is_said(opened, qtbot):
    for place in range(5):
        opened.queue.go(place)
        press("Ctrl+4")
    qtbot.waitUntil(lambda: said(opened).endswith("5 of 5 decided."))
    press("F3")
    qtbot.waitUntil(lambda: said(opened) == "Every other image is decided.")


def test_the_next_open_image_comes_by_itself_with_the_progress(opened, qtbot):
    for decided, then in ((1, 1), (3, 3), (4, 4)):
        press("Ctrl+1")
        assert row(opened) == then
        assert focus_name() == "Queue"
        progress = f"{decided} of 5 decided."
        reach = ", for 2 uses" if decided == 3 else ""
        words = f"Decided: right{reach}. {progress}"
        qtbot.waitUntil(lambda w=words: said(opened) == w)
        assert opened.header.progress.text() == progress
    press("Ctrl+1")
    qtbot.waitUntil(lambda: opened.header.progress.text() == "5 of 5 decided.")
    press("Ctrl+I")
    assert said(opened).endswith("Row 5 of 5. 5 of 5 decided.")


def test_two_quick_keys_decide_two_images(opened, scan_file):
    press("Ctrl+4", 2)
    assert Decisions(scan_file).count() == 2


def test_an_open_image_far_away_comes_too(opened, qtbot, monkeypatch):
    monkeypatch.setattr("app.gui.controllers.browsing.NEAR", 1)
    opened.queue.go(1)
    press("Ctrl+1")
    qtbot.waitUntil(lambda: row(opened) == 3)
    opened.queue.go(4)
    press("Ctrl+1")
    qtbot.waitUntil(lambda: row(opened) == 0)


def test_progress_is_that_of_the_filter(opened, qtbot):
    press("Down")
    press("Ctrl+1")
    press("Ctrl+F")
    type_text("hill")
    qtbot.waitUntil(lambda: opened.header.progress.text() == "0 of 1 decided.")


def test_that_the_image_stays_is_remembered(opened):
    press("Ctrl+Shift+N")
    assert not opened.preferences.goes_on
    assert not opened.actions_by_name["goes_on"].isChecked()
    press("Ctrl+Shift+N")
    assert said(opened) == "After a decision the next image comes that is not decided."
    assert opened.preferences.goes_on


def cells(window, number: int) -> list[str]:
    model = window.queue.model
    return [model.index(number, column).data() for column in range(model.columnCount())]


@pytest.mark.parametrize(
    ("group", "rows", "first"),
    [
        ("rule", 2, ["image-without-name", "1", "open"]),
        ("page", 2, ["Page /, http://site/", "3", "none decided"]),
        ("picture", 3, ["fox.png", "3", "none decided"]),
    ],
)
def test_a_row_for_a_group_begins_with_the_group_and_is_in_view(opened, qtbot, group, rows, first):
    opened.queue.filter.group.setCurrentIndex(opened.queue.filter.group.findData(group))
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == rows)
    assert cells(opened, 0)[:3] == first
    metrics = opened.queue.table.fontMetrics()
    for place, words in enumerate(first):
        assert opened.queue.table.columnWidth(place) >= metrics.horizontalAdvance(words)
        assert opened.queue.table.columnViewportPosition(place) < opened.queue.table.width()


def test_a_group_is_decided_when_all_of_it_is(opened, qtbot):
    opened.queue.filter.group.setCurrentIndex(opened.queue.filter.group.findData("page"))
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 2)
    press("Alt+1")
    press("Ctrl+1")
    qtbot.waitUntil(lambda: cells(opened, 0)[2] == "1 of 3 decided")
    assert row(opened) == 0
    qtbot.waitUntil(lambda: said(opened) == "Decided: right. 1 of 5 decided.")
    press("F3")
    assert row(opened) == 1
    press("F3")
    assert row(opened) == 0
    press("Ctrl+I")
    assert "Row 1 of 2 pages." in said(opened)


def test_the_text_takes_what_room_is_left(opened):
    table = opened.queue.table
    for width in (1280, 1800):
        opened.resize(width, 800)
        QApplication.processEvents()
        assert abs(table.horizontalHeader().length() - table.viewport().width()) < 40


def test_every_cell_of_a_row_is_in_view_at_the_first_size(opened):
    table = opened.queue.table
    last = opened.queue.model.columnCount() - 1
    assert table.columnViewportPosition(last) < table.viewport().width()


def test_f6_leads_round_the_parts(opened):
    names = []
    for _ in range(4):
        press("F6")
        names.append(focus_name())
    assert names == ["Detail", "Try a text", "Note", "Queue"]


def test_tab_leads_through_everything_and_round(opened):
    names = [focus_name()]
    for _ in range(30):
        press("Tab")
        if focus_name() == names[0]:
            break
        names.append(focus_name())
    assert len(names) == len(set(names)), "a control was met twice"
    assert {"Picture of no alternative text (fox.png)", "Detail", "Try a text", "Right"} < set(
        names
    )
    press("Backtab")
    assert focus_name() == names[-1]


def test_another_use_of_the_picture_is_gone_to(opened):
    press("Down")
    press("Return")
    press("End")
    assert str(opened.detail.model.fact(opened.detail.list.currentIndex().row())).startswith("Also")
    press("Return")
    assert focus_name() == "Queue"
    assert row(opened) != 1


def test_only_one_picture_is_shown_and_all_again(opened, qtbot):
    press("Down")
    press("Ctrl+Shift+U")
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 3)
    press("Ctrl+Shift+U")
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 5)


def test_the_page_opens_at_the_image_and_the_selector_is_copied(opened):
    asked = []
    opened.open_url = asked.append
    press("Ctrl+B")
    assert asked == ["http://site/#n0"]
    press("Ctrl+Shift+C")
    assert QGuiApplication.clipboard().text() == "#n0"


def test_a_line_of_the_detail_is_copied(opened):
    press("Alt+2")
    press("Down")
    press("Ctrl+C")
    assert QGuiApplication.clipboard().text() == "no alternative text"
    assert said(opened) == "Copied: Text"


def test_where_one_is_is_said(opened, qtbot):
    press("Down")
    qtbot.waitUntil(lambda: opened.header.progress.text() != "")
    press("Ctrl+I")
    assert said(opened) == "Row 2 of 5. 0 of 5 decided."


def test_text_and_colours_change_and_are_remembered(opened):
    press("Ctrl++")
    assert said(opened) == "Text of 14 points"
    press("Ctrl+-")
    assert said(opened) == "Text of 12 points"
    for theme in ("dark", "high contrast", "light"):
        press("Ctrl+Shift+K")
        assert said(opened) == f"Colours: {theme}"
        assert opened.preferences.theme == theme


def dialog(kind, qtbot):
    """The dialog of this kind, when it has the focus."""
    qtbot.waitUntil(lambda: isinstance(QApplication.activeWindow(), kind))
    return QApplication.activeWindow()


def test_f1_lists_every_key(opened, qtbot):
    press("F1")
    dialog(HelpDialog, qtbot)
    assert focus_name() == "Keys"
    press("Escape")
    qtbot.waitUntil(lambda: not isinstance(QApplication.activeWindow(), HelpDialog))


def test_a_report_is_written(opened, qtbot, tmp_path):
    press("Ctrl+Shift+E")
    dialog(ExportDialog, qtbot)
    assert focus_name() == "Form"
    press("Tab")
    press("Ctrl+A")
    type_text(str(tmp_path / "list.work-list.csv"))
    press("Return")
    qtbot.waitUntil(lambda: said(opened).startswith("Written: "))
    assert "alt-file-name" in (tmp_path / "list.work-list.csv").read_text("utf-8")


def test_a_report_that_cannot_be_written_is_said(opened, qtbot):
    press("Ctrl+Shift+E")
    dialog(ExportDialog, qtbot)
    press("Tab")
    press("Ctrl+A")
    type_text("/absent/list.csv")
    press("Return")
    qtbot.waitUntil(lambda: "cannot be written" in said(opened))


def test_without_a_scan_every_action_says_so(window):
    # What asks, ends or leads away is tried elsewhere.
    others = {"new_scan", "open", "recent", "quit", "help", "larger", "smaller", "theme"}
    others |= {"goes_on", "scope", "pause", "stop", "where", "same_picture", "next_pane"}
    others |= {"language"}
    others |= {"queue", "filter", "detail", "try", "note", "serve", "article"}
    for key in KEYS:
        if key.action not in others:
            window.say("")
            window.actions_by_name[key.action].trigger()
            assert said(window) == "No scan is open.", key.action


def test_every_key_of_the_table_is_an_action_with_that_key(window):
    for key in KEYS:
        assert window.actions_by_name[key.action].shortcut() == QKeySequence(key.keys)
        assert not window.actions_by_name[key.action].shortcut().isEmpty(), key.keys


def test_a_new_scan_runs_and_its_images_are_heard_of(window, site, qtbot, monkeypatch):
    monkeypatch.setenv("AUDITOR_SCAN_NO_SCORE", "1")
    site["/"] = "<h1>One</h1><img src=/a.png><a href=/two>two</a>"
    site["/two"] = "<img src=/b.png alt=two.png>"
    press("Ctrl+N")
    dialog(ScanDialog, qtbot)
    assert focus_name() == "Pages"
    press("Tab")
    press("Shift+Tab")
    type_text(site.url())
    press("Alt+W")
    shown = dialog(ScanDialog, qtbot)
    qtbot.waitUntil(lambda: shown.static.isChecked())
    press("Alt+S")
    qtbot.waitUntil(lambda: said(window) == "The scan begins.")
    qtbot.waitUntil(lambda: window.scan.state is ScanState.DONE, timeout=180_000)
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == 2)
    qtbot.waitUntil(lambda: bool(window.opened.scan.finished))
    qtbot.waitUntil(lambda: said(window) == "The scan is complete. 2 images.")


def test_a_scan_is_paused_gone_on_with_and_stopped_by_keys(window, site, qtbot, monkeypatch):
    monkeypatch.setenv("AUDITOR_SCAN_NO_SCORE", "1")
    site["/"] = "<img src=/a.png><a href=/two>two</a>"
    site.hold("/two")
    window.scan.start(ScanRequest((site.url(),), static=True))
    qtbot.waitUntil(lambda: window.opened is not None, timeout=180_000)
    qtbot.waitUntil(lambda: "/two" in site.asked, timeout=180_000)
    press("Ctrl+P")
    qtbot.waitUntil(
        lambda: said(window) == "The scan is paused. Control P goes on. 1 image.", timeout=180_000
    )
    press("Ctrl+P")
    assert window.scan.state is ScanState.RUNNING
    qtbot.waitUntil(lambda: site.asked.count("/two") == 2, timeout=180_000)
    press("Ctrl+.")
    words = "The scan is stopped. What was done is kept. 1 image."
    qtbot.waitUntil(lambda: said(window) == words, timeout=180_000)


def test_the_server_of_the_extension_is_started_and_stopped_by_a_key(window, qtbot):
    window.server.run = ServerRun(window.server.said.emit, ("--port", "0", "--no-score"))
    press("Ctrl+Shift+S")
    qtbot.waitUntil(lambda: said(window).startswith("Pairing code"), timeout=180_000)
    press("Ctrl+Shift+S")
    assert not window.server.run.running
    qtbot.waitUntil(lambda: said(window) == ENDED)


@pytest.mark.parametrize("theme", THEMES)
def test_the_fields_of_a_new_scan_have_room_for_what_is_typed(window, qtbot, theme):
    while window.preferences.theme != theme:
        press("Ctrl+Shift+K")
    press("Ctrl+N")
    shown = dialog(ScanDialog, qtbot)
    press("Alt+M")
    qtbot.waitUntil(lambda: focus_name() == "Most pages")
    press("Ctrl+A")
    type_text("1250")
    assert shown.request.max_pages == 1250
    for field in shown.findChildren(QLineEdit):
        needed = field.fontMetrics().horizontalAdvance(field.text() or "no limit")
        assert field.contentsRect().width() >= needed, field.accessibleName()
    press("Escape")


def test_a_scan_without_pages_is_not_begun(window, qtbot):
    press("Ctrl+N")
    shown = dialog(ScanDialog, qtbot)
    press("Alt+S")
    qtbot.waitUntil(lambda: shown.problem.text() == "Name a page or a sitemap.")
    assert focus_name() == "Pages"
    press("Escape")
    qtbot.waitUntil(lambda: not isinstance(QApplication.activeWindow(), ScanDialog))
    assert window.scan.state is ScanState.STOPPED


def test_the_same_scan_is_asked_for_with_its_decisions(opened, scan_file, qtbot):
    press("Ctrl+R")
    shown = dialog(ScanDialog, qtbot)
    assert shown.request.targets == ("http://site/",)
    assert shown.request.decisions == scan_file
    press("Escape")


def test_a_recent_scan_is_opened_by_enter(opened, qtbot):
    press("Ctrl+Shift+O")
    assert opened.opened is None
    opened.start.list.setFocus()
    press("Return")
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 5)


def test_control_q_closes_the_window(opened, qtbot):
    press("Ctrl+Q")
    qtbot.waitUntil(lambda: not opened.isVisible())


def test_a_file_that_is_no_scan_is_said_and_the_open_one_stays(opened, tmp_path):
    (tmp_path / "notes.db").write_text("no database, and long enough to be read as one " * 20)
    assert not opened.open(tmp_path / "notes.db")
    assert "notes.db cannot be opened" in said(opened)
    assert opened.queue.model.rowCount() == 5


def test_a_picture_that_was_deleted_is_said(opened):
    words = "The scan file does not hold this picture any more."
    assert opened.detail.picture.text() == words
    assert opened.detail.picture.accessibleDescription() == words


def test_a_scan_that_is_being_written_is_shown_and_refreshed(window, qtbot, tmp_path):
    path = write(tmp_path / "now.db", [Image("a")], done=False)
    window.open(path)
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == 1)
    from auditor.results import PageInfo
    from auditor.store.rows import use_row
    from auditor.store.writer import Store
    from tests.auditor.scan_files import SITE, _judged

    with Store(path) as store:
        url = f"{SITE}/new"
        store.push([url], 1)
        page = PageInfo(url, url, 200, "New", "en", "done", 1)
        store.page_done(page, {}, [use_row(_judged(Image("b", picture=None), 0))], ())
        press("F5")
        qtbot.waitUntil(lambda: window.queue.model.rowCount() == 2)


def test_findings_are_told_in_the_language_that_is_chosen(opened):
    def told() -> str:
        return str(opened.detail.model.fact(0))

    assert told().startswith("Status: ")
    before = told()
    for name in ("English", "Deutsch", "français", "that of the system"):
        press("Ctrl+Shift+G")
        assert said(opened).startswith(f"Language: {name}. Menus ")
        words = {"Deutsch": "Status: fehlt.", "français": "Statut: manquant."}
        assert told().startswith(words.get(name, before))
    assert opened.preferences.language == ""
