import pytest

from auditor.crawl.scope import Scope, is_trap

START = "http://example.org/a"


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
    ],
)
def test_a_site_is_the_origin_of_the_start_page(link: str, inside: bool) -> None:
    assert Scope().admits(link, START) is inside


def test_the_scope_of_a_file_is_its_folder() -> None:
    assert Scope().admits("file:///site/b/c.html", "file:///site/a.html")
    assert not Scope().admits("file:///other/b.html", "file:///site/a.html")
    assert not Scope().admits("http://example.org/", "file:///site/a.html")
    assert not Scope(include=("/*",)).admits("file:///etc/a.html", "http://example.org/")


@pytest.mark.parametrize(
    ("include", "exclude", "link", "inside"),
    [
        (("/docs/*",), (), "http://example.org/docs/b", True),
        (("/docs/*",), (), "http://example.org/blog/b", False),
        (("/docs/*",), (), "http://other.org/docs/b", False),
        (("https://other.org/*",), (), "https://other.org/b", True),
        (("/docs/*",), ("*/old/*",), "http://example.org/docs/old/b", False),
        ((), ("/search[?]*",), "http://example.org/search?q=x", False),
        ((), ("/search[?]*",), "http://example.org/search", True),
    ],
)
def test_patterns_narrow_and_widen_what_is_followed(include, exclude, link, inside) -> None:
    assert Scope(include, exclude).admits(link, START) is inside


def test_addresses_without_end_are_known() -> None:
    assert is_trap("http://example.org/a/b/a/b/a/b/a")
    assert is_trap("http://example.org/" + "x" * 2000)
    assert not is_trap("http://example.org/2024/a/b/a/c")
