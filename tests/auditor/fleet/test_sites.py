"""The list of a fleet, and whose turn it is."""

import pytest

from auditor.fleet.errors import FleetError
from auditor.fleet.sites import ListedSite, Turns, read_sites


def test_a_list_has_a_site_a_line() -> None:
    lines = ["\ufeff# ours\n", "https://example.org/\n", "\n", "example.com\n"]
    found = list(read_sites(lines, "list"))
    assert [(site.url, site.line) for site in found] == [
        ("https://example.org/", 2),
        ("https://example.com/", 4),
    ]


def test_a_table_gives_options_for_each_site() -> None:
    lines = ["site,max-pages,exclude\n", "https://example.org/,20,\n", '"example.com",,*/old/*\n']
    found = list(read_sites(lines, "list"))
    assert [dict(site.options) for site in found] == [{"max-pages": "20"}, {"exclude": "*/old/*"}]


def test_a_site_that_is_listed_twice_is_read_once() -> None:
    lines = ["https://example.org/", "https://EXAMPLE.org", "https://example.org/#top"]
    assert len(list(read_sites(lines, "list"))) == 1


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["https://example.org/", "ftp://example.org/"], "list, line 2: ftp://example.org/"),
        (["site,depth", "example.org,1", "example.org,2"], "list, line 3: example.org is listed"),
    ],
)
def test_what_cannot_be_a_site_is_told_with_its_line(lines: list[str], said: str) -> None:
    with pytest.raises(FleetError, match=said):
        list(read_sites(lines, "list"))


def test_a_file_is_no_site(tmp_path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>")
    with pytest.raises(FleetError, match="is a file"):
        list(read_sites([str(page)], "list"))


def test_the_key_of_a_site_names_its_host_and_can_name_a_file() -> None:
    keys = {ListedSite(f"https://example.org:8080{path}").key for path in ("/", "/a/../b", "/?q=*")}
    assert len(keys) == 3
    assert all(key.startswith("example.org-8080-") and "/" not in key for key in keys)


def test_two_sites_of_one_host_are_never_read_at_once() -> None:
    one, other = ListedSite("https://a.org/one"), ListedSite("https://a.org/other")
    apart = ListedSite("https://b.org/")
    turns = Turns([one, other, apart])
    assert [turns.next(), turns.next(), turns.next()] == [one, apart, None]
    turns.done(apart)
    assert turns.next() is None
    turns.done(one)
    assert turns.next() == other
    assert len(turns) == 0


def test_a_site_that_is_tried_again_waits_behind_the_others_of_its_host() -> None:
    one, other = ListedSite("https://a.org/one"), ListedSite("https://a.org/other")
    turns = Turns([one, other])
    assert turns.next() == one
    turns.add(one)
    turns.done(one)
    assert [turns.next(), turns.next()] == [other, None]
