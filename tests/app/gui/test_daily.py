"""What daily users of such tools have: by keys, and as they see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton, QWidget

from app.desk.colours import COLOURS
from app.desk.preferences import read_preferences
from app.desk.rows import Column
from app.desk.scanning import ScanProgress, ScanState
from app.gui.controllers import voice
from app.gui.controllers.voice import UNHEARD
from app.gui.panes.dialogs import ExportDialog, ScanDialog
from app.gui.panes.list_dialogs import ListDialog, NameDialog, SummaryDialog, UsesDialog
from app.gui.window import ON_A_ROW, Window
from auditor.findings import Status
from auditor.store.decisions import Decisions
from tests.app.gui.test_names import nameless
from tests.app.gui.test_picture import picture
from tests.app.gui.test_window import (
    cells,
    dialog,
    focus_name,
    press,
    row,
    said,
    type_text,
)
from tests.auditor.scan_files import Image, write


def lines(view) -> list[str]:
    model = view.model()
    return [model.index(number, 0).data() for number in range(model.rowCount())]


def gone(kind, qtbot) -> None:
    qtbot.waitUntil(lambda: not isinstance(QApplication.activeWindow(), kind))


# The filter


def test_what_is_shown_again_moves_nobody_and_keeps_the_selection(opened, qtbot):
    queue = opened.queue
    opened.queue.setFocus()
    queue.table.selectAll()
    resets: list[int] = []
    queue.model.modelReset.connect(lambda: resets.append(1))
    with qtbot.waitSignal(opened.opened.counted):
        opened.actions_by_name["refresh"].trigger()
    assert queue.selected_number() == 5
    assert resets == []


def test_what_a_group_left_out_stands_in_the_filter_and_one_key_takes_it_away(opened, qtbot):
    opened.queue.filter.group.setCurrentIndex(opened.queue.filter.group.findData("page"))
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 2)
    press("Alt+1")
    press("Down")
    press("Return")
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 2 and not opened.queue.model.grouped)
    marks = opened.queue.filter.findChildren(QPushButton)
    shown = [each.accessibleName() for each in marks if each.isVisible()]
    assert shown == ["Page: http://site/den", "Clear the filter"]
    press("Ctrl+Shift+F")
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 5)
    assert not any(each.isVisible() for each in marks)
    qtbot.waitUntil(lambda: said(opened) == "5 images.")


def test_a_chip_that_leaves_something_out_is_filled(opened, qtbot):
    chip = opened.queue.filter.status.parent()
    colour = QColor(COLOURS["light"].highlight)

    def corner() -> QColor:
        return chip.grab().toImage().pixelColor(12, chip.height() // 2 - 9)

    assert corner() != colour
    opened.queue.filter.status.setCurrentIndex(1)
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 3)
    assert corner() == colour


def test_the_filter_is_one_line_in_the_window_as_it_opens_first(opened):
    assert opened.queue.filter.height() < 60


def test_a_filter_is_kept_under_a_name_taken_and_forgotten(opened, qtbot):
    press("Ctrl+S")
    assert said(opened) == "Nothing is filtered."
    opened.queue.filter.status.setCurrentIndex(1)
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 3)
    press("Ctrl+S")
    dialog(NameDialog, qtbot)
    press("Ctrl+A")
    type_text("mine")
    press("Return")
    gone(NameDialog, qtbot)
    assert said(opened) == "Kept: mine."
    press("Ctrl+Shift+F")
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 5)
    press("Ctrl+L")
    shown = dialog(ListDialog, qtbot)
    assert lines(shown.list) == ["mine: to do"]
    press("Return")
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 3)
    press("Ctrl+L")
    dialog(ListDialog, qtbot)
    press("Delete")
    gone(ListDialog, qtbot)
    assert opened.preferences.filters == {}
    press("Ctrl+L")
    assert "No filter is kept yet." in said(opened)


# The queue


@pytest.fixture
def pictured(window, qtbot, tmp_path):
    images = [
        Image("one", Status.WEAK, 9, picture="red", thumbnail=picture(120, 80)),
        Image("two", Status.OK, 5, picture="two", thumbnail=picture(80, 120)),
    ]
    assert window.open(write(tmp_path / "scan.db", images))
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == 2)
    return window


def colours_in(widget) -> set[str]:
    drawn = widget.grab().toImage()
    return {
        drawn.pixelColor(x, y).name()
        for x in range(0, drawn.width(), 2)
        for y in range(0, drawn.height(), 2)
    }


@pytest.mark.parametrize("keys", ["", "F7"])
def test_each_row_shows_its_picture_and_its_status_in_colour(pictured, keys):
    if keys:
        press(keys)
        assert focus_name() == "Queue as pictures"
    QApplication.processEvents()
    shown = colours_in(pictured.queue.view.viewport())
    assert {"#ff0000", "#0000ff"} <= shown
    for status in (Status.WEAK, Status.OK):
        assert COLOURS["light"].statuses[status] in shown


def test_pictures_are_walked_through_decided_and_left_by_keys(pictured, qtbot, tmp_path):
    press("F7")
    assert said(pictured) == "Pictures."
    press("Right")
    assert row(pictured) == 1
    press("Ctrl+1")
    assert Decisions(tmp_path / "scan.db").count() == 1
    qtbot.waitUntil(lambda: row(pictured) == 0)  # the next that is open
    press("F7")
    assert focus_name() == "Queue"
    assert row(pictured) == 0


def test_all_rows_are_selected_decided_and_taken_back_at_once(opened, scan_file, qtbot):
    press("Ctrl+A")
    qtbot.waitUntil(lambda: "the 5 selected images" in said(opened))
    press("Ctrl+4")
    assert {cells(opened, n)[-1] for n in range(5)} == {"needs a person"}
    press("Ctrl+Z")
    assert Decisions(scan_file).count() == 0


def test_a_row_has_a_menu_of_what_can_be_done_with_it(opened):
    for view in opened.queue.views:
        assert view.contextMenuPolicy() is Qt.ContextMenuPolicy.ActionsContextMenu
        assert [each.text() for each in view.actions()] == [
            opened.actions_by_name[name].text() for name in ON_A_ROW
        ]


def test_an_empty_queue_says_what_to_do(opened, qtbot):
    press("Ctrl+F")
    type_text("zzz")
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 0)
    assert opened.queue.table.empty[0] == "No image is left"
    assert "Ctrl+Shift+F" in opened.queue.table.empty[1]
    assert COLOURS["light"].text in colours_in(opened.queue.table.viewport())


# Copies


def test_the_html_is_copied_as_it_is_and_with_the_text_in_the_box(opened, qtbot):
    press("Down")
    use = opened.opened.use
    opened.opened.use = replace(use, record=replace(use.record, html=""))
    press("Ctrl+Shift+X")
    assert said(opened) == "The scan file does not hold the HTML of this image."
    html = '<img class="a" src="fox.png" alt="fox.png">'
    opened.opened.use = replace(use, record=replace(use.record, html=html))
    press("Ctrl+Shift+X")
    assert QGuiApplication.clipboard().text() == html
    press("Ctrl+T")
    type_text('A "red" fox')
    press("Ctrl+Shift+V")
    expected = '<img class="a" src="fox.png" alt="A &quot;red&quot; fox">'
    assert QGuiApplication.clipboard().text() == expected
    assert said(opened) == 'Copied: HTML with “A "red" fox”'


# Dialogs


def test_the_uses_of_a_picture_stand_side_by_side_and_lead_there(opened, qtbot):
    press("Down")
    press("F8")
    shown = dialog(UsesDialog, qtbot)
    assert nameless(shown) == []
    assert len(lines(shown.list)) == 3
    assert lines(shown.list)[0] == "weak: fox.png; on Page /"
    press("End")
    press("Return")
    gone(UsesDialog, qtbot)
    assert row(opened) != 1


def test_the_summary_says_what_was_found_and_what_was_not_checked(opened, qtbot):
    press("Ctrl+Shift+I")
    shown = dialog(SummaryDialog, qtbot)
    assert nameless(shown) == []
    assert "missing: 1 image, 20%: no text where a listener needs one" in lines(shown.facts)
    assert lines(shown.skipped) == ["Not checked: nothing: all that was read was checked"]
    press("Escape")


def test_decisions_are_listed_and_taken_back_to_one(opened, scan_file, qtbot):
    press("Ctrl+H")
    assert said(opened) == "Nothing was decided since the scan was opened."
    for _ in range(3):
        press("Ctrl+4")
    press("Ctrl+H")
    shown = dialog(ListDialog, qtbot)
    assert len(lines(shown.list)) == 3
    assert lines(shown.list)[-1] == "no alternative text (fox.png): needs a person"
    press("Down")
    press("Return")
    gone(ListDialog, qtbot)
    assert Decisions(scan_file).count() == 1


def test_a_scan_is_held_against_an_earlier_one_in_its_queue(opened, qtbot, tmp_path):
    earlier = (
        Image(None, Status.MISSING, 90, quality=None, rule="image-without-name"),
        Image("fox.png", priority=60, quality=4.0),
        Image("A hill in the morning", Status.OK, 2, picture="hill", quality=4.5),
        Image("fox.png", priority=60, page="/den"),
        Image("A river", Status.OK, 2, picture="river", quality=4.5),
    )
    opened._overview.hold_against(write(tmp_path / "earlier.db", earlier))
    shown = dialog(ListDialog, qtbot)
    assert lines(shown.list)[0].startswith("Since earlier.db: 1 worse, 1 new, 1 gone, 3 images as")
    assert lines(shown.list)[1] == "Gone: “A river”, on http://site/"
    press("Escape")
    gone(ListDialog, qtbot)
    box = opened.queue.filter.change
    assert box.parent().isVisible()
    box.setCurrentIndex(box.findData("appeared"))
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 1)
    assert cells(opened, 0)[1] == "decorative, new"
    qtbot.waitUntil(lambda: said(opened) == "1 image: new since the earlier scan.")


def test_an_export_does_not_write_over_a_file_without_a_word(opened, qtbot, tmp_path):
    target = tmp_path / "list.work-list.csv"
    target.write_text("filled in")
    press("Ctrl+Shift+E")
    shown = dialog(ExportDialog, qtbot)
    press("Tab")
    press("Ctrl+A")
    type_text(str(target))
    press("Return")
    box = dialog(QMessageBox, qtbot)
    assert "list.work-list.csv is there already" in box.text()
    press("Return")
    gone(QMessageBox, qtbot)
    assert target.read_text() == "filled in"
    shown.activateWindow()
    dialog(ExportDialog, qtbot)
    press("Return")
    dialog(QMessageBox, qtbot)
    press("Alt+O")
    qtbot.waitUntil(lambda: said(opened).startswith("Written: "))
    assert target.read_text() != "filled in"


# The window


def drop(window, urls=(), text="") -> None:
    held = QMimeData()
    if urls:
        held.setUrls([QUrl(url) for url in urls])
    if text:
        held.setText(text)
    window.dropEvent(
        QDropEvent(
            QPointF(5, 5),
            Qt.DropAction.CopyAction,
            held,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )


def test_a_scan_file_that_is_dropped_is_opened_and_an_address_is_asked_about(
    window, qtbot, scan_file
):
    drop(window, text="nothing of the kind")
    assert said(window) == "That can neither be opened nor scanned."
    drop(window, [scan_file.as_uri()])
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == 5)
    drop(window, ["https://example.org/a"])
    shown = dialog(ScanDialog, qtbot)
    assert shown.request.targets == ("https://example.org/a",)
    press("Escape")


def test_larger_text_has_a_key_on_keyboards_without_a_plus(opened):
    press("Ctrl+=")
    assert said(opened) == "Text of 14 points"


def test_a_window_comes_again_as_it_was_left(window, qtbot, tmp_path, scan_file, scorer):
    assert window.open(scan_file)
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == 5)
    window.queue.filter.status.setCurrentIndex(1)
    window.queue.filter.sort.setCurrentIndex(2)
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == 3)
    window.queue.table.horizontalHeader().resizeSection(3, 222)
    window.queue.go(2)
    image = window.queue.current_image()
    window.resize(1100, 700)
    window.close()
    again = Window(tmp_path / "window.json", lambda model, sha256: scorer)
    qtbot.addWidget(again)
    again.take_place()
    assert again.size().toTuple() == (1100, 700) or again.screen().size().width() < 1100
    assert again.open(scan_file)
    qtbot.waitUntil(lambda: again.queue.model.rowCount() == 3)
    qtbot.waitUntil(lambda: again.queue.current_image() == image)
    assert again.queue.filter.wanted == window.queue.filter.wanted
    assert abs(again.queue.table.columnWidth(3) - 222) < 10
    again.close()


def test_a_window_is_never_larger_than_its_screen(window):
    window._appearance.remember(replace(window.preferences, size=(9000, 9000)))
    window.take_place()
    room = window.screen().availableGeometry()
    assert window.width() <= room.width()
    assert window.height() < room.height()


def test_the_current_row_stays_in_view_when_text_grows(opened):
    opened.queue.go(4)
    for _ in range(5):
        press("Ctrl++")
    QApplication.processEvents()
    place = opened.queue.table.visualRect(opened.queue.table.currentIndex())
    assert opened.queue.table.viewport().rect().intersects(place)


def test_the_part_that_has_the_focus_stays_in_view_when_text_grows(opened):
    opened.resize(800, 600)
    opened.detail.list.setFocus()
    for _ in range(5):
        press("Ctrl++")
    QApplication.processEvents()
    assert not opened.detail.list.visibleRegion().isEmpty()
    assert opened.detail.list.visibleRegion().boundingRect().top() == 0


def test_lines_of_the_detail_are_as_high_as_their_words_in_another_width(opened, qtbot):
    facts = opened.detail.list
    first = facts.model().index(0, 0)
    facts.setFixedSize(600, 400)
    qtbot.waitUntil(lambda: facts.visualRect(first).width() > 500)
    before = facts.visualRect(first).height()
    facts.setFixedSize(240, 400)

    def is_fitted():
        return before < facts.visualRect(first).height() == facts.sizeHintForIndex(first).height()

    qtbot.waitUntil(is_fitted)


def test_scroll_bars_are_seen_and_grow_with_the_text(window, tmp_path, qtbot):
    images = [Image(f"text {number}", picture=str(number)) for number in range(40)]
    window.open(write(tmp_path / "long.db", images))
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == 40)
    bar = window.queue.table.verticalScrollBar()
    widths = []
    for theme, colours in COLOURS.items():
        while window.preferences.theme != theme:
            press("Ctrl+Shift+K")
        press("Ctrl++")
        widths.append(bar.width())
        shown = bar.grab().toImage()
        seen = {shown.pixelColor(shown.width() // 2, y).name() for y in range(shown.height())}
        assert colours.border in seen
    assert widths == sorted(set(widths))


def test_the_page_is_seen_where_a_row_is_a_page_and_no_width_is_forgotten(opened, tmp_path, qtbot):
    opened.open(write(tmp_path / "one.db", [Image("a"), Image("b", picture="b")]))
    table = opened.queue.table
    place = opened.queue.model.columns.index
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 2)
    assert table.isColumnHidden(place(Column.PAGE))  # the title says it
    opened.queue.filter.group.setCurrentIndex(opened.queue.filter.group.findData("page"))
    qtbot.waitUntil(lambda: opened.queue.model.grouped)
    assert not table.isColumnHidden(place(Column.PAGE))
    assert table.columnWidth(place(Column.PAGE)) > 100
    assert opened.queue.widths == {}


def test_preferences_of_an_earlier_version_are_taken(tmp_path):
    kept = tmp_path / "window.json"
    kept.write_text('{"theme": "dark", "text_size": 18, "recent": [], "goes_on": false}')
    assert read_preferences(kept).theme == "dark"


def test_an_end_waits_for_what_is_heard_and_is_said_once(window, qtbot, monkeypatch):
    heard = []
    monkeypatch.setattr(window.announcer, "say", lambda text, at_once=False: heard.append(text))
    monkeypatch.setattr(voice, "is_busy", lambda: False)
    window._voice.say_end("The scan is complete. 2 images.")
    assert said(window) == "The scan is complete. 2 images."  # seen at once
    window.say("Something else.")
    window._voice.say_later("And more.", 50)
    end = ["The scan is complete. 2 images."]
    qtbot.waitUntil(lambda: heard == ["Something else.", "And more.", *end])
    qtbot.waitUntil(lambda: window._voice._end_began.hasExpired(UNHEARD))
    window._voice.cover()  # a row that somebody goes to, who heard that the line began
    assert not window._voice._ending.isActive()


def test_an_end_is_said_once_more_to_who_cannot_have_heard_it(window, qtbot, monkeypatch):
    heard = []
    monkeypatch.setattr(window.announcer, "say", lambda text, at_once=False: heard.append(text))
    monkeypatch.setattr(voice, "is_busy", lambda: False)
    window._voice.say_end("The scan is stopped.")
    qtbot.waitUntil(lambda: heard == ["The scan is stopped."])
    window._voice._end_began.restart()  # a machine may be too busy to go on in time
    window._voice.cover()
    qtbot.waitUntil(lambda: heard == 2 * ["The scan is stopped."])


def test_an_end_is_said_twice_where_a_screen_reader_may_be_behind(window, qtbot, monkeypatch):
    heard = []
    monkeypatch.setattr(window.announcer, "say", lambda text, at_once=False: heard.append(text))
    monkeypatch.setattr(voice, "is_busy", lambda: True)
    window._voice.say_end("The scan is complete.")
    qtbot.waitUntil(lambda: heard == 2 * ["The scan is complete."])
    assert not window._voice._ending.isActive()
    assert not window._voice._again.isActive()


def test_progress_is_not_said_as_a_scan_begins_nor_its_last_step_in_percent(window, qtbot):
    pane, steps = window.scan_pane, []
    pane.said.connect(steps.append)
    pane.show_state(ScanState.RUNNING, "The scan begins.", is_article=False)
    pane.show_progress(ScanProgress(1, 2, 1, 1.0, None))
    assert steps == []
    told = []
    pane.bar.valueChanged.connect(lambda value: told.append((value, pane.bar.isVisible())))
    pane.show_progress(ScanProgress(2, 2, 3, 2.0, None))
    assert told == [(2, False)]  # Qt tells a screen reader of steps that are seen
    assert pane.bar.isVisible()


def test_the_place_of_a_row_is_heard_with_the_row_and_not_with_each_cell(opened):
    table = opened.queue.table

    def place():
        role = Qt.ItemDataRole.AccessibleDescriptionRole
        return table.model().data(table.currentIndex(), role)

    table.setFocus()
    press("Down")
    assert place() == "2 of 5"
    press("Right")
    assert place() == ""
    press("Down")
    assert place() == "3 of 5"
    press("Left")
    assert place() == ""
    opened.detail.list.setFocus()
    table.setFocus()
    assert place() == "3 of 5"


def test_while_a_scan_runs_of_which_nothing_is_there_it_is_said_so(window):
    window._session.is_running = lambda: True
    press("Ctrl+B")
    assert said(window) == "The scan has read no page yet."


def test_each_dialog_has_the_size_of_text_of_the_window(opened, qtbot):
    for keys, kind in (("Ctrl+Shift+E", ExportDialog), ("Ctrl+N", ScanDialog)):
        press(keys)
        shown = dialog(kind, qtbot)
        sizes = {each.font().pointSize() for each in shown.findChildren(QWidget)}
        assert sizes == {opened.font().pointSize()}
        press("Escape")
        gone(kind, qtbot)
