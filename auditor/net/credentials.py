"""What lets the scanner into a site: headers, cookies, a saved session.

They are held in memory alone: a scan file names which kinds were given, and never what they held.
"""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.cookiejar import Cookie, CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from auditor.net.urls import origin

RequestHook = Callable[[httpx.Request], Awaitable[None]]


class AccessError(Exception):
    """A session cannot be used; the message is fit to show and holds no secret."""


@dataclass(frozen=True, slots=True)
class Access:
    """What is sent to the origins that the user named, and to nobody else."""

    origins: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    cookies: Mapping[str, str] = field(default_factory=dict, repr=False)
    state: Mapping[str, Any] | None = field(default=None, repr=False)
    """Playwright's storage state; its cookies go where they say themselves."""
    kinds: tuple[str, ...] = ()
    """The options that were given, as "--cookie"."""

    def set_headers(self, url: str, headers: Mapping[str, str]) -> dict[str, str]:
        """The headers of a request for `url`: ours with it where they belong, without elsewhere."""
        own = {name.lower() for name in self.headers}
        others = {name: value for name, value in headers.items() if name.lower() not in own}
        return {**others, **self.headers} if origin(url) in self.origins else others

    def browser_cookies(self) -> list[dict[str, Any]]:
        """For `BrowserContext.add_cookies`."""
        return [
            {"name": name, "value": value, "url": place}
            for place in self.origins
            for name, value in self.cookies.items()
        ]

    def cookie_jar(self) -> CookieJar:
        """The cookies for plain HTTP."""
        jar = CookieJar()
        for place in self.origins:
            for name, value in self.cookies.items():
                jar.set_cookie(_cookie(name, value, urlsplit(place).hostname or ""))
        for cookie in (self.state or {}).get("cookies", ()):
            expires = cookie.get("expires", -1)
            jar.set_cookie(
                _cookie(
                    cookie["name"],
                    cookie["value"],
                    cookie["domain"],
                    path=cookie.get("path", "/"),
                    secure=cookie.get("secure", False),
                    expires=int(expires) if expires > 0 else None,
                )
            )
        return jar

    def request_hook(self) -> RequestHook:
        """Sets the headers of each request of plain HTTP, those after a redirect included."""

        async def hook(request: httpx.Request) -> None:
            url = str(request.url)
            for name in self.headers:
                if origin(url) in self.origins:
                    request.headers[name] = self.headers[name]
                elif name in request.headers:
                    del request.headers[name]

        return hook


NO_ACCESS = Access()


def read_state(path: Path, origins: Iterable[str]) -> Mapping[str, Any]:
    """A storage state that Playwright wrote. Raises AccessError when it is none, or when it holds
    nothing that is still good for one of the origins: a scan with it would be an anonymous one."""
    try:
        state = json.loads(path.read_text("utf-8"))
        cookies = [
            (c["name"], c["value"], c["domain"], c.get("expires", -1)) for c in state["cookies"]
        ]
        places = {place["origin"] for place in state.get("origins", ())}
    except OSError as error:
        raise AccessError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError):
        raise AccessError(f"{path} is not a storage state as Playwright writes it") from None
    for place in origins:
        host = urlsplit(place).hostname or ""
        own = [expires for _, _, domain, expires in cookies if _belongs(host, domain)]
        if place in places or any(expires < 0 or expires > time.time() for expires in own):
            continue
        why = "its cookies for it have expired" if own else "it holds nothing for it"
        raise AccessError(f"{path} does not let into {place}: {why}")
    return dict(state)


def _belongs(host: str, domain: str) -> bool:
    bare = domain.lstrip(".").lower()
    return host == bare or host.endswith(f".{bare}")


def _cookie(
    name: str,
    value: str,
    domain: str,
    *,
    path: str = "/",
    secure: bool = False,
    expires: int | None = None,
) -> Cookie:
    # http.cookiejar knows hosts without a dot under this name (RFC 2965).
    domain = domain if "." in domain.strip(".") or ":" in domain else f"{domain}.local"
    return Cookie(
        version=0,
        name=name,
        value=value,
        port=None,
        port_specified=False,
        domain=domain,
        domain_specified=domain.startswith("."),
        domain_initial_dot=domain.startswith("."),
        path=path,
        path_specified=True,
        secure=secure,
        expires=expires,
        discard=expires is None,
        comment=None,
        comment_url=None,
        rest={},
    )
