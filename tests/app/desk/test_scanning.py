"""A scan in a process of its own."""

import json
import threading
from itertools import groupby
from pathlib import Path

import pytest

from app.desk.article_request import ArticleRequest
from app.desk.scanning import (
    ScanProgress,
    ScanRequest,
    ScanRun,
    ScanState,
    arguments,
    article_progress_words,
    parse_progress,
    progress_words,
    request_of,
    state_words,
)
from auditor.store.queue import Queue
from auditor.store.writer import Store


class Heard:
    """Notes what a run says, and waits for a state."""

    def __init__(self) -> None:
        self.progress: list[ScanProgress] = []
        self.message = ""
        self._ended = threading.Event()
        self.state: ScanState | None = None

    def __call__(self, state: ScanState, progress: ScanProgress | None, message: str) -> None:
        if progress:
            self.progress.append(progress)
        else:
            self.state, self.message = state, message
            self._ended.set()

    def end(self) -> ScanState | None:
        assert self._ended.wait(300)
        self._ended.clear()
        return self.state


def test_what_is_asked_for_becomes_options():
    request = ScanRequest(
        ("http://s/", "-x"), "auto", 7, 0, ("/a/*",), ("*/b", "*/c"), True, "s.json", Path("old.db")
    )
    assert arguments(request, Path("new.db")) == [
        *("--save", "new.db", "--max-pages", "7", "--sitemap", "auto", "--depth", "0"),
        *("--storage-state", "s.json", "--decisions", "old.db", "--include", "/a/*"),
        *("--exclude", "*/b", "--exclude", "*/c", "--static", "--", "http://s/", "-x"),
    ]
    assert arguments(ScanRequest(("a",)), Path("n.db"))[-2:] == ["--", "a"]


@pytest.mark.parametrize("line", ["", "Error: no", "[]", "{}", '{"done": 1}', "null"])
def test_a_line_that_is_no_event_is_none(line):
    assert parse_progress(line) is None


def test_progress_is_said_in_a_sentence():
    event = {"done": 3, "known": 12, "pictures": 40, "seconds": 2.0, "seconds_left": 6.0}
    progress = parse_progress(json.dumps(event))
    assert progress
    words = "3 of 12 pages, 40 pictures, 1.5 pages a second, about 6 seconds left"
    assert progress_words(progress) == words
    assert progress_words(ScanProgress(0, 1, 0, 3.0, None)) == "0 of 1 page, 0 pictures"
    assert progress_words(ScanProgress(1, 9, 1, 1.0, 600)).endswith("about 10 minutes left")


@pytest.fixture
def pages(site):
    site["/"] = "<h1>One</h1><img src=/a.png><a href=/two>two</a>"
    site["/two"] = '<img src=/b.png alt="Two"><a href=/three>three</a>'
    site["/three"] = "<p>words"
    return site


@pytest.fixture(autouse=True)
def without_a_model(monkeypatch):
    monkeypatch.setenv("AUDITOR_SCAN_NO_SCORE", "1")


def test_a_scan_says_how_it_goes_and_that_it_is_done(pages, tmp_path):
    heard = Heard()
    run = ScanRun(ScanRequest((pages.url(),), static=True), tmp_path / "s.db", heard)
    run.start()
    assert heard.end() is ScanState.DONE
    run.join()
    steps = [done for done, _ in groupby(progress.done for progress in heard.progress)]
    assert [done for done in steps if done] == [1, 2, 3]
    with Store(tmp_path / "s.db") as store:
        assert store.report().finished


def test_a_scan_is_paused_and_goes_on(pages, tmp_path):
    heard = Heard()
    pages.hold("/two")
    run = ScanRun(ScanRequest((pages.url(),), static=True), tmp_path / "s.db", heard)
    run.start()
    assert pages.asked_for("/two")
    run.pause()
    assert heard.end() is ScanState.PAUSED
    pages.release("/two")
    run.start()
    assert heard.end() is ScanState.DONE
    run.join()
    assert pages.asked.count("/") == 1, "what was done is not done again"


def test_a_scan_is_stopped_and_keeps_what_was_done(pages, tmp_path):
    heard = Heard()
    pages.hold("/two")
    run = ScanRun(ScanRequest((pages.url(),), static=True), tmp_path / "s.db", heard)
    run.start()
    assert pages.asked_for("/two")
    run.stop()
    assert heard.end() is ScanState.STOPPED
    run.join()
    with Store(tmp_path / "s.db") as store:
        assert len(list(store.report().uses)) == 1


def test_a_paused_scan_can_be_stopped(tmp_path):
    heard = Heard()
    run = ScanRun(ScanRequest(("x",)), tmp_path / "s.db", heard)
    run.state = ScanState.PAUSED
    run.stop()
    assert heard.end() is ScanState.STOPPED


def test_a_scan_that_cannot_begin_says_why_in_a_line(tmp_path):
    heard = Heard()
    run = ScanRun(ScanRequest((str(tmp_path / "absent.html"),)), tmp_path / "s.db", heard)
    run.start()
    assert heard.end() is ScanState.FAILED
    run.join()
    assert "absent.html" in heard.message
    assert not heard.message.startswith("Error")


def test_a_scan_can_be_asked_for_again(pages, tmp_path):
    heard = Heard()
    asked = ScanRequest((pages.url(),), max_pages=2, depth=1, exclude=("*/x",), static=True)
    run = ScanRun(asked, tmp_path / "s.db", heard)
    run.start()
    heard.end()
    run.join()
    queue = Queue(tmp_path / "s.db")
    again = request_of(queue.scan(), tmp_path / "s.db")
    queue.close()
    assert again.decisions == tmp_path / "s.db"
    assert (again.targets, again.max_pages, again.depth, again.exclude, again.static) == (
        asked.targets,
        2,
        1,
        ("*/x",),
        True,
    )


def test_an_article_is_read_into_a_scan_file(tmp_path, monkeypatch):
    monkeypatch.setenv("AUDITOR_WIKI_NO_SCORE", "1")
    monkeypatch.setenv("AUDITOR_WIKI_NO_OCR", "1")
    page = Path(__file__).parents[3] / "docs" / "example" / "wiki" / "garden.html"
    heard = Heard()
    request = ArticleRequest(str(page), "en.wikipedia.org", str(page.with_suffix(".wiki")))
    run = ScanRun(request, tmp_path / "garden.db", heard)
    run.start()
    assert heard.end() is ScanState.DONE
    run.join()
    assert heard.progress[-1].pictures == 8
    assert state_words(request, ScanState.DONE, "") == "The article is read."


def test_an_article_that_cannot_be_read_says_why_and_leaves_no_file(tmp_path):
    (tmp_path / "cat.html").write_text("<p>A cat.</p>")
    heard = Heard()
    request = ArticleRequest(str(tmp_path / "cat.html"), "en.wikipedia.org", str(tmp_path))
    run = ScanRun(request, tmp_path / "cat.db", heard)
    run.start()
    assert heard.end() is ScanState.FAILED
    run.join()
    assert heard.message
    assert not run.path.exists()
    assert "The article was not read: " in state_words(request, ScanState.FAILED, heard.message)


def test_an_article_goes_on_by_its_pictures():
    progress = ScanProgress(0, 1, 12, 3.0, None)
    assert article_progress_words(progress) == "12 pictures in 3 seconds"
