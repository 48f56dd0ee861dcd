"""Who a request says that it comes from."""

from __future__ import annotations

import pytest

from auditor.net.client import PAGES, PICTURES, ask, open_client
from auditor.net.credentials import NO_ACCESS, Access
from auditor.net.referrer import referrer
from tests.conftest import Site, serve_site


@pytest.mark.parametrize(
    ("page", "url", "said"),
    [
        ("https://a.example/p?q=1#x", "https://a.example/i.png", "https://a.example/p?q=1"),
        ("https://a.example/p?q=1", "https://cdn.example/i.png", "https://a.example/"),
        ("https://a.example/p", "https://a.example:8443/i.png", "https://a.example/"),
        ("https://a.example/p", "http://a.example/i.png", None),
        ("http://a.example/p", "https://a.example/i.png", "http://a.example/"),
        ("https://me:secret@a.example/p", "https://a.example/i.png", "https://a.example/p"),
        ("file:///home/me/page.html", "https://a.example/i.png", None),
        ("", "https://a.example/i.png", None),
        ("http://[x", "https://a.example/i.png", None),
    ],
)
def test_an_address_is_told_within_its_origin_and_the_origin_beyond(page, url, said) -> None:
    assert referrer(page, url) == said


def echo(site: Site, path: str) -> list[str | None]:
    """What is said at each request for a path."""
    said: list[str | None] = []

    def answer(headers):
        said.append(headers.get("Referer"))
        return 200, {}, b"x"

    site[path] = answer
    return said


async def test_a_redirect_to_another_site_takes_only_the_origin_along(site: Site) -> None:
    with serve_site() as other:
        said = echo(other, "/i.png")
        site["/i.png"] = (302, {"Location": other.url("/i.png")}, b"")
        async with (
            open_client(None, NO_ACCESS) as client,
            ask(client, site.url("/i.png"), PICTURES, site.url("/page?secret=1")),
        ):
            pass
    assert said == [site.url("/")]


async def test_a_header_of_the_users_own_comes_before(site: Site) -> None:
    said = echo(site, "/i.png")
    access = Access(origins=(site.url("").rstrip("/"),), headers={"Referer": "https://mine/"})
    async with (
        open_client(None, access) as client,
        ask(client, site.url("/i.png"), PAGES, site.url("/page")),
    ):
        pass
    assert said == ["https://mine/"]
