from pathlib import Path

import pytest

from auditor.net.urls import TargetError, canonical, target_url


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("example.org", "https://example.org/"),
        ("localhost:8000/a", "http://localhost:8000/a"),
        ("HTTP://Example.ORG:80/A?b=C#part", "http://example.org/A?b=C"),
        ("http://example.org/a#/boats?id=1", "http://example.org/a#/boats?id=1"),
        ("http://example.org#!visit us", "http://example.org/#!visit%20us"),
        ("http://example.org/#/", "http://example.org/"),
        ("http://example.org/#!/", "http://example.org/"),
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
    ("url", "same"),
    [
        ("http://example.org/%7euser/%e4", "http://example.org/~user/%E4"),
        ("http://EXAMPLE.org.:80/a/./b/../c", "http://example.org/a/c"),
        ("http://b\u00fccher.example/\u00e4 b", "http://xn--bcher-kva.example/%C3%A4%20b"),
        ("http://example.org/?utm_source=x&id=2&fbclid=y", "http://example.org/?id=2"),
        ("http://example.org/a;jsessionid=1f?PHPSESSID=2", "http://example.org/a"),
        ("http://example.org/a;sid=1f/b?sid=0f3a9c72be41&id=2", "http://example.org/a/b?id=2"),
        ("http://example.org/(S(a1b2)X(1))/a.aspx?SessionID=7", "http://example.org/a.aspx"),
        ("http://example.org/?sid=24&s=red", "http://example.org/?sid=24&s=red"),
        ("http://example.org/?a=[1]&b=%zz", "http://example.org/?a=[1]&b=%zz"),
        ("http://[::1]:8080", "http://[::1]:8080/"),
    ],
)
def test_urls_of_one_page_are_spelt_in_one_way(url: str, same: str) -> None:
    assert canonical(url) == same
    assert canonical(same) == same


def test_a_password_in_a_url_is_refused_and_not_said_again() -> None:
    with pytest.raises(TargetError, match="--http-auth") as error:
        target_url("https://me:secret@example.org/")
    assert "secret" not in str(error.value)
