"""Lists of articles, and how often each is read."""

from __future__ import annotations

import pytest

from auditor.wiki.sites import lists
from auditor.wiki.sites.errors import WikiError
from auditor.wiki.sites.lists import category, contributions, project, views_in, views_of
from auditor.wiki.sites.queries import find_site
from auditor.wiki.sites.targets import target


@pytest.fixture
async def site(api, wiki):
    return await find_site(api, target("", wiki.url))


async def test_a_category_is_read_to_its_end_or_to_the_limit(api, wiki, site, monkeypatch) -> None:
    wiki.categories["Category:Cats"] = ["A", "B", "C", "D", "E"]
    assert await category(api, site, "Cats") == (["A", "B", "C", "D", "E"], False)
    monkeypatch.setattr(lists, "_MOST_LISTED", 3)
    assert await category(api, site, "Category:Cats") == (["A", "B", "C"], True)


async def test_a_category_of_pages_of_talk_lists_their_articles(api, wiki, site) -> None:
    wiki.categories["Category:WikiProject Cats articles"] = ["Talk:Cat", "Talk:Lion", "Cat"]
    assert await category(api, site, "WikiProject Cats articles") == (["Cat", "Lion"], False)
    assert await project(api, site, "Cats") == (["Cat", "Lion"], False)  # without the extension


async def test_a_project_is_read_as_the_wiki_assesses_it(api, wiki, site) -> None:
    wiki.projects["Cats"] = ["Lion", "Tiger"]
    assert await project(api, site, "Cats") == (["Lion", "Tiger"], False)


async def test_what_a_user_edited_is_listed_once_each(api, wiki, site) -> None:
    wiki.contributions["Ada"] = ["Cat", "Dog", "Cat"]
    assert await contributions(api, site, "Ada") == (["Cat", "Dog"], False)


async def test_views_are_means_of_the_days_that_are_told(api, wiki, site) -> None:
    wiki.add("Cat", "", "", 1)
    wiki.add("Dog", "", "", 2)
    wiki.pages["Cat"].views = {"2026-01-01": 10, "2026-01-02": None, "2026-01-03": 20}
    assert await views_of(api, site, ["Cat", "Dog", "Cow"]) == {"Cat": 15.0}


def test_views_come_from_a_file_too(tmp_path) -> None:
    path = tmp_path / "views.csv"
    path.write_text('title,views\nHarbour_cat,12\n"Cat, the",3.5\n\n', "utf-8")
    assert views_in(path) == {"Harbour cat": 12.0, "Cat, the": 3.5}
    path.write_text("Cat\t7", "utf-8")
    assert views_in(path) == {"Cat": 7.0}
    for wrong in ("Cat,1\nDog,many\n", "Cat,1\nDog\n", "Cat,1\nDog,-2\n"):
        path.write_text(wrong, "utf-8")
        with pytest.raises(WikiError, match="line 2"):
            views_in(path)
