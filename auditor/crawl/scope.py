"""Which links are followed. Pure functions."""

from __future__ import annotations

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
