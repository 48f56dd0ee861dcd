import pytest

from auditor.crawl.scope import Scope, is_trap, shapes

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


@pytest.mark.parametrize(
    ("link", "forms"),
    [
        ("/calendar/2031/7", ("/calendar/N/N",)),
        ("/calendar/2031-07-02", ("/calendar/N-N-N",)),
        ("/calendar/july-2031", ("/calendar/N-N",)),
        ("/may/flowers", ()),
        ("/show/1b4e28ba-2fa1-11d2-883f-0016d3cca427", ("/show/N",)),
        ("/caf%C3%A9/", ()),
        ("/app#/days/7", ("/app#/days/N",)),
        ("/app#/days", ()),
        ("/app?lang=de#/shop?size=m", ("/app#/shop?lang=…&size=…", "/app#/shop?…")),
        ("/shop?size=m&color=red", ("/shop?color=…&size=…", "/shop?…")),
        ("/shop?f%5B0%5D=a&f%5B1%5D=b", ("/shop?f%5BN%5D=…", "/shop?…")),
    ],
)
def test_addresses_of_one_form_have_one_shape(link: str, forms: tuple[str, ...]) -> None:
    host = "http://example.org"
    assert shapes(host + link) == tuple(host + form for form in forms)


def test_numbers_of_a_host_or_a_port_are_no_form() -> None:
    assert shapes("http://127.0.0.1:8080/a") == ()
