"""What article is to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.desk.article_request import ArticleRequest, article_again, is_of_articles
from app.desk.preferences import Preferences
from auditor.results import NO_MODEL
from auditor.store.info import ScanInfo

WIKI = "en.wikipedia.org"


@pytest.fixture
def page(tmp_path) -> Path:
    path = tmp_path / "cat.html"
    path.write_text("<p>A cat.</p>")
    return path


def test_what_is_asked_for_becomes_options() -> None:
    request = ArticleRequest("-Cat", "de.wikipedia.org", "cat.wiki", "me@example.org", Path("o.db"))
    assert request.options(Path("n.db")) == [
        *("--save", "n.db", "--wiki", "de.wikipedia.org", "--wikitext", "cat.wiki"),
        *("--contact", "me@example.org", "--decisions", "o.db", "--", "-Cat"),
    ]
    assert ArticleRequest("Cat", WIKI).options(Path("n.db"))[-2:] == ["--", "Cat"]


def test_the_scan_file_is_named_after_the_wiki(page) -> None:
    assert ArticleRequest("AC/DC", WIKI).targets == (f"https://{WIKI}",)
    assert ArticleRequest("Cat", "http://wiki:80/").targets == ("https://wiki:80/",)
    assert ArticleRequest("https://wiki/wiki/Cat", WIKI).targets == ("https://wiki/wiki/Cat",)
    assert ArticleRequest(str(page), WIKI).targets == (str(page),)


@pytest.mark.parametrize(
    ("article", "wiki", "wikitext", "problem"),
    [
        ("", WIKI, "", "Name an article."),
        ("Cat", "ftp://x", "", "ftp://x: name a wiki by its host"),
        ("absent.html", WIKI, "", "There is no file absent.html."),
        ("Cat", WIKI, "cat.wiki", "A file with wikitext goes with a page"),
        ("Cat", WIKI, "", ""),
        ("https://wiki/wiki/Page.html", WIKI, "", ""),
    ],
)
def test_what_cannot_be_read_is_said_before(article, wiki, wikitext, problem) -> None:
    found = ArticleRequest(article, wiki, wikitext).problem
    assert found.startswith(problem)
    assert bool(found) == bool(problem)


def test_a_saved_page_wants_its_wikitext_to_be_there(page) -> None:
    assert ArticleRequest(str(page), WIKI).problem == ""
    assert ArticleRequest(str(page), WIKI, str(page)).problem == ""
    assert "no file" in ArticleRequest(str(page), WIKI, "absent.wiki").problem


def test_an_article_is_asked_for_again_with_its_decisions() -> None:
    arguments = {"articles": ["Cat"], "wiki": "de.wikipedia.org", "wikitext": ""}
    scan = ScanInfo(("Katze",), "2026-01-01T00:00:00Z", "0", NO_MODEL, arguments)
    assert is_of_articles(scan)
    assert not is_of_articles(ScanInfo((), "2026-01-01T00:00:00Z", "0", NO_MODEL, {}))
    again = article_again(scan, Path("cat.db"), Preferences(contact="me@example.org"))
    wanted = ArticleRequest("Cat", "de.wikipedia.org", "", "me@example.org", Path("cat.db"))
    assert again == wanted
