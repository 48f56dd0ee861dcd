"""Which addresses a page may lead to: public ones, and those that the user named. Pure functions
but for asking the system's resolver.

What is allowed follows from the user's words alone, never from what a resolver answers for a name
that is only a target: who owns a name decides what it answers.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from auditor.errors import AuditorError
from auditor.net.host_names import address_of, ascii_host, is_localhost
from auditor.net.special_addresses import METADATA, Address, Network, embedded, kind_of
from auditor.net.urls import DEFAULT_PORTS

LOCALHOST = (ip_address("::1"), ip_address("127.0.0.1"))
"""What `localhost` and names below it are (RFC 6761, section 6.3); no resolver is asked."""

HOST_AND_PORT = re.compile(r"(\[[0-9a-f:.]+\]|[^\s/:@?#\[\]]+)(?::(\d{1,5}))?", re.IGNORECASE)


class AddressError(AuditorError):
    """A host of `--allow-host` cannot be understood; the message is fit to show."""


@dataclass(frozen=True, slots=True)
class Named:
    """A host that the user named."""

    host: str
    """Host name, address, or network in CIDR notation."""
    ports: frozenset[int] = frozenset()
    """Empty: every port."""
    private: bool = False
    """Said with --allow-host: a name may lead to private addresses, and any name to an address or a
    network. Else it is a target: an address, or localhost, stands for itself, a name for nothing
    that is not public."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """Addresses beyond the public ones that may be connected to."""

    network: Network
    ports: frozenset[int]
    """Empty: every port."""
    name: str | None = None
    """The host name by which it is asked for; "": none, but by the address or as localhost; None:
    whatever leads there."""

    def covers(self, host: str, address: Address, port: int) -> bool:
        """Whether a connection to `address`, asked for as `host`, is one that the user named."""
        if self.ports and port not in self.ports:
            return False
        if self.name is not None and self.name != _name_of(host):
            return False
        inside = embedded(address)
        written = self.network.num_addresses == 1 and not self.name
        return inside in self.network and (written or inside not in METADATA)


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
        return Named(str(ip_network(text.strip("[]"), strict=False)), private=True)
    except ValueError:
        pass
    match = HOST_AND_PORT.fullmatch(text)
    try:
        if match is None:
            raise ValueError
        host = ascii_host(match[1])
    except ValueError:
        raise AddressError(f"{text}: this is no host, address or network") from None
    return Named(host, frozenset({int(match[2])} if match[2] else ()), private=True)


def refusal(host: str, address: Address, port: int, allowances: Iterable[Allowance]) -> str | None:
    """Why a connection to `address`, asked for as `host`, is refused, fit to show; None when it may
    be made."""
    kind = kind_of(address)
    if kind is None or any(each.covers(host, address, port) for each in allowances):
        return None
    by_name = _name_of(host) and embedded(address) not in METADATA
    ask = f"--allow-host {_name_of(host) if by_name else address}"
    return f"it leads to the {kind} address {address}, which was not named ({ask})"


async def resolve(host: str) -> list[Address]:
    """Addresses of a host, in the order of the system. Raises OSError."""
    try:
        host = ascii_host(host)
        if address := address_of(host):
            return [address]
        if is_localhost(host):
            return list(LOCALHOST)
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except ValueError:  # no host name at all, a label that is empty or too long
        raise OSError(f"{host} is no host name") from None
    return list(dict.fromkeys(ip_address(str(place[0]).partition("%")[0]) for *_, place in found))


async def allowances(named: Iterable[Named]) -> list[Allowance]:
    """What the named hosts stand for now. A name that changes later does not move what it allows:
    otherwise its owner could point the scanner anywhere."""
    return [allowance for each in named for allowance in await _allowances_of(each)]


async def _allowances_of(named: Named) -> list[Allowance]:
    try:
        network = ip_network(named.host)
    except ValueError:
        pass
    else:
        network = ip_network(embedded(network[0])) if network.num_addresses == 1 else network
        return [Allowance(network, named.ports, None if named.private else "")]
    if _name_of(named.host) and not named.private:
        return []
    try:
        found = await resolve(named.host)
    except OSError:
        return []  # who asks for it will be told
    name = _name_of(named.host)
    # An address in another spelling is written as plainly as in its own.
    whoever = None if named.private and not is_localhost(named.host) else ""
    return [Allowance(ip_network(embedded(a)), named.ports, name or whoever) for a in found]


def _name_of(host: str) -> str:
    """A host name in its one spelling; "" for an address and for localhost, which no resolver is
    asked about, and for what is no host."""
    try:
        host = ascii_host(host)
        return "" if address_of(host) or is_localhost(host) else host
    except ValueError:
        return ""
