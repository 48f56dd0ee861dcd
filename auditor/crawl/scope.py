"""Which links are followed. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from urllib.parse import urlsplit

from auditor.net.urls import TYPES, origin

PAGE_TYPES = (None, "text/html", "application/xhtml+xml")
LONGEST_URL = 2000
"""Characters. Longer ones are made by scripts that append to what is there already."""
REPEATED = 4
"""A path that names one folder as often as this was built by a link that leads into itself."""
SIGN_OUT = frozenset(
    (
        *("logout", "log-out", "log_out", "logoff", "log-off", "signout", "sign-out", "sign_out"),
        *("signoff", "abmelden", "deconnexion", "cerrar-sesion", "wyloguj", "uitloggen"),
    )
)
"""Path segments and values of parameters of links that end a session."""

MONTHS = "jan feb mar apr may jun jul aug sept? oct nov dec"
LONG_MONTHS = "january february march april june july august september october november december"
COUNTED = re.compile(
    r"(?P<kept>%[0-9A-F]{2})"
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|(?<![a-z])(?=[a-z]*\d)[0-9a-f]{16,}(?![a-z])"
    r"|\d+",
    re.IGNORECASE,
)
"""Numbers, and the names that programs give: UUIDs and long hexadecimal ones. Escapes are none."""
MONTH = re.compile(
    rf"(?<![a-z])(?:{'|'.join(f'{MONTHS} {LONG_MONTHS}'.split())})(?![a-z])", re.IGNORECASE
)
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class Scope:
    """Shell patterns (`*`, `?`, `[abc]`) that say which links are followed.

    One that begins with "/" is held against path and query of links within the site that they are
    found on, any other against the whole URL.
    """

    include: tuple[str, ...] = ()
    """Empty: everything of the site. Else only what one of these agrees with; one that names
    another site opens that too."""
    exclude: tuple[str, ...] = ()
    """Nothing that one of these agrees with."""

    def admits(self, link: str, start: str) -> bool:
        """Whether a link found on the way from `start` is followed; both canonical."""
        inside = same_site(link, start)
        if not inside and not link.startswith(("http://", "https://")):
            return False  # no pattern opens a file of this machine, or another folder of it
        if self.include and not _matches(link, self.include, inside):
            return False
        if not self.include and not inside:
            return False
        return is_page(link) and not _matches(link, self.exclude, inside=True)


def same_site(link: str, start: str) -> bool:
    """A site is one origin; for files, the folder of the start page and what lies below."""
    if origin(link) != origin(start):
        return False
    home = urlsplit(start)
    folder = home.path.rpartition("/")[0] + "/"
    return home.scheme != "file" or urlsplit(link).path.startswith(folder)


def is_page(link: str) -> bool:
    """False for a picture, a paper, an archive: it is never a page, so it is not asked for."""
    return TYPES.guess_type(urlsplit(link).path)[0] in PAGE_TYPES


def is_trap(link: str) -> bool:
    """Whether a URL looks made without end: very long, or one folder again and again."""
    parts = urlsplit(link)
    folders = [part for part in f"{parts.path}/{parts.fragment}".split("/") if part]
    return len(link) > LONGEST_URL or any(folders.count(each) >= REPEATED for each in set(folders))


def shapes(link: str) -> tuple[str, ...]:
    """What addresses of one form have in common, the narrower first: "…/calendar/N/N" for all days,
    "…/shop?color=…&size=…" for all values of these filters, "…/shop?…" for all filters. Empty for
    an address with neither a number nor a parameter: it is one of its kind. `link` is canonical."""
    parts = urlsplit(link)
    view, _, more = parts.fragment.partition("?")
    place = f"{parts.path}#{view}" if view else parts.path
    if YEAR.search(place):
        place = MONTH.sub("N", place)
    shape = f"{origin(link)}{_without_numbers(place)}"
    pairs = [pair for pair in f"{parts.query}&{more}".split("&") if pair]
    if not pairs:
        return (shape,) if shape != link else ()
    names = {_without_numbers(pair.partition("=")[0]) for pair in pairs}
    return f"{shape}?{'&'.join(f'{name}=…' for name in sorted(names))}", f"{shape}?…"


def _without_numbers(text: str) -> str:
    return COUNTED.sub(lambda match: match["kept"] or "N", text)


def signs_out(link: str) -> bool:
    """Whether following a link would end the session that the scan has."""
    parts = urlsplit(link)
    places = f"{parts.path}/{parts.fragment}".lower()
    words = {word.partition(".")[0] for word in places.split("/")}
    words |= {word for pair in parts.query.lower().split("&") for word in pair.split("=")}
    return not SIGN_OUT.isdisjoint(words)


def _matches(link: str, patterns: Iterable[str], inside: bool) -> bool:
    return any(_match(link, pattern, inside) for pattern in patterns)


def _match(link: str, pattern: str, inside: bool) -> bool:
    if not pattern.startswith("/"):
        return fnmatchcase(link, pattern)
    return inside and fnmatchcase(link.removeprefix(origin(link)), pattern)
