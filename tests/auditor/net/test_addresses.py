"""Which addresses are public, and what naming a host allows."""

from ipaddress import ip_address

import pytest

from auditor.net.addresses import (
    AddressError,
    Allowance,
    Named,
    allowances,
    named_by,
    named_host,
    refusal,
    resolve,
)
from auditor.net.host_names import ascii_host
from auditor.net.special_addresses import METADATA, kind_of


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
        ("0.1.2.3", "reserved"),
        ("240.0.0.1", "reserved"),
        ("255.255.255.255", "reserved"),
        ("192.0.0.8", "reserved"),
        ("192.0.0.9", "reserved"),
        ("192.0.2.1", "documentation"),
        ("192.88.99.1", "reserved"),
        ("198.19.255.255", "benchmarking"),
        ("203.0.113.9", "documentation"),
        ("2001:db8::1", "documentation"),
        ("3fff::1", "documentation"),
        ("3fff:fff:ffff::1", "documentation"),
        ("100::1", "reserved"),
        ("5f00::1", "reserved"),
        ("4000::1", "reserved"),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "reserved"),
        ("2001:2::1", "reserved"),
        ("64:ff9b:1::5db8:d822", "private"),
        ("::ffff:0:7f00:1", "loopback"),
        ("::ffff:169.254.169.254", "cloud metadata"),
        ("64:ff9b::a9fe:a9fe", "cloud metadata"),
        ("2002:a9fe:a9fe::", "cloud metadata"),
        ("fe80::a9fe:a9fe%eth0", "cloud metadata"),
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
        ("intranet", Named("intranet", private=True)),
        ("intranet:8080", Named("intranet", frozenset({8080}), private=True)),
        ("10.0.0.0/8", Named("10.0.0.0/8", private=True)),
        ("10.1.2.3", Named("10.1.2.3/32", private=True)),
        ("10.1.2.3:81", Named("10.1.2.3", frozenset({81}), private=True)),
        ("::1", Named("::1/128", private=True)),
        ("[::1]:81", Named("::1", frozenset({81}), private=True)),
    ],
)
def test_a_host_is_named_in_any_usual_form(text: str, named: Named) -> None:
    assert named_host(text) == named


@pytest.mark.parametrize("text", ["", "http://intranet/", "a b", "user@host", "host/path", "h:x"])
def test_what_is_no_host_is_refused(text: str) -> None:
    with pytest.raises(AddressError, match="no host"):
        named_host(text)


def reach(host: str, address: str, port: int, allowed: list[Allowance]) -> bool:
    return refusal(host, ip_address(address), port, allowed) is None


async def targets(*urls: str) -> list[Allowance]:
    return await allowances(filter(None, map(named_by, urls)))


async def test_a_target_allows_its_own_port_and_the_other_standard_one() -> None:
    assert named_by("file:///etc/passwd") is None
    found = await targets("http://127.0.0.1:81/", "https://[::1]")
    assert reach("127.0.0.1", "127.0.0.1", 81, found)
    assert not reach("127.0.0.1", "127.0.0.1", 82, found)
    assert [reach("::1", "::1", port, found) for port in (80, 443, 81)] == [True, True, False]
    assert reach("::ffff:127.0.0.1", "::ffff:127.0.0.1", 81, found)
    assert not reach("127.0.0.2", "127.0.0.2", 81, found)


async def test_an_address_that_is_a_target_is_not_there_for_names() -> None:
    found = await targets("http://127.0.0.1:81/")
    assert reach("localhost", "127.0.0.1", 81, found)
    assert not reach("rebinds.example", "127.0.0.1", 81, found)


@pytest.mark.parametrize("answer", ["127.0.0.1", "10.0.0.5", "169.254.169.254", "fd12::1"])
async def test_what_a_public_name_answers_first_allows_nothing(answer: str, monkeypatch) -> None:
    """Who owns the name would choose what is reached."""
    monkeypatch.setattr("auditor.net.addresses.resolve", lambda host: resolve(answer))
    found = await targets("https://owner.example/")
    assert found == []
    said = refusal("owner.example", ip_address(answer), 443, found) or ""
    ask = answer if answer.startswith("169") else "owner.example"
    assert said.endswith(f"address {answer}, which was not named (--allow-host {ask})")


async def test_a_name_that_is_allowed_may_be_private_and_no_other_with_it(monkeypatch) -> None:
    monkeypatch.setattr("auditor.net.addresses.resolve", lambda host: resolve("10.0.0.5"))
    found = await allowances([named_host("Intranet.example.")])
    assert reach("intranet.example", "10.0.0.5", 443, found)
    assert not reach("other.example", "10.0.0.5", 443, found)
    assert not reach("intranet.example", "10.0.0.6", 443, found)


async def test_localhost_is_this_machine_whatever_a_resolver_says(monkeypatch) -> None:
    monkeypatch.delattr("socket.getaddrinfo")
    for host in ("localhost", "app.localhost", "LOCALHOST.", "a.b.LocalHost"):
        assert [str(each) for each in await resolve(host)] == ["::1", "127.0.0.1"]
    found = await targets("http://localhost:81/")
    assert reach("localhost", "::1", 81, found)
    assert reach("app.localhost", "127.0.0.1", 81, found)
    assert not reach("localhost.example", "127.0.0.1", 81, found)


@pytest.mark.parametrize("address", sorted(map(str, METADATA)))
async def test_metadata_is_reached_only_where_it_is_written(address: str, monkeypatch) -> None:
    monkeypatch.setattr("auditor.net.addresses.resolve", lambda host: resolve(address))
    networks = ["0.0.0.0/0", "::/0", f"{address}/{31 if '.' in address else 127}"]
    wide = await allowances([*map(named_host, networks), named_host("cloud.example")])
    for host in (address, "cloud.example"):
        assert not reach(host, address, 80, wide)
    literal = f"[{address}]" if ":" in address else address
    assert reach(address, address, 80, await targets(f"http://{literal}/"))
    assert reach("cloud.example", address, 80, await allowances([named_host(address)]))


async def test_a_host_without_an_address_allows_nothing() -> None:
    assert await allowances([named_host("no-such-host.invalid")]) == []


async def test_a_network_allows_all_of_it_to_any_name() -> None:
    (found,) = await allowances([named_host("10.0.0.0/8")])
    assert reach("10.9.9.9", "10.9.9.9", 5432, [found])
    assert reach("wiki.intranet", "10.9.9.9", 5432, [found])
    assert reach("11.0.0.1", "11.0.0.1", 5432, [found])
    assert not reach("192.168.0.1", "192.168.0.1", 5432, [found])


@pytest.mark.parametrize(
    "spelling",
    [
        *("127.1", "127.0.1", "2130706433", "0x7f.1", "0x7f000001", "0X7F.0.0.0x1", "017700000001"),
        *("0177.0.0.1", "127.0.0.1.", "127.0.0.0x1", "127.0.0.01", "\uff11\uff12\uff17.0.0.1"),
        *("127\u30020\uff0e0.1", "%31%32%37.0.0.1", "127%2e0%2E0%2e1", "\u2460\u2461\u2466.1"),
    ],
)
async def test_an_address_in_any_spelling_is_judged_as_what_is_connected_to(spelling: str) -> None:
    assert ascii_host(spelling) == "127.0.0.1"
    assert await resolve(spelling) == [ip_address("127.0.0.1")]
    found = await allowances([Named(spelling)])
    assert reach("127.0.0.1", "127.0.0.1", 80, found)


@pytest.mark.parametrize(
    "host",
    [
        *("1.2.3.256", "1.2.3.4.5", "256.1", "0x100000000", "08", "a.09", "1..2", "a b"),
        *("a%2fb", "a%00b", "a%40b.example", "::1::", "xn--" + "a" * 70 + ".\u00fc", "%"),
    ],
)
async def test_what_is_neither_address_nor_name_is_not_asked_for(host: str, monkeypatch) -> None:
    monkeypatch.delattr("socket.getaddrinfo")
    with pytest.raises(OSError, match="no host name"):
        await resolve(host)
