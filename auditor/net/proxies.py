"""The user's own proxies, as the environment names them: `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`
and `NO_PROXY`, in small letters too. Values; nothing is asked here."""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from auditor.errors import AuditorError
from auditor.net.host_names import address_of, ascii_host, is_localhost

PORTS = {"http": 80, "https": 443, "socks5": 1080}
"""By the kinds of proxies that are understood, as curl has them."""
SAME = {"socks5h": "socks5", "socks": "socks5"}


class ProxyError(AuditorError):
    """A variable of the environment names no proxy; the message is fit to show."""


@dataclass(frozen=True, slots=True)
class Proxy:
    """Where it listens, and who may use it. As text: without what is secret."""

    kind: str
    """A key of PORTS."""
    host: str
    port: int
    user: str = field(default="", repr=False)
    """"": it is used without a name."""
    password: str = field(default="", repr=False)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def authorization(self) -> str | None:
        """The value of `Proxy-Authorization` (RFC 7617), or None."""
        if not self.user:
            return None
        return f"Basic {b64encode(f'{self.user}:{self.password}'.encode()).decode()}"


@dataclass(frozen=True, slots=True)
class Proxies:
    """What is reached through which."""

    http: Proxy | None = None
    https: Proxy | None = None
    """For what is encrypted."""

    def lead_to(self, host: str, port: int) -> bool:
        """Whether a connection there goes through one of them. What is on this machine never does:
        `localhost` would be the proxy's."""
        if not (self.http or self.https) or _is_here(host):
            return False
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        return not (proxy_bypass(place) or _in_network_left_out(host))


def user_proxies() -> Proxies:
    """Those of the environment, or of the system where Python knows its settings (macOS). Raises
    ProxyError, which tells the variable and not its value: it may hold a password."""
    named = getproxies()
    return Proxies(*(_named(named, scheme) for scheme in ("http", "https")))


def _named(named: dict[str, str], scheme: str) -> Proxy | None:
    variable = scheme if named.get(scheme) else "all"
    value = named.get(variable)
    if not value:
        return None
    try:
        parts = urlsplit(value if "://" in value else f"http://{value}")
        kind = SAME.get(parts.scheme, parts.scheme)
        standard = PORTS[kind]
        if not parts.hostname:
            raise ValueError
        return Proxy(
            kind,
            ascii_host(parts.hostname),
            parts.port or standard,
            unquote(parts.username or ""),
            unquote(parts.password or ""),
        )
    except (ValueError, KeyError):
        raise ProxyError(
            f"{variable.upper()}_PROXY names no proxy: http://, https:// or socks5://HOST:PORT"
        ) from None


def _is_here(host: str) -> bool:
    try:
        address = address_of(host)
    except ValueError:
        return False
    return is_localhost(host) or (address is not None and address.is_loopback)


def _in_network_left_out(host: str) -> bool:
    """Whether NO_PROXY names a network that holds this address: Python knows names alone."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    for each in getproxies().get("no", "").split(","):
        with suppress(ValueError):
            if address in ip_network(each.strip(), strict=False):
                return True
    return False
