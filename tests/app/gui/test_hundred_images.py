"""A hundred images decided by keys alone, as somebody does it who does not see the window."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from auditor.decision import Choice
from auditor.store.decisions import decisions_in
from tests.app.gui.test_window import press
from tests.auditor.scan_files import Image, write

NUMBER = 100
CHOICE = {"Ctrl+1": Choice.RIGHT, "Ctrl+2": Choice.WRONG, "Ctrl+3": Choice.DECORATIVE}
WAYS = (
    ("Ctrl+1",),
    ("Ctrl+T", "A better text", "Ctrl+2"),
    ("Ctrl+3",),
    ("Return", "Down", "Down", "Ctrl+1"),  # what a reader says is heard first
    ("Ctrl+T", "Another text", "Ctrl+2"),
)
"""What is pressed for an image; what is typed has no plus and a space."""


def test_a_hundred_images_take_three_keys_a_decision_at_most(window, qtbot, tmp_path):
    images = [
        Image(f"text {n}", picture=f"p{n}", page=f"/{n % 9}", priority=90 - n / 2)
        for n in range(NUMBER)
    ]
    path = write(tmp_path / "scan.db", images)
    assert window.open(path)
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == NUMBER)
    keys = 0
    for number in range(NUMBER):
        qtbot.waitUntil(lambda row=number: window.queue.table.currentIndex().row() == row)
        for each in WAYS[number % len(WAYS)]:
            if " " in each:
                QTest.keyClicks(QApplication.focusWidget(), each)
            else:
                press(each)
                keys += 1
    qtbot.waitUntil(lambda: "100 of 100" in window.header.progress.text())
    assert keys <= 3 * NUMBER
    made = {subject.picture: decision for subject, decision in decisions_in(path)}
    for number in range(NUMBER):
        way, decision = WAYS[number % len(WAYS)], made[f"p{number}"]
        assert decision.choice is CHOICE[way[-1]]
        assert decision.better == (way[1] if decision.choice is Choice.WRONG else "")
