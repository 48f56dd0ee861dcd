"""What people name articles by."""

from __future__ import annotations

import pytest

from auditor.wiki.sites.errors import WikiError
from auditor.wiki.sites.targets import api_places, target, titles_in


@pytest.mark.parametrize(
    ("text", "wiki", "title"),
    [
        ("Cat", "https://en.wikipedia.org", "Cat"),
        ("AC/DC", "https://en.wikipedia.org", "AC/DC"),
        ("E.T./E.T.", "https://en.wikipedia.org", "E.T./E.T."),
        ("https://de.wikipedia.org/wiki/Katze", "https://de.wikipedia.org/wiki/Katze", None),
        ("https://de.m.wikipedia.org/wiki/Katze", "https://de.wikipedia.org/wiki/Katze", None),
        ("de.wikipedia.org/wiki/Katze", "https://de.wikipedia.org/wiki/Katze", None),
        ("localhost/wiki/Cat", "https://en.wikipedia.org", "localhost/wiki/Cat"),
    ],
)
def test_an_argument_is_a_title_or_an_address(text: str, wiki: str, title: str | None) -> None:
    found = target(text, "en.wikipedia.org")
    assert (found.wiki, found.title) == (wiki, title)


@pytest.mark.parametrize("wiki", ["ftp://wiki.example", "https://", "http://[::1"])
def test_what_is_no_wiki_is_said(wiki: str) -> None:
    with pytest.raises(WikiError, match="name a wiki by its host"):
        target("Cat", wiki)


@pytest.mark.parametrize(
    ("url", "first"),
    [
        ("https://en.wikipedia.org/wiki/Cat", "https://en.wikipedia.org/w/api.php"),
        ("https://a.example/pages/index.php?title=Cat", "https://a.example/pages/api.php"),
        ("https://a.example/pages/index.php/Cat", "https://a.example/pages/api.php"),
        ("https://a.example/pages/api.php", "https://a.example/pages/api.php"),
    ],
)
def test_the_api_is_looked_for_at_the_likeliest_place_first(url: str, first: str) -> None:
    places = api_places(url)
    assert places[0] == first
    assert len(set(places)) == len(places)


def test_the_folder_of_an_article_may_hold_the_api() -> None:
    assert "https://a.example/mine/api.php" in api_places("https://a.example/mine/Cat")


def test_a_list_of_titles_may_be_plain_or_wikitext(tmp_path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(
        "\ufeffCat\n\n# a remark\n* [[Dog]] and [[:Big cat|cats]]\n"
        "# [[Horse]]\nhttps://de.wikipedia.org/wiki/Katze\nCat\n",
        "utf-8",
    )
    katze = "https://de.wikipedia.org/wiki/Katze"
    assert titles_in(path) == ["Cat", "Dog", "Big cat", "Horse", katze]


def test_a_list_that_cannot_be_read_is_said(tmp_path) -> None:
    with pytest.raises(WikiError, match=r"none\.txt cannot be read"):
        titles_in(tmp_path / "none.txt")
