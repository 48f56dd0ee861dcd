"""Which addresses are public, and what naming a host allows."""

from ipaddress import ip_address

import pytest

from auditor.net.addresses import (
    AddressError,
    Allowance,
    Named,
    allowances,
    kind_of,
    named_by,
    named_host,
    refusal,
)


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("127.0.0.1", "loopback"),
        ("127.8.9.10", "loopback"),
        ("::1", "loopback"),
        ("10.0.0.1", "private"),
        ("172.31.255.255", "private"),
        ("192.168.1.1", "private"),
        ("fd12::1", "private"),
        ("fec0::1", "private"),
        ("100.64.0.1", "shared"),
        ("169.254.1.1", "link-local"),
        ("fe80::1", "link-local"),
        ("169.254.169.254", "cloud metadata"),
        ("168.63.129.16", "cloud metadata"),
        ("fd00:ec2::254", "cloud metadata"),
        ("0.0.0.0", "unspecified"),
        ("::", "unspecified"),
        ("224.0.0.251", "multicast"),
        ("ff02::fb", "multicast"),
        ("240.0.0.1", "private"),
        ("255.255.255.255", "private"),
        ("::ffff:127.0.0.1", "loopback"),
        ("::ffff:10.0.0.1", "private"),
        ("::127.0.0.1", "loopback"),
        ("64:ff9b::a00:1", "private"),
        ("2002:a00:1::", "private"),
        ("93.184.216.34", None),
        ("2606:4700::1111", None),
        ("::ffff:93.184.216.34", None),
        ("64:ff9b::5db8:d822", None),
    ],
)
def test_an_address_is_told_by_what_would_really_be_asked(address: str, kind: str | None) -> None:
    assert kind_of(ip_address(address)) == kind


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("intranet", Named("intranet")),
        ("intranet:8080", Named("intranet", frozenset({8080}))),
        ("10.0.0.0/8", Named("10.0.0.0/8")),
        ("10.1.2.3", Named("10.1.2.3/32")),
        ("10.1.2.3:81", Named("10.1.2.3", frozenset({81}))),
        ("::1", Named("::1/128")),
        ("[::1]:81", Named("::1", frozenset({81}))),
    ],
)
def test_a_host_is_named_in_any_usual_form(text: str, named: Named) -> None:
    assert named_host(text) == named


@pytest.mark.parametrize("text", ["", "http://intranet/", "a b", "user@host", "host/path", "h:x"])
def test_what_is_no_host_is_refused(text: str) -> None:
    with pytest.raises(AddressError, match="no host"):
        named_host(text)


async def test_a_target_allows_its_own_port_and_the_other_standard_one() -> None:
    assert named_by("file:///etc/passwd") is None
    found = await allowances(filter(None, map(named_by, ["http://127.0.0.1:81/", "https://[::1]"])))
    loopback, other = ip_address("127.0.0.1"), ip_address("::1")
    assert refusal(loopback, 81, found) is None
    assert "loopback address 127.0.0.1" in (refusal(loopback, 82, found) or "")
    assert [refusal(other, port, found) is None for port in (80, 443, 81)] == [True, True, False]
    assert refusal(ip_address("::ffff:127.0.0.1"), 81, found) is None
    assert refusal(ip_address("127.0.0.2"), 81, found)


async def test_a_host_without_an_address_allows_nothing() -> None:
    assert await allowances([Named("no-such-host.invalid")]) == []


async def test_a_network_allows_all_of_it() -> None:
    (found,) = await allowances([named_host("10.0.0.0/8")])
    assert isinstance(found, Allowance)
    assert refusal(ip_address("10.9.9.9"), 5432, [found]) is None
    assert refusal(ip_address("11.0.0.1"), 5432, [found]) is None
    assert refusal(ip_address("192.168.0.1"), 5432, [found])
