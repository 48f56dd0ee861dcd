"""Ratings in the window, by keys alone."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.gui.panes.rate_dialog import RateDialog
from auditor.rating import Question
from auditor.store.ratings import items_in, ratings_in
from tests.app.gui.test_window import press


def asked(window, qtbot) -> RateDialog:
    window.actions_by_name["rate"].trigger()
    qtbot.waitUntil(lambda: isinstance(QApplication.activeWindow(), RateDialog))
    return QApplication.activeWindow()


@pytest.fixture
def at_fox(opened, qtbot):
    """The window with an image current that has a text."""
    press("Down")
    qtbot.waitUntil(lambda: "fox.png" in str(opened.detail.model.fact(1)))
    return opened


def test_a_digit_rates_and_the_rating_is_of_todays_text(at_fox, scan_file, qtbot) -> None:
    dialog = asked(at_fox, qtbot)
    dialog.rater.setText("Anna")
    dialog.questions[Question.SERVES_PAGE].setCurrentText("no")
    press("2")
    qtbot.waitUntil(lambda: len(ratings_in(scan_file)) == 1)
    [rating] = ratings_in(scan_file)
    assert (rating.rater, rating.level, rating.seen) == ("Anna", 2, False)
    assert rating.answers == {Question.SERVES_PAGE: False}
    assert rating.item in items_in(scan_file)


def test_who_rates_and_what_was_seen_is_remembered(at_fox, scan_file, qtbot) -> None:
    first = asked(at_fox, qtbot)
    first.rater.setText("Anna")
    first.seen.setChecked(True)
    press("4")
    qtbot.waitUntil(lambda: len(ratings_in(scan_file)) == 1)
    again = asked(at_fox, qtbot)
    assert (again.rater.text(), again.seen.isChecked()) == ("Anna", True)
    again.reject()
    assert len(ratings_in(scan_file)) == 1


def test_the_scale_is_read_in_the_buttons(at_fox, qtbot) -> None:
    dialog = asked(at_fox, qtbot)
    assert dialog.focusWidget() is dialog.buttons[5]
    names = [button.accessibleName() for button in dialog.buttons.values()]
    assert [each[0] for each in names] == ["5", "4", "3", "2", "1"]
    assert "gives is wrong" in names[-1]
    dialog.reject()


def test_a_digit_in_the_name_is_typed(at_fox, scan_file, qtbot) -> None:
    dialog = asked(at_fox, qtbot)
    dialog.rater.setText("Anna ")
    dialog.rater.setFocus()
    press("3")
    assert dialog.rater.text() == "Anna 3"
    assert ratings_in(scan_file) == []
    dialog.reject()
