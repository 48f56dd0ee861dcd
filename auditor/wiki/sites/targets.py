"""What a person named: a title, the address of an article, or a list of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from auditor.net.urls import split
from auditor.wiki.sites.errors import WikiError

SAVED = (".html", ".htm", ".mhtml", ".xhtml")
"""Endings of saved pages."""
_BARE = re.compile(r"[\w-]+(\.[\w-]+)+(:\d+)?/(\S*[/?]\S+)")
"""An address that lost its scheme on the way: a host with a dot, and a path of two parts or a
query. A title such as AC/DC has no dot before its slash, v1.0/notes no second part."""
_MOBILE = re.compile(r"\.m\.(?=[\w-]+\.\w+$)")
_USUAL = ("/w", "", "/wiki", "/mediawiki")
"""Folders that wikis keep their scripts in."""
_BULLET = re.compile(r"^[*#:;\s]+(?=\[\[)")
_LINK = re.compile(r"\[\[:?([^\]|]+)(?:\|[^\]]*)?\]\]")


@dataclass(frozen=True, slots=True)
class Target:
    """One article as it was named."""

    named: str
    """As written."""
    wiki: str
    """URL that belongs to the wiki: of the article, or the wiki's own."""
    title: str | None
    """None: the URL says it, in the way of its wiki."""
    revision: int | None = None

    @property
    def server(self) -> str:
        """Scheme and host of the wiki."""
        parts = urlsplit(self.wiki)
        return f"{parts.scheme}://{parts.netloc}"


def target(text: str, wiki: str, revision: int | None = None) -> Target:
    """What an argument means: an address, or the title of an article of `wiki`."""
    url = _address(text)
    if url:
        return Target(text, _desktop(url), None, revision)
    return Target(text, wiki_url(wiki), text.strip(), revision)


def wiki_url(wiki: str) -> str:
    """`de.wikipedia.org`, `localhost:8080` or a URL, as a URL. Raises WikiError."""
    url = wiki if "://" in wiki else f"https://{wiki}"
    parts = split(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise WikiError(f"{wiki}: name a wiki by its host, as de.wikipedia.org, or by its address")
    return _desktop(url)


def api_places(url: str) -> tuple[str, ...]:
    """Where the API of the wiki of `url` may be, likeliest first."""
    parts = urlsplit(url)
    named = [parts.path.partition(s)[0] for s in ("/index.php", "/api.php") if s in parts.path]
    first = "/".join(parts.path.split("/")[:2]).rstrip("/")
    folders = dict.fromkeys([*named, *_USUAL, first])
    return tuple(f"{parts.scheme}://{parts.netloc}{folder}/api.php" for folder in folders)


def titles_in(path: Path) -> list[str]:
    """The titles and addresses in a list, one a line, also as wikitext: `* [[Cat]]`. Lines that
    begin with `# ` and no link are remarks. Raises WikiError."""
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeError) as error:
        raise WikiError(f"{path} cannot be read: {error}") from None
    found: dict[str, None] = {}
    for line in lines:
        links = _LINK.findall(_BULLET.sub("", line))
        plain = [] if line.lstrip().startswith("#") else [line.strip()]
        found |= dict.fromkeys(filter(None, links or plain))
    return list(found)


def _address(text: str) -> str:
    """The URL in an argument, "" when it is a title."""
    if text.startswith(("http://", "https://")):
        return text
    if _BARE.fullmatch(text):
        return f"https://{text}"
    return ""


def _desktop(url: str) -> str:
    """The same page for large screens: `en.m.wikipedia.org` has no API of its own."""
    parts = urlsplit(url)
    return parts._replace(netloc=_MOBILE.sub(".", parts.netloc)).geturl()
