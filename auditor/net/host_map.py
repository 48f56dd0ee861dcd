"""Reading a site from another host than its own addresses name: a copy to try things on writes the
live host into its sitemaps and links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from auditor.errors import AuditorError
from auditor.net.urls import DEFAULT_PORTS, canonical, split


class HostMapError(AuditorError):
    """What --map-host says cannot be understood; the message is fit to show."""


@dataclass(frozen=True, slots=True)
class Mapped:
    """One host, and what is asked in its place."""

    live: str
    """Host, or host:port; without a port it means those of http and https."""
    staging: str
    """The same. Without a port: that of the scheme."""
    scheme: str = ""
    """Of staging; "": the one of the address."""

    @property
    def origin(self) -> str:
        """Staging, by https where nothing else is said."""
        return f"{self.scheme or 'https'}://{self.staging}"


@dataclass(frozen=True, slots=True)
class HostMap:
    """Hosts and what is asked in their place."""

    pairs: tuple[Mapped, ...] = ()

    def of(self, url: str) -> str:
        """A canonical URL as it is asked for, canonical too."""
        parts = split(url)
        if parts.scheme in DEFAULT_PORTS:
            for pair in self.pairs:
                if parts.netloc == pair.live:
                    place = (pair.scheme or parts.scheme, pair.staging, *parts[2:])
                    return canonical(urlunsplit(place))
        return url


def read_map(texts: Iterable[str]) -> HostMap:
    """What --map-host says: LIVE=STAGING, each a host or host:port, STAGING with a scheme or
    without. Raises HostMapError."""
    return HostMap(tuple(map(_mapped, texts)))


def _mapped(text: str) -> Mapped:
    live, sign, staging = text.partition("=")
    scheme, two, host = staging.strip().rpartition("://")
    if not sign or (two and scheme.lower() not in DEFAULT_PORTS):
        raise HostMapError(f"{text}: write LIVE=STAGING, LIVE=STAGING:PORT or LIVE=http://STAGING")
    pair = Mapped(_host(live.strip(), text), _host(host.removesuffix("/"), text), scheme.lower())
    if pair.live == pair.staging:
        raise HostMapError(f"{text}: this is one host")
    return pair


def _host(written: str, text: str) -> str:
    """As it stands in a canonical URL. Raises HostMapError."""
    try:
        parts = urlsplit(canonical(f"https://{written}"))
        whole = bool(parts.hostname) and parts.port != 0 and not set(written) & set("/?#@ \\")
    except ValueError:
        whole = False
    if not whole:
        raise HostMapError(f"{text}: {written or 'nothing'} is no host")
    return parts.netloc


NO_MAP = HostMap()
