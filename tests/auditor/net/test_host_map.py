import pytest

from auditor.net.host_map import HostMapError, read_map


@pytest.mark.parametrize(
    ("pair", "url", "asked"),
    [
        ("live.org=stage.org", "https://live.org/a?b=1", "https://stage.org/a?b=1"),
        ("live.org=stage.org:8000", "http://live.org/a", "http://stage.org:8000/a"),
        ("live.org=http://localhost:80", "https://live.org/a", "http://localhost/a"),
        ("live.org:81=[::1]:8000", "http://live.org:81/", "http://[::1]:8000/"),
        ("LIVE.org.=Stage.org", "https://live.org/", "https://stage.org/"),
        ("b\u00fccher.example=stage.org", "https://xn--bcher-kva.example/", "https://stage.org/"),
        ("live.org=stage.org", "https://live.org:81/", "https://live.org:81/"),
        ("live.org=stage.org", "https://www.live.org/", "https://www.live.org/"),
        ("live.org=stage.org", "https://evil.org/live.org", "https://evil.org/live.org"),
        ("live.org=stage.org", "file:///live.org/a.html", "file:///live.org/a.html"),
        ("live.org=stage.org", "http://[x", "http://[x"),
    ],
)
def test_addresses_of_a_host_are_those_of_the_other(pair: str, url: str, asked: str) -> None:
    assert read_map([pair]).of(url) == asked


@pytest.mark.parametrize(
    "text",
    ["live.org", "=stage.org", "live.org=", "a=a", "a=b/c", "a=ftp://b", "a/b=c", "a=me:x@b",
     "a=b:0", "a=b:x", "a=b?c", "a=b c", "https://a=b", "a=[b"],
)  # fmt: skip
def test_what_is_no_pair_of_hosts_is_told(text: str) -> None:
    with pytest.raises(HostMapError):
        read_map([text])
