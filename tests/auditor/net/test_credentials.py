"""Where secrets go by plain HTTP: to the origins that were named, and where RFC 6265 says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from auditor.net.credentials import Access, AccessError, read_state


async def sent(access: Access, url: str, **headers: str) -> httpx.Headers:
    request = httpx.Request("GET", url, headers=headers)
    await access.request_hook(access.cookie_jar())(request)
    return request.headers


@pytest.mark.parametrize(
    ("named", "url", "goes"),
    [
        ("https://example.org", "https://example.org/a/b", True),
        ("https://example.org", "https://EXAMPLE.org:443/", True),
        ("https://example.org", "https://app.example.org/", False),
        ("https://example.org", "https://xexample.org/", False),
        ("https://example.org", "https://example.org.evil.example/", False),
        ("https://example.org", "http://example.org/", False),
        ("https://example.org", "https://example.org:8443/", False),
        ("http://example.org", "https://example.org/", False),
        ("http://localhost:8000", "http://localhost:8000/", True),
        ("http://localhost:8000", "http://app.localhost:8000/", False),
        ("http://localhost:8000", "http://localhost:8001/", False),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/", True),
        ("http://127.0.0.1:8000", "http://127.0.0.1/", False),
        ("http://[::1]:8000", "http://[::1]:8000/", True),
        ("http://[::1]:8000", "http://[::2]:8000/", False),
    ],
)
async def test_what_was_given_goes_to_the_very_origin(named: str, url: str, goes: bool) -> None:
    access = Access((named,), {"X-Token": "t"}, {"sid": "s"})
    headers = await sent(access, url)
    assert (headers.get("cookie"), headers.get("x-token")) == (
        ("sid=s", "t") if goes else (None,) * 2
    )


async def test_after_a_redirect_elsewhere_nothing_stays() -> None:
    access = Access(("https://a.example",), {"Authorization": "Basic x", "Cookie": "own=1"})
    there = await sent(access, "https://a.example/")
    assert (there["authorization"], there["cookie"]) == ("Basic x", "own=1")
    after = await sent(access, "https://b.example/", **there)
    assert not {"authorization", "cookie"} & set(after)


async def test_the_cookie_of_two_ports_of_a_host_goes_to_both() -> None:
    access = Access(("http://h:1", "http://h:2", "https://h"), {}, {"sid": "s"})
    for url, goes in (("http://h:1/", 1), ("http://h:2/", 1), ("https://h/", 1), ("http://h/", 0)):
        assert ("cookie" in await sent(access, url)) == goes


def state(**cookie: Any) -> Access:
    given = {"name": "sid", "value": "s", "domain": "example.org", "path": "/", **cookie}
    return Access(("https://example.org",), state={"cookies": [given]})


@pytest.mark.parametrize(
    ("cookie", "url", "goes"),
    [
        ({}, "https://example.org/", True),
        ({}, "https://app.example.org/", False),
        ({"domain": ".example.org"}, "https://app.example.org/", True),
        ({"domain": ".example.org"}, "https://badexample.org/", False),
        ({"domain": ".Example.org"}, "https://example.org/", True),
        ({"secure": True}, "https://example.org/", True),
        ({"secure": True}, "http://example.org/", False),
        ({"path": "/app"}, "https://example.org/app/x", True),
        ({"path": "/app"}, "https://example.org/application", False),
        ({"expires": 1}, "https://example.org/", False),
        ({"expires": 0}, "https://example.org/", False),
        ({"expires": 9e9}, "https://example.org/", True),
        ({"domain": "localhost"}, "http://localhost:3000/", True),
        ({"domain": "localhost"}, "http://app.localhost:3000/", False),
        ({"domain": "::1"}, "http://[::1]:3000/", True),
    ],
)
async def test_a_cookie_of_a_saved_session_goes_where_it_says(cookie, url: str, goes: bool) -> None:
    assert ("cookie" in await sent(state(**cookie), url)) == goes


@pytest.mark.parametrize(
    "wrong",
    [
        *("", "null", "[]", "{}", '{"cookies": {}}', '{"cookies": [null]}', '{"cookies": ["a"]}'),
        *('{"cookies": [{}]}', '{"cookies": [], "origins": [1]}', '{"cookies": [], "origins": 1}'),
        "[" * 100_000,
        *(
            json.dumps({"cookies": [{"name": "a", "value": "b", "domain": "h", **more}]})
            for more in (
                *({"name": 1}, {"value": None}, {"domain": []}, {"path": 3}, {"secure": "no"}),
                *({"expires": "soon"}, {"expires": None}, {"expires": float("inf")}),
                *({"expires": float("nan")}, {"value": "a\r\nX-Evil: 1"}, {"name": "a\x00"}),
            )
        ),
    ],
)
def test_what_is_no_storage_state_is_refused_in_a_line(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(wrong)
    with pytest.raises(AccessError, match="is not a storage state") as error:
        read_state(path, ["http://h"])
    assert "\n" not in str(error.value)


def test_a_host_only_cookie_lets_into_no_other_host(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps({"cookies": [{"name": "a", "value": "b", "domain": "h.example"}]}))
    assert read_state(path, ["https://h.example"])
    with pytest.raises(AccessError, match="holds nothing for it"):
        read_state(path, ["https://app.h.example"])
