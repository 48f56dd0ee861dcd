"""What a host of a URL is: an address, in whatever spelling, or a name. Pure functions.

Browsers, and the system's resolver, read numbers that no parser of addresses knows: `0x7f.1`,
`2130706433` and `127.1` are all 127.0.0.1. They are read here as browsers read them (WHATWG URL,
"host parsing"), so that what is judged is what is connected to.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import unquote

import idna

FORBIDDEN = re.compile(r"[\x00-\x20\x7f#/:<>?@\[\\\]^|%]")
"""Characters that no host holds (WHATWG URL, "forbidden domain code point")."""


def ascii_host(host: str) -> str:
    """The host as it is asked for: decoded, in lower case and ASCII, an address in its one
    spelling (IPv6 without brackets), no dot at the end. Raises ValueError."""
    host = unquote(host).strip("[]") if "%" in host and ":" not in host else host.strip("[]")
    if ":" in host:
        return str(IPv6Address(host.partition("%")[0]))
    if not host.isascii():
        try:
            host = idna.uts46_remap(host, std3_rules=False, transitional=False)
            host = host if host.isascii() else idna.encode(host, uts46=True).decode()
        except idna.IDNAError as error:
            raise ValueError(f"{host} is no host name") from error
    host = host.lower().rstrip(".")
    if FORBIDDEN.search(host):
        raise ValueError(f"{host!r} is no host name")
    return str(_number(host)) if _ends_in_number(host) else host


def address_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host is, in whatever spelling; None for a name. Raises ValueError for
    what is neither: `1.2.3.999`."""
    found = ascii_host(host)
    return ip_address(found) if ":" in found or _ends_in_number(found) else None


def is_localhost(host: str) -> bool:
    """Whether a name stands for this machine, whatever a resolver says (RFC 6761, 6.3)."""
    name = host.lower().rstrip(".")
    return name == "localhost" or name.endswith(".localhost")


def _ends_in_number(host: str) -> bool:
    """Whether browsers take it for an IPv4 address, a broken one perhaps."""
    last = host.rpartition(".")[2]
    return (last.isascii() and last.isdigit()) or _part(last) is not None


def _number(host: str) -> IPv4Address:
    """Raises ValueError. One to four parts, the last of which fills what is left."""
    *first, last = map(_part, host.split("."))
    if last is None or len(first) > 3 or any(part is None or part > 255 for part in first):
        raise ValueError(f"{host} is no address")
    if last >= 256 ** (4 - len(first)):
        raise ValueError(f"{host} is no address")
    bits = sum((part or 0) << 24 - 8 * place for place, part in enumerate(first))
    return IPv4Address(bits + last)


def _part(text: str) -> int | None:
    """Decimal, octal after 0, hexadecimal after 0x; None for what is none of them."""
    base = 10
    if text[:2] in ("0x", "0X"):
        base, text = 16, text[2:] or "0"
    elif len(text) > 1 and text[0] == "0":
        base, text = 8, text[1:]
    digits = "0123456789abcdef"[:base]
    if not text or len(text) > 40 or not all(c in digits for c in text.lower()):
        return None
    return int(text, base)
