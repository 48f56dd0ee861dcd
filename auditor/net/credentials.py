"""What lets the scanner into a site: headers, cookies, a saved session.

They are held in memory alone: a scan file names which kinds were given, and never what they held.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http.cookiejar import Cookie, CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request

import httpx

from auditor.errors import AuditorError
from auditor.net.trust import SYSTEM, Trust
from auditor.net.urls import origin

GIVEN = "AuditorGiven"
"""Marks the cookies of --cookie in a jar."""

RequestHook = Callable[[httpx.Request], Awaitable[None]]


class AccessError(AuditorError):
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
    trust: Trust = SYSTEM
    """Which hosts are believed to be who they say."""

    def set_headers(self, url: str, headers: Mapping[str, str]) -> dict[str, str]:
        """The headers of a request for `url`: ours with it where they belong, without elsewhere."""
        own = {name.lower() for name in self.headers}
        others = {name: value for name, value in headers.items() if name.lower() not in own}
        return {**others, **self.headers} if origin(url) in self.origins else others

    def browser_cookies(self) -> list[dict[str, Any]]:
        """For `BrowserContext.add_cookies`, which makes them host-only, and Secure for https."""
        return [
            {"name": name, "value": value, "url": place}
            for place in self.origins
            for name, value in self.cookies.items()
        ]

    def cookie_jar(self) -> CookieJar:
        """The cookies for plain HTTP."""
        jar = CookieJar(_Policy(self.origins))
        for place in self.origins:
            for name, value in self.cookies.items():
                given = _cookie(name, value, urlsplit(place).hostname or "")
                given.set_nonstandard_attr(GIVEN, "")
                jar.set_cookie(given)
        for cookie in (self.state or {}).get("cookies", ()):
            expires = cookie.get("expires", -1)
            jar.set_cookie(
                _cookie(
                    cookie["name"],
                    cookie["value"],
                    cookie["domain"],
                    path=cookie.get("path", "/"),
                    secure=cookie.get("secure", False),
                    expires=int(expires) if expires >= 0 else None,
                )
            )
        return jar

    def request_hook(self, jar: CookieJar) -> RequestHook:
        """Sets headers and cookies of each request of plain HTTP, those after a redirect included.
        httpx's own way with cookies loses the jar's policy."""

        async def hook(request: httpx.Request) -> None:
            request.headers.pop("Cookie", None)
            mine = origin(str(request.url)) in self.origins
            for name in self.headers:
                if mine:
                    request.headers[name] = self.headers[name]
                elif name in request.headers:
                    del request.headers[name]
            httpx.Cookies(jar).set_cookie_header(request)

        return hook


NO_ACCESS = Access()


class _Policy(DefaultCookiePolicy):
    """RFC 6265: what has no Domain goes to its very host. What was given by --cookie goes to the
    origins that were named alone, not to another port or scheme of their hosts."""

    def __init__(self, origins: Sequence[str]) -> None:
        super().__init__(strict_ns_domain=DefaultCookiePolicy.DomainStrictNonDomain)
        self._origins = origins

    def return_ok(self, cookie: Cookie, request: Request) -> bool:
        """See DefaultCookiePolicy."""
        if cookie.has_nonstandard_attr(GIVEN) and origin(request.full_url) not in self._origins:
            return False
        return bool(super().return_ok(cookie, request))


def read_state(path: Path, origins: Iterable[str]) -> Mapping[str, Any]:
    """A storage state that Playwright wrote. Raises AccessError when it is none, or when it holds
    nothing that is still good for one of the origins: a scan with it would be an anonymous one."""
    try:
        state = json.loads(path.read_text("utf-8"))
        if not isinstance(state["cookies"], list):
            raise TypeError
        cookies = [_checked(cookie) for cookie in state["cookies"]]
        places = {str(place["origin"]) for place in state.get("origins", ())}
    except OSError as error:
        raise AccessError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise AccessError(f"{path} is not a storage state as Playwright writes it") from None
    for place in origins:
        host = urlsplit(place).hostname or ""
        own = [c.get("expires", -1) for c in cookies if _belongs(host, c["domain"])]
        if place in places or any(expires < 0 or expires > time.time() for expires in own):
            continue
        why = "its cookies for it have expired" if own else "it holds nothing for it"
        raise AccessError(f"{path} does not let into {place}: {why}")
    return dict(state)


_TYPES = {"name": str, "value": str, "domain": str, "path": str, "secure": bool}


def _checked(cookie: Mapping[str, Any]) -> Mapping[str, Any]:
    """Raises ValueError, KeyError or TypeError for what is no cookie of a storage state."""
    known = {"path": "/", "secure": False, **cookie}
    expires = known.get("expires", -1)
    right = all(isinstance(known[name], type_) for name, type_ in _TYPES.items())
    if not right or isinstance(expires, bool) or not math.isfinite(expires):
        raise ValueError
    if any(not char.isprintable() for name in ("name", "value") for char in known[name]):
        raise ValueError  # it would end the line of the header
    return cookie


def _belongs(host: str, domain: str) -> bool:
    """Whether a cookie goes to a host (RFC 6265, section 5.4): without a dot before its domain, to
    that host alone."""
    bare = domain.lstrip(".").lower()
    return host == bare.strip("[]") or (domain.startswith(".") and host.endswith(f".{bare}"))


def _cookie(
    name: str,
    value: str,
    domain: str,
    *,
    path: str = "/",
    secure: bool = False,
    expires: int | None = None,
) -> Cookie:
    domain = f"[{domain.strip('[]')}]" if ":" in domain else domain.lower()
    # http.cookiejar knows hosts without a dot under this name (RFC 2965).
    domain = domain if "." in domain.strip(".") else f"{domain}.local"
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
