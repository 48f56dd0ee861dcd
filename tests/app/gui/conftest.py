"""The window without a screen, worked by its keys alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


class FakeScorer:
    """Scores a text by its length; what it was asked is noted."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.error = ""

    def score(self, use, embedding, text, view, tongue):
        from app.desk.tries import Try, TryError

        self.asked.append(text)
        if self.error:
            raise TryError(self.error)
        quality = min(5.0, 1 + len(text) / 10)
        parts = ("Fits the picture: 0.90, up 0.50. it is longer",)
        return Try(text, quality, f"Quality {quality:.1f} of 5, was 2.0: good.", parts)


@pytest.fixture
def scorer() -> FakeScorer:
    return FakeScorer()


@pytest.fixture
def scan_file(tmp_path: Path) -> Path:
    from auditor.findings import Status
    from tests.auditor.scan_files import Image, write

    images = (
        Image(None, Status.MISSING, 90, quality=None, rule="image-without-name"),
        Image("fox.png", priority=60),
        Image("A hill in the morning", Status.OK, 2, picture="hill", quality=4.5),
        Image("fox.png", priority=60, page="/den"),
        Image("", Status.DECORATIVE, 0, "/den", "leaf", None),
    )
    return write(tmp_path / "scan.db", images)


@pytest.fixture
def window(qtbot, tmp_path: Path, scorer) -> Iterator[object]:
    """A window that is shown and has no scan open."""
    from PySide6.QtWidgets import QApplication

    from app.gui.panes.announce import install
    from app.gui.window import Window

    QApplication.setStyle("Fusion")
    install()
    shown = Window(tmp_path / "window.json", lambda model, sha256: scorer)
    shown.resize(1280, 800)
    qtbot.addWidget(shown)
    shown.show()
    shown.activateWindow()
    qtbot.waitActive(shown)
    yield shown
    shown.close()


@pytest.fixture
def opened(window, scan_file, qtbot):
    """The window with a scan of five image uses."""
    assert window.open(scan_file)
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == 5)
    qtbot.waitUntil(
        lambda: window.queue.filter.status.count() > 2
    )  # what can be chosen comes after
    return window
