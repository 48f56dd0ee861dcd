from pathlib import Path

import pytest

from auditor.urls import TargetError, canonical, in_scope, target_url


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("example.org", "https://example.org/"),
        ("localhost:8000/a", "http://localhost:8000/a"),
        ("HTTP://Example.ORG:80/A?b=C#part", "http://example.org/A?b=C"),
        ("https://example.org:8443", "https://example.org:8443/"),
        ("http://[::1]:8000/x", "http://[::1]:8000/x"),
    ],
)
def test_a_target_becomes_one_canonical_url(text: str, url: str) -> None:
    assert target_url(text) == url


def test_a_file_and_a_folder_become_file_urls(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("<p>")
    assert target_url(str(page)) == page.as_uri()
    assert target_url(str(tmp_path)) == page.as_uri()
    assert target_url(page.as_uri()) == page.as_uri()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ftp://example.org/", "not ftp"),
        ("javascript:alert(1)", "not javascript"),
        ("http://", "not a URL"),
        ("http://[::1", "not a URL"),
        ("http://example.org:99999/", "not a URL"),
        ("http://a b/", "not a URL"),
        ("missing.html", "no such file"),
        ("pages/missing.html", "no such file"),
        ("file:///nowhere/missing.html", "no such file"),
    ],
)
def test_what_cannot_be_scanned_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(TargetError, match=why):
        target_url(text)


def test_a_folder_without_a_page_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match=r"without index\.html"):
        target_url(str(tmp_path))


def test_canonical_urls_do_not_change_again() -> None:
    once = canonical("HTTPS://User@Example.org:443/a/../b?x=%20#y")
    assert canonical(once) == once


@pytest.mark.parametrize(
    ("link", "inside"),
    [
        ("http://example.org/b", True),
        ("http://example.org/b.php?x=1", True),
        ("http://example.org/photo.jpg", False),
        ("http://example.org/paper.pdf", False),
        ("https://example.org/b", False),
        ("http://example.org:81/b", False),
        ("http://other.org/b", False),
        ("http://[broken/b", False),
        ("http://example.org:x/", False),
    ],
)
def test_the_scope_is_the_origin_of_the_start_page(link: str, inside: bool) -> None:
    assert in_scope(link, "http://example.org/a") is inside


def test_the_scope_of_a_file_is_its_folder() -> None:
    assert in_scope("file:///site/b/c.html", "file:///site/a.html")
    assert not in_scope("file:///other/b.html", "file:///site/a.html")
