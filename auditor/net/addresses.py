"""Which addresses a page may lead to: public ones, and those that the user named. Pure functions
but for asking the system's resolver."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from urllib.parse import urlsplit

from auditor.net.urls import DEFAULT_PORTS

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

NAT64 = ip_network("64:ff9b::/96")
"""RFC 6052: the last 32 bits are the IPv4 address that is really asked."""
IPV4_COMPATIBLE = ip_network("::/96")
"""RFC 4291, section 2.5.5.1: deprecated, and some systems still translate it."""
SHARED = ip_network("100.64.0.0/10")
"""RFC 6598: behind a carrier's translation."""
METADATA = frozenset(map(ip_address, ("168.63.129.16", "169.254.169.254", "fd00:ec2::254")))
"""What clouds tell their own machines, secrets among it; the first looks public."""

HOST_AND_PORT = re.compile(r"(\[[0-9a-f:.]+\]|[^\s/:@?#\[\]]+)(?::(\d{1,5}))?", re.IGNORECASE)


class AddressError(Exception):
    """A host of `--allow-host` cannot be understood; the message is fit to show."""


@dataclass(frozen=True, slots=True)
class Named:
    """A host that the user named."""

    host: str
    """Host name, address, or network in CIDR notation."""
    ports: frozenset[int] = frozenset()
    """Empty: every port."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """Addresses beyond the public ones that may be connected to."""

    network: Network
    ports: frozenset[int]
    """Empty: every port."""

    def covers(self, address: Address, port: int) -> bool:
        """Whether a connection is one that the user named."""
        return address in self.network and (not self.ports or port in self.ports)


def named_by(url: str) -> Named | None:
    """The host of a target; with the ports of http and https, which sites redirect between."""
    parts = urlsplit(url)
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        return None
    port = parts.port or DEFAULT_PORTS[parts.scheme]
    standard = frozenset(DEFAULT_PORTS.values())
    return Named(parts.hostname, standard if port in standard else frozenset({port}))


def named_host(text: str) -> Named:
    """What `--allow-host` means: HOST, HOST:PORT, an address, or a network. Raises AddressError."""
    try:
        return Named(str(ip_network(text.strip("[]"), strict=False)))
    except ValueError:
        pass
    match = HOST_AND_PORT.fullmatch(text)
    if match is None:
        raise AddressError(f"{text}: this is no host, address or network")
    return Named(match[1].strip("[]"), frozenset({int(match[2])} if match[2] else ()))


def kind_of(address: Address) -> str | None:
    """What sort of address this is, in a word, when it is not one of the public internet."""
    address = _embedded(address)
    if address in METADATA:
        return "cloud metadata"
    for kind in ("unspecified", "loopback", "link_local", "multicast"):
        if getattr(address, f"is_{kind}"):
            return kind.replace("_", "-")
    if address.version == 4 and address in SHARED:
        return "shared"
    if address.is_private or (address.version == 6 and address.is_site_local):
        return "private"
    return None if address.is_global and not address.is_reserved else "reserved"


def _embedded(address: Address) -> Address:
    """The IPv4 address inside an IPv6 one: what a translator on the way would connect to."""
    if isinstance(address, IPv4Address):
        return address
    if address in NAT64 or (address in IPV4_COMPATIBLE and int(address) > 1):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else address)


def refusal(address: Address, port: int, allowances: Iterable[Allowance]) -> str | None:
    """Why a connection is refused, fit to show; None when it may be made."""
    kind = kind_of(address)
    if kind is None or any(each.covers(_embedded(address), port) for each in allowances):
        return None
    return f"it leads to the {kind} address {address}, which was not named (--allow-host)"


async def resolve(host: str) -> list[Address]:
    """Addresses of a host, in the order of the system. Raises OSError."""
    try:
        return [ip_address(host)]
    except ValueError:
        pass
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except UnicodeError:  # a label that is empty or too long
        raise OSError(f"{host} is no host name") from None
    return list(dict.fromkeys(ip_address(str(place[0]).partition("%")[0]) for *_, place in found))


async def allowances(named: Iterable[Named]) -> list[Allowance]:
    """What the named hosts stand for now. A name that changes later does not move what it allows:
    otherwise its owner could point the scanner anywhere."""
    found = []
    for each in named:
        try:
            networks: list[Network] = [ip_network(each.host)]
        except ValueError:
            try:
                networks = [ip_network(_embedded(a)) for a in await resolve(each.host)]
            except OSError:
                continue  # who asks for it will be told
        found += [Allowance(network, each.ports) for network in networks]
    return found
