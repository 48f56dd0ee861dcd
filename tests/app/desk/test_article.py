"""An article open in the window, from its wiki to the edit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.desk.article import ArticleError, OpenArticle, open_article
from auditor.judge import Judge
from auditor.scan import Progress
from auditor.wiki.run import Asked
from tests.auditor.wiki.fake_wiki import FakeWiki, serve_wiki

EXAMPLE = Path(__file__).parents[3] / "docs" / "example" / "wiki"
TITLE = "Garden by the sea"


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def wiki() -> Iterator[FakeWiki]:
    with serve_wiki() as fake:
        html = (EXAMPLE / "garden.html").read_text("utf-8").replace(' src="', ' src="/upload/')
        fake.add(TITLE, (EXAMPLE / "garden.wiki").read_text("utf-8"), html, 1931)
        for path in (*EXAMPLE.glob("*.jpg"), *EXAMPLE.glob("*.png")):
            fake.uploads[f"/upload/{path.name}"] = path.read_bytes()
        yield fake


@pytest.fixture
def article(wiki) -> OpenArticle:
    return open_article(Asked((TITLE,), wiki.url), Judge(None))


def rank_of(article: OpenArticle, place: str) -> int:
    (row,) = (row for row in article.rows() if row.place.startswith(place))
    return row.rank


def test_each_image_is_a_row_in_words(article, wiki) -> None:
    rows = article.rows()
    assert article.title == f"{TITLE}, revision 1931"
    assert [row.rank for row in rows] == list(range(1, 9))
    boat = rows[rank_of(article, "line 10") - 1]
    assert (boat.status, boat.image, boat.section) == (
        "missing",
        "Boat.jpg",
        "in the section “History”",
    )
    assert boat.caption == "“The ferry to the garden runs twice a day.”"
    assert boat.edit == f"{wiki.url}/wiki/Garden_by_the_sea?action=edit&section=1"
    assert boat.takes_text
    picture = article.use(boat.rank).picture
    assert picture
    assert picture.thumbnail
    assert not rows[rank_of(article, "line 3, template") - 1].takes_text


def test_a_text_is_tried_by_the_rules_for_editors(article) -> None:
    rank = rank_of(article, "line 10")
    assert "good" in article.try_text(rank, "A boat with a red and a white sail").summary
    caption = "The ferry to the garden runs twice a day."
    assert "redundant" in article.try_text(rank, caption).summary
    assert "missing" in article.try_text(rank, " ").summary


def test_texts_that_were_written_make_an_edit(article) -> None:
    boat, house = rank_of(article, "line 10"), rank_of(article, "line 3, template")
    article.write(boat, "A boat with a red and a white sail")
    article.write(house, "A red house")
    edit = article.edit()
    assert "+[[File:Boat.jpg|thumb|alt=A boat with a red and a white sail|The ferry" in edit.diff
    assert edit.summary.startswith("Add alt text to 1 image")
    (problem,) = edit.problems
    assert problem.startswith(f"number {house}: House.jpg: ")
    article.write(boat, "")
    assert article.edit().diff == ""


def test_how_it_goes_on_is_told(wiki) -> None:
    told: list[Progress] = []
    open_article(Asked((TITLE,), wiki.url), Judge(None), told.append)
    assert told[-1].pictures == 8
    assert told[-1].page is not None


def test_an_article_that_cannot_be_opened_says_why(wiki) -> None:
    with pytest.raises(ArticleError, match="has no page Nothing"):
        open_article(Asked(("Nothing",), wiki.url), Judge(None))
    with pytest.raises(ArticleError, match="name a wiki by its host"):
        open_article(Asked(("Nothing",), "ftp://x"), Judge(None))
