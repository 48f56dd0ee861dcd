"""An article of a wiki, from the dialog to the edit, by keys alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.desk.scanning import ScanState
from app.gui.controllers.editing import NO_ARTICLE, NO_TEXT
from app.gui.panes.article_dialog import ArticleDialog
from app.gui.panes.edit_dialog import EditDialog
from auditor.wiki.sites.api import AT_ONCE
from tests.app.gui.test_names import nameless, reachable
from tests.app.gui.test_window import dialog, focus_name, press, said, type_text
from tests.auditor.wiki.fake_wiki import FakeWiki, serve_wiki

EXAMPLE = Path(__file__).parents[3] / "docs" / "example" / "wiki"
TITLE = "Garden by the sea"
TEXT = "A boat with a red and a white sail"
WAIT = 180_000


@pytest.fixture(autouse=True)
def without_models(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("AUDITOR_WIKI_NO_SCORE", "1")
    monkeypatch.setenv("AUDITOR_WIKI_NO_OCR", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def wiki() -> Iterator[FakeWiki]:
    with serve_wiki() as fake:
        html = (EXAMPLE / "garden.html").read_text("utf-8").replace(' src="', ' src="/upload/')
        fake.add(TITLE, (EXAMPLE / "garden.wiki").read_text("utf-8"), html, 1931)
        for path in (*EXAMPLE.glob("*.jpg"), *EXAMPLE.glob("*.png")):
            fake.uploads[f"/upload/{path.name}"] = path.read_bytes()
        yield fake


def ask_for(window, qtbot, title: str, wiki: str) -> None:
    """Ask for an article by keys."""
    come_back(window, qtbot)
    press("Ctrl+Shift+A")
    dialog(ArticleDialog, qtbot)
    assert focus_name() == "Article"
    type_text(title)
    press("Alt+W")
    qtbot.waitUntil(lambda: focus_name() == "Wiki")
    press("Ctrl+A")
    type_text(wiki)
    press("Return")
    come_back(window, qtbot)


def come_back(window, qtbot) -> None:
    """To the window, as a window manager lets one come back to it from a dialog."""
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)


@pytest.fixture
def article(window, wiki, qtbot):
    """The window with the article of the example; the boat is current."""
    ask_for(window, qtbot, TITLE, wiki.url)
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == 8, timeout=WAIT)
    qtbot.waitUntil(lambda: said(window) == "The article is read. 8 images.", timeout=WAIT)
    qtbot.waitUntil(lambda: focus_name() == "Queue")
    go_to(window, "line 10")
    return window


def facts(window) -> list[str]:
    model = window.detail.model
    return [str(model.fact(row)) for row in range(model.rowCount())]


def go_to(window, place: str) -> None:
    """Go through the queue to the image that stands there in the wikitext."""
    press("Alt+1")
    for row in range(8):
        window.queue.go(row)
        if any(place in fact for fact in facts(window)):
            return
    raise AssertionError(f"no image is at {place}")


def write(window, text: str) -> None:
    press("Ctrl+T")
    press("Ctrl+A")
    type_text(text)
    press("Ctrl+2")


def lines(view) -> list[str]:
    return [str(view.model().fact(row)) for row in range(view.model().rowCount())]


def test_an_article_is_opened_and_its_images_are_the_queue(article, wiki) -> None:
    assert focus_name() == "Queue"
    assert TITLE in article.windowTitle()
    assert "In the wikitext: line 10, file link" in facts(article)
    assert article.detail.picture.accessibleName()
    assert article.preferences.wiki == wiki.url
    assert article.preferences.recent[0] == str(article.opened.path)


def test_an_image_that_cannot_be_edited_says_why(article) -> None:
    go_to(article, "line 3")
    [fact] = [fact for fact in facts(article) if fact.startswith("Its text cannot be put in")]
    assert "it is not known which parameter of the template" in fact


def test_the_diff_of_what_was_decided_is_copied_and_read(article, qtbot, wiki, monkeypatch) -> None:
    write(article, TEXT)
    qtbot.waitUntil(lambda: "wrong, better" in said(article))
    go_to(article, "line 3")
    write(article, "A red house")
    opened, heard = [], []
    article.open_url = opened.append
    # What a text is worth may be said after it, as it is computed meanwhile.
    say = article.announcer.say
    monkeypatch.setattr(
        article.announcer, "say", lambda text, **how: (heard.append(text), say(text, **how))
    )
    press("Ctrl+Shift+D")
    shown = dialog(EditDialog, qtbot)
    diff = QGuiApplication.clipboard().text()
    assert f"+[[File:Boat.jpg|thumb|alt={TEXT}|The ferry" in diff
    copied = next(text for text in heard if text.startswith("Copied: the diff."))
    assert copied.startswith("Copied: the diff. Summary: Add alt text to 1 image")
    assert "House.jpg: it is not known which parameter" in copied

    assert focus_name() == "The edit"
    assert lines(shown.edit)[0] == f"Copied: the diff of {TITLE}, revision 1931"
    assert any(line.startswith("Look at this: Number ") for line in lines(shown.edit))
    press("Down")
    assert shown.edit.currentIndex().data().startswith("Edit summary: Add alt text")
    press("Alt+L")
    qtbot.waitUntil(lambda: focus_name() == "The diff, line by line")
    assert any(line.startswith("After: ") and TEXT in line for line in lines(shown.diff))

    press("Alt+S")
    qtbot.waitUntil(lambda: shown.announcer.text() == "Copied: edit summary")
    assert QGuiApplication.clipboard().text().startswith("Add alt text to 1 image")
    press("Alt+D")
    qtbot.waitUntil(lambda: shown.announcer.text() == "Copied: diff")
    assert QGuiApplication.clipboard().text() == diff
    press("Alt+O")
    qtbot.waitUntil(lambda: len(opened) == 1)
    assert opened[0].startswith(f"{wiki.url}/wiki/Garden_by_the_sea?action=edit&section=")
    assert reachable(shown)
    assert nameless(shown) == []
    press("Escape")
    qtbot.waitUntil(lambda: not isinstance(QApplication.activeWindow(), EditDialog))


def test_a_text_that_was_decided_is_in_the_box_again(article, qtbot) -> None:
    write(article, TEXT)
    assert article.trying.text != TEXT  # the next image came
    go_to(article, "line 10")
    assert article.trying.text == TEXT
    press("Ctrl+2")
    qtbot.waitUntil(lambda: TEXT in said(article))


def test_without_a_text_there_is_no_edit(article, qtbot) -> None:
    QGuiApplication.clipboard().setText("mine")
    press("Ctrl+Shift+D")
    qtbot.waitUntil(lambda: said(article) == NO_TEXT)
    assert QGuiApplication.clipboard().text() == "mine"


def test_an_image_of_a_scan_is_of_no_article(opened, qtbot) -> None:
    press("Ctrl+Shift+D")
    qtbot.waitUntil(lambda: said(opened) == NO_ARTICLE)


def test_texts_are_there_when_the_article_is_opened_again(article, qtbot) -> None:
    write(article, TEXT)
    press("Ctrl+Shift+O")
    assert article.opened is None
    article.start.list.setFocus()
    assert TITLE in article.start.list.currentIndex().data()
    press("Return")
    qtbot.waitUntil(lambda: article.queue.model.rowCount() == 8)
    press("Ctrl+Shift+D")
    dialog(EditDialog, qtbot)
    assert TEXT in QGuiApplication.clipboard().text()


def test_an_article_is_read_again_with_its_decisions(article, qtbot) -> None:
    write(article, TEXT)
    before = article.opened.path
    press("Ctrl+R")
    shown = dialog(ArticleDialog, qtbot)
    assert shown.request.article == TITLE
    assert shown.request.decisions == before
    press("Return")
    qtbot.waitUntil(lambda: article.opened.path != before, timeout=WAIT)
    qtbot.waitUntil(lambda: article.queue.model.rowCount() == 8)
    come_back(article, qtbot)
    press("Ctrl+Shift+D")
    dialog(EditDialog, qtbot)
    assert TEXT in QGuiApplication.clipboard().text()


def test_a_title_that_no_wiki_has_is_said_in_one_line(window, wiki, qtbot) -> None:
    ask_for(window, qtbot, "Nothing", wiki.url)
    qtbot.waitUntil(lambda: said(window).startswith("The article was not read: "), timeout=WAIT)
    assert "has no page Nothing" in said(window)
    assert "\n" not in said(window)
    assert window.opened is None


def test_reading_is_stopped_by_a_key_and_not_paused(window, wiki, qtbot) -> None:
    wiki.hold = threading.Barrier(AT_ONCE + 1)
    ask_for(window, qtbot, TITLE, wiki.url)
    qtbot.waitUntil(lambda: "".join(wiki.asked).count("/upload/") == AT_ONCE, timeout=WAIT)
    assert not window.scan_pane.pause_button.isVisible()
    press("Ctrl+P")
    assert said(window) == "An article cannot be paused. Control period stops it."
    press("Ctrl+.")
    qtbot.waitUntil(lambda: window.scan.state is ScanState.STOPPED, timeout=WAIT)
    wiki.hold.wait(60)
    words = "Reading the article is stopped. Nothing is kept."
    qtbot.waitUntil(lambda: said(window) == words)


def test_a_saved_page_is_read_with_its_wikitext(window, qtbot) -> None:
    come_back(window, qtbot)
    press("Ctrl+Shift+A")
    shown = dialog(ArticleDialog, qtbot)
    type_text(str(EXAMPLE / "garden.html"))
    press("Alt+X")
    qtbot.waitUntil(lambda: focus_name() == "Wikitext")
    type_text(str(EXAMPLE / "garden.wiki"))
    assert shown.request.problem == ""
    press("Alt+R")
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == 8, timeout=WAIT)


def test_nothing_is_asked_for_without_a_name(window, qtbot) -> None:
    come_back(window, qtbot)
    press("Ctrl+Shift+A")
    shown = dialog(ArticleDialog, qtbot)
    press("Return")
    assert shown.problem.text() == "Name an article."
    assert focus_name() == "Article"
    press("Escape")
    assert window.scan.state is ScanState.STOPPED
