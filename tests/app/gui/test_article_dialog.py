"""The dialog for an article, worked by its keys alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel

from app.desk.preferences import read_preferences
from app.gui.article_dialog import ArticleDialog
from auditor.judge import Judge
from tests.app.gui.test_names import nameless, reachable
from tests.auditor.wiki.fake_wiki import FakeWiki, serve_wiki

EXAMPLE = Path(__file__).parents[3] / "docs" / "example" / "wiki"
TITLE = "Garden by the sea"
WAIT = 30_000


@pytest.fixture
def wiki(tmp_path, monkeypatch) -> Iterator[FakeWiki]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with serve_wiki() as fake:
        html = (EXAMPLE / "garden.html").read_text("utf-8").replace(' src="', ' src="/upload/')
        fake.add(TITLE, (EXAMPLE / "garden.wiki").read_text("utf-8"), html, 1931)
        for path in (*EXAMPLE.glob("*.jpg"), *EXAMPLE.glob("*.png")):
            fake.uploads[f"/upload/{path.name}"] = path.read_bytes()
        yield fake


@pytest.fixture
def dialog(qtbot, wiki) -> Iterator[ArticleDialog]:
    made = ArticleDialog(None, wiki.url, "me@example.org", lambda: Judge(None))
    qtbot.addWidget(made)
    made.show()
    yield made
    made.end()


@pytest.fixture
def opened(qtbot, dialog) -> ArticleDialog:
    qtbot.keyClicks(dialog.title, TITLE)
    qtbot.keyClick(dialog.title, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "8 images, 5 to do" in dialog.announcer.text(), timeout=WAIT)
    return dialog


def press(qtbot, dialog: ArticleDialog, label: str) -> None:
    (button,) = (b for b in dialog.findChildren(QAbstractButton) if b.text() == label)
    qtbot.keyClick(button, Qt.Key.Key_Space)


def go_to(dialog: ArticleDialog, words: str) -> None:
    model = dialog.images.model()
    lines = [model.index(row, 0).data() for row in range(model.rowCount())]
    (row,) = (row for row, line in enumerate(lines) if words in line)
    dialog.images.setCurrentIndex(model.index(row, 0))


def test_everything_is_named_and_no_mnemonic_is_given_twice(opened) -> None:
    assert reachable(opened)
    assert nameless(opened) == []
    words = [each.text() for each in opened.findChildren(QLabel) if each.buddy()]
    words += [each.text() for each in opened.findChildren(QAbstractButton)]
    letters = [w[w.index("&") + 1].lower() for w in words if "&" in w]
    assert sorted(letters) == sorted(set(letters))


def test_the_worst_image_comes_first_with_everything_of_it(opened) -> None:
    assert opened.images.currentIndex().data() == (
        "1, missing: House.jpg, before the first section"
    )
    facts = [opened.detail.model.index(row, 0).data() for row in range(7)]
    assert "Caption: “The keeper's house”" in facts


def test_a_text_is_tried_used_and_copied_as_an_edit(qtbot, opened) -> None:
    press(qtbot, opened, "Copy the &edit")
    assert opened.announcer.text() == "There is no edit yet: use a text first."
    go_to(opened, "Boat.jpg, in the section “History”")
    qtbot.keyClicks(opened.trying.box, "A boat with a red sail")
    qtbot.waitUntil(lambda: "good" in opened.trying.summary.text(), timeout=WAIT)
    press(qtbot, opened, "&Use this text")
    assert "text written: Boat.jpg" in opened.images.currentIndex().data()
    press(qtbot, opened, "Copy the &edit")
    copied = QGuiApplication.clipboard().text()
    assert "+[[File:Boat.jpg|thumb|alt=A boat with a red sail|The ferry" in copied
    assert "Add alt text to 1 image" in copied
    press(qtbot, opened, "Copy the wikite&xt")
    before = (EXAMPLE / "garden.wiki").read_text("utf-8")
    after = before.replace("|thumb|The ferry", "|thumb|alt=A boat with a red sail|The ferry")
    assert QGuiApplication.clipboard().text() == after


def test_an_image_that_takes_no_text_says_why(qtbot, opened) -> None:
    go_to(opened, "1, missing: House.jpg")
    qtbot.keyClicks(opened.trying.box, "A house")
    press(qtbot, opened, "&Use this text")
    assert opened.announcer.text().startswith("No text can be written for it: line 3, template")


def test_an_article_that_cannot_be_opened_says_why(qtbot, dialog) -> None:
    press(qtbot, dialog, "&Open the article")
    assert dialog.announcer.text() == "Name an article."
    qtbot.keyClicks(dialog.title, "Nothing")
    qtbot.keyClick(dialog.title, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "has no page Nothing" in dialog.announcer.text(), timeout=WAIT)


def test_a_wiki_that_is_slow_does_not_hold_the_window(qtbot, dialog, wiki) -> None:
    wiki.faults = [("prop=revisions", (429, {"Retry-After": "1"}, b""))]
    qtbot.keyClicks(dialog.title, TITLE)
    qtbot.keyClick(dialog.title, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "is busy: waiting 1 s" in dialog.announcer.text(), timeout=WAIT)
    dialog.end()
    assert "8 images" not in dialog.announcer.text()


def test_the_window_opens_it_and_remembers_wiki_and_contact(qtbot, window, wiki) -> None:
    window.actions_by_name["article"].trigger()
    dialog = window.article
    assert dialog is not None
    assert dialog.isVisible()
    dialog.remembered.emit("de.wikipedia.org", "me@example.org")
    kept = read_preferences(window._settings)
    assert (kept.wiki, kept.contact) == ("de.wikipedia.org", "me@example.org")
    dialog.reject()
