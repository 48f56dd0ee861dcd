"""What a decision is meant for: chosen, seen, said, asked for and taken back, by keys alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from auditor.decision import Choice
from auditor.results import PageInfo
from auditor.store.decisions import Decisions, decisions_in
from auditor.store.rows import use_row
from auditor.store.writer import Store
from extractors.records import Context, Control
from tests.app.gui.test_article import come_back
from tests.app.gui.test_window import cells, dialog, focus_name, press, row, said
from tests.auditor.scan_files import SITE, Image, _judged, write


def decided(window) -> list[str]:
    return [cells(window, number)[-1] for number in range(window.queue.model.rowCount())]


def test_what_a_decision_is_meant_for_is_chosen_by_a_key_and_said(opened, scan_file, qtbot):
    press("Down")
    press("Ctrl+1")
    qtbot.waitUntil(lambda: "Decided: right, for 2 uses." in said(opened))
    assert decided(opened) == ["open", "right", "right", "open", "open"]
    press("Ctrl+Z")
    press("Ctrl+M")
    assert said(opened) == "A decision is meant for this use alone."
    press("Ctrl+3")
    qtbot.waitUntil(lambda: said(opened).startswith("Decided: decorative. "))
    assert decided(opened)[1:3] == ["decorative", "open"]
    press("Ctrl+M")
    assert said(opened) == "A decision is meant for this picture everywhere."
    press("Ctrl+Z")
    assert row(opened) == 1
    press("Ctrl+4")
    qtbot.waitUntil(lambda: "for 3 uses" in said(opened))
    assert decided(opened)[:3] == ["needs a person"] * 3
    press("Ctrl+Z")
    assert decisions_in(scan_file) == []
    press("Ctrl+M")
    assert said(opened) == "A decision is meant for this picture with this text."


def test_it_is_chosen_in_its_box_too(opened, qtbot):
    press("Alt+M")
    assert focus_name() == "Meant for"
    press("Down")
    assert said(opened) == "A decision is meant for this use alone."


def test_several_rows_are_selected_and_decided_at_once(opened, scan_file, qtbot):
    press("Shift+Down", 2)
    qtbot.waitUntil(lambda: said(opened) == "A decision is meant for the 3 selected images.")
    assert opened.deciding.reach.isVisible()
    press("Ctrl+4")
    qtbot.waitUntil(lambda: "Decided: needs a person, for 3 uses." in said(opened))
    assert decided(opened) == ["needs a person"] * 3 + ["open"] * 2
    assert row(opened) == 3
    assert not opened.deciding.reach.isVisible()
    press("Ctrl+Z")
    assert Decisions(scan_file).count() == 0


def test_selected_groups_are_not_decided_as_if_they_were_images(opened, scan_file, qtbot):
    opened.queue.filter.group.setCurrentIndex(opened.queue.filter.group.findData("page"))
    qtbot.waitUntil(lambda: opened.queue.model.rowCount() == 2)
    press("Alt+1")
    press("Shift+Down")
    press("Ctrl+1")
    assert "each is a group" in said(opened)
    assert Decisions(scan_file).count() == 0


@pytest.fixture
def linked(window, qtbot, tmp_path):
    """A picture that is all of a link, once, and beside words, once."""
    path = write(tmp_path / "scan.db", [Image("Acme", picture="logo")], done=False)
    control = Control("link", "Acme", "", f"{SITE}/home")
    image = Image("Acme", picture="logo")
    judged = _judged(image, 0)
    record = replace(judged.record, context=Context(control=control))
    with Store(path) as store:
        url = f"{SITE}/new"
        store.push([url], 1)
        page = PageInfo(url, url, 200, "New", "en", "done", 1)
        store.page_done(page, {}, [use_row(replace(judged, record=record))], ())
    assert window.open(path)
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == 2)
    return window


def test_a_decorative_decision_on_all_that_a_link_holds_is_asked_first(linked, qtbot):
    path = linked.opened.path
    press("Ctrl+3")
    box = dialog(QMessageBox, qtbot)
    assert box.text().startswith("1 of 2 images is all that a link or button holds.")
    assert box.textFormat() is Qt.TextFormat.PlainText
    press("Return")
    qtbot.waitUntil(lambda: not isinstance(QApplication.activeWindow(), QMessageBox))
    assert Decisions(path).count() == 0
    come_back(linked, qtbot)
    linked.queue.table.setFocus()
    press("Ctrl+3")
    dialog(QMessageBox, qtbot)
    press("Alt+D")
    qtbot.waitUntil(lambda: Decisions(path).count() == 1)
    come_back(linked, qtbot)
    qtbot.waitUntil(lambda: "Decided: decorative, for 2 uses." in said(linked))


def test_other_decisions_and_other_images_are_not_asked_about(linked, qtbot):
    path = linked.opened.path
    press("Ctrl+M")
    press("Ctrl+3")  # the use beside words
    press("Ctrl+1")
    assert [made.choice for _, made in decisions_in(path)] == [Choice.DECORATIVE, Choice.RIGHT]
