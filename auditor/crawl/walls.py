"""Pages that stand before the one that was meant: a login form, a consent wall, a bot wall, an
error page that answers 200. Pure functions; the words are in walls.json.

Each needs two signs, one of them that the page holds little else: an article about cookies, or
one with a login form in its corner, is no wall.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

from auditor.net.urls import origin, split
from extractors.extract import Extraction

WORDS: dict[str, list[str]] = json.loads((Path(__file__).parent / "walls.json").read_text("utf-8"))
FEW_WORDS = 200
"""Visible words up to which a page holds little."""
HANDFUL = 60
"""Visible words up to which a title alone says what a page is."""
MARKS, WAYS = 2, 4
"""Images and links to other pages of the host up to which a consent wall holds nothing else: its
logo, and the terms that it names."""
EDGES = " .!:-–—|·•…,()[]"


def wall(page: Extraction, asked: str, final_url: str, *, named: bool) -> str | None:
    """What the page is in place of the one that was asked for, fit to show, or None.

    `named`: the user named this URL; a login page that was named is the one that was meant.
    """
    moved = _place(asked) != _place(final_url)
    says_login = _names(final_url, "login_path")
    if page.signals.passwords and moved and says_login:
        return f"it leads to a login form at {_place(final_url)}; give a session (--storage-state)"
    if moved and _is_consent_wall(page, final_url):
        return f"it leads to a consent wall at {_place(final_url)}; see --consent"
    if page.signals.words > FEW_WORDS:
        return None
    if _is_all_consent(page, final_url):
        return "it is a consent wall; see --consent"
    if _is_bot_wall(page):
        return "it is a wall against robots: the host wants to see a person first"
    if page.signals.passwords:
        return _login(says_login, named)
    return _error(page)


def blank(page: Extraction) -> bool:
    """Whether a document that has scripts shows nothing at all: they failed, or did not run."""
    return not page.signals.words and not page.records and page.signals.scripts > 0


def _login(says_so: bool, named: bool) -> str | None:
    if not says_so:
        return "it is a login form; give a session (--storage-state)"
    return None if named else "it is a login form; name its address to have it judged"


def _is_bot_wall(page: Extraction) -> bool:
    opening = f"{page.title} {page.signals.opening}".lower()
    said = any(phrase in opening for phrase in WORDS["bot_phrases"])
    challenged = any(
        part in address for address in page.signals.addresses for part in WORDS["bot_addresses"]
    )
    # A contact form has a captcha too, and an article quotes such a phrase.
    return said and (challenged or page.signals.words <= HANDFUL)


def _is_consent_wall(page: Extraction, final_url: str) -> bool:
    opening = f"{page.title} {page.signals.opening}".lower()
    said = any(phrase in opening for phrase in WORDS["consent_phrases"])
    return said and _names(final_url, "consent_path", host=True)


def _is_all_consent(page: Extraction, final_url: str) -> bool:
    """A banner stands on a page with something else: an image, a heading, a way to other pages."""
    said = [page.signals.opening, *page.signals.headings]
    if not all(text.lower().startswith(tuple(WORDS["consent_phrases"])) for text in said):
        return False
    ways = {link for link in page.links if origin(link) == origin(final_url)} - {final_url}
    return len(page.records) <= MARKS and len(ways) <= WAYS


def _error(page: Extraction) -> str | None:
    kinds = {
        "missing_titles": "it says that there is no such page",
        "denied_titles": "it says that access is denied",
        "broken_titles": "it says that the server failed",
        "maintenance_titles": "it says that the site is under maintenance",
    }
    heads = [_bare(text) for text in (page.title, *page.signals.headings) if text]
    for kind, reason in kinds.items():
        says = [_says(head, WORDS[kind]) for head in heads]
        if any(says) and (page.signals.words <= HANDFUL or (len(says) > 1 and all(says))):
            return f"{reason}, though it answers as if all were well"
    return None


def _bare(text: str) -> str:
    return " ".join(text.lower().replace("’", "'").split()).strip(EDGES)


def _says(head: str, phrases: list[str]) -> bool:
    """Whether a title is one of the phrases, alone or beside a number or the name of the site."""
    parts = [part.strip(EDGES) for part in re.split(r" [-–—|·•:/] |: ", head)]
    return any(head == p or p in parts or head in (f"404 {p}", f"500 {p}") for p in phrases)


def _names(url: str, key: str, *, host: bool = False) -> bool:
    parts = split(url)
    segments = parts.path.lower().split("/")
    if host:
        segments += (parts.hostname or "").split(".")
    return not set(segments).isdisjoint(WORDS[key])


def _place(url: str) -> str:
    return origin(url) + urlsplit(url).path.rstrip("/")
