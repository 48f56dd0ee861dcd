"""Articles in a scan file: written by `auditor wiki --save`, read by the window."""

from __future__ import annotations

from contextlib import closing

import pytest

from auditor.decision import Choice, Decision, Subject
from auditor.store.decisions import Decisions
from auditor.store.query import QueueQuery
from auditor.store.queue import Queue
from auditor.store.writer import Store
from auditor.wiki.kept import KeptArticles
from tests.auditor.wiki.conftest import TITLE
from tests.auditor.wiki.test_command import add_simple


@pytest.fixture
def saved(call, garden, tmp_path):
    """The scan file of the example."""
    path = tmp_path / "garden.db"
    code, _, err = call(TITLE, "--save", path)
    assert code == 2, err
    return path


def decide(path, image: int, decision: Decision) -> None:
    with closing(Queue(path)) as queue:
        use = queue.use(image, 1)
    assert use.picture
    Decisions(path).put(Subject.of(use.record, use.picture.sha256), decision)


def test_an_article_stands_in_a_scan_file_with_what_an_edit_needs(saved, garden) -> None:
    with closing(Queue(saved)) as queue:
        assert queue.scan().targets == (TITLE,)
        assert queue.scan().arguments["articles"] == [TITLE]
        assert queue.scan().finished
        assert queue.load() == 8
        first = queue.use(queue.find(QueueQuery()).ids[0], 1)
    assert first.page_url == f"{garden.url}/w/index.php?oldid=1931"
    kept = KeptArticles(saved)
    page = kept.page_of(2)
    assert page is not None
    article = kept.article(page).article
    assert (article.title, article.revision, article.names.lang) == (TITLE, 1931, "en")
    assert article.wikitext == garden.pages[TITLE].revisions[1931][0]
    boat = kept.image(2)
    assert (boat.image.file, boat.image.section.number) == ("Boat.jpg", 1)
    assert boat.located.use is not None
    assert boat.located.use.slot is not None
    assert article.wikitext[boat.located.use.start :].startswith("[[File:Boat.jpg")


def test_what_was_decided_is_found_in_the_order_of_the_page(saved) -> None:
    kept = KeptArticles(saved)
    page = kept.page_of(1)
    assert page is not None
    assert kept.decided(page) == []
    better = Decision(Choice.WRONG, better="A boat", decided="2026-01-01T00:00:00Z")
    decide(saved, 2, better)
    [found] = kept.decided(page)
    assert (found.kept.image.file, found.decision) == ("Boat.jpg", better)


def test_the_images_of_another_scan_are_of_no_article(tmp_path) -> None:
    path = tmp_path / "other.db"
    with Store(path):
        pass
    assert KeptArticles(path).page_of(1) is None


def test_decisions_of_an_earlier_file_are_taken_over(call, saved, tmp_path) -> None:
    decide(saved, 2, Decision(Choice.WRONG, better="A boat", decided="2026-01-01T00:00:00Z"))
    again = tmp_path / "again.db"
    call(TITLE, "--save", again, "--decisions", saved)
    [found] = KeptArticles(again).decided(1)
    assert found.decision.better == "A boat"


def test_an_article_that_is_named_twice_is_kept_once(call, wiki, tmp_path) -> None:
    add_simple(wiki, "Cat")
    path = tmp_path / "cat.db"
    code, _, err = call("Cat", "cat", "--save", path)
    assert code == 2, err
    with closing(Queue(path)) as queue:
        assert queue.load() == 1


def test_no_file_is_written_where_nothing_was_read(call, wiki, tmp_path) -> None:
    call("Nothing", "--save", tmp_path / "nothing.db")
    assert not (tmp_path / "nothing.db").exists()


def test_a_file_that_is_there_is_left_alone(call, garden, tmp_path) -> None:
    path = tmp_path / "there.db"
    path.write_text("mine")
    code, _, err = call(TITLE, "--save", path)
    assert code == 1
    assert "is there already" in err
    assert path.read_text() == "mine"
    assert garden.asked == []
