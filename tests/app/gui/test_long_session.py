"""A long session with the keyboard: nothing wears out."""

import gc
import sys
from itertools import cycle, islice
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from click.testing import CliRunner
from PySide6.QtCore import QObject

from app.gui import application
from app.gui.command import gui
from tests.app.gui.test_window import press

KEYS = 5_000
WARM = 500
"""Keys after which all that is kept is there."""
ROUND = ("Right", "Left") * 5 + ("Down",) + ("Right", "Left") * 5 + ("Up",)
"""Most within a row, which is quick."""


def resident() -> int:
    """Pages of memory of this process; 0 where the system does not say it as Linux does."""
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[1]) if told.exists() else 0


def test_five_thousand_keys_take_no_references_of_true_and_none_and_no_memory(opened):
    """Python before 3.12 ends when one of these is gone; from then on they are not counted."""
    gc.collect()  # windows of earlier tests hold references that go with them
    before = sys.getrefcount(True), sys.getrefcount(None)
    for number, keys in enumerate(islice(cycle(ROUND), KEYS)):
        press(keys)
        if number == WARM:
            memory = resident()
    assert resident() <= 1.1 * memory
    taken = before[0] - sys.getrefcount(True), before[1] - sys.getrefcount(None)
    assert max(taken) < KEYS // 50


def test_a_pair_of_qt_and_python_that_takes_them_is_refused(monkeypatch):
    assert not application.loses_references()
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(application, "loses_references", lambda: True)
    result = CliRunner().invoke(gui)
    assert result.exit_code == 1
    assert result.stderr == f"Error: {application.LOSES}\n"


def test_what_takes_a_reference_with_each_call_is_seen(monkeypatch):
    held = [None] * 200

    class Taking(QObject):
        def setObjectName(self, name: str) -> None:
            held.pop()

    monkeypatch.setattr(application, "QObject", Taking)
    assert application.loses_references() == (sys.version_info < (3, 12))
