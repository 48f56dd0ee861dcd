"""Which file of the wiki an element shows."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote, urlsplit

from extractors.dom import Element

_STORED = re.compile(r"/(?:thumb/|archive/)*[0-9a-f]/[0-9a-f]{2}/(?:\d{14}!)?([^/]+)(?:/[^/]*)?$")
"""An upload: `/a/ab/NAME`, or `/thumb/a/ab/NAME/250px-NAME`."""
_THUMB = re.compile(r"/thumb/([^/]+)/[^/]*$")
"""The same of a wiki that keeps its files in one folder."""


def title_of(href: str) -> str:
    """The page that a link of the wiki leads to, with spaces: "File:Big cat.jpg"; "" when none."""
    try:
        parts = urlsplit(href)
    except ValueError:
        return ""
    query = parse_qs(parts.query)
    path = query["title"][0] if "title" in query else unquote(parts.path)
    # A title may hold slashes; what stands before it is "./", "/wiki/" or "/w/index.php/".
    for start in ("./", "/wiki/", "/index.php/"):
        before, found, title = path.partition(start)
        if found and (not before or start != "./"):
            return _spaced(title)
    return _spaced(path.rpartition("/")[2])


def name_in(title: str) -> str:
    """What follows the namespace; "" where there is none."""
    return title.partition(":")[2].strip()


def wanted_file(href: str) -> str:
    """The file that a link to the upload form is for; "" when it is no such link."""
    try:
        names = parse_qs(urlsplit(href).query).get("wpDestFile", [])
    except ValueError:
        return ""
    return _spaced(names[0]) if names else ""


def file_of(element: Element, link: Element | None) -> str | None:
    """From `resource`, else the link to the file's page, else the address of the picture.

    With `thumb=Other.png` the first two name the file that is used, the last one what is shown.
    """
    resource = name_in(title_of(element.get("resource"))) if element.get("resource") else ""
    if resource:
        return resource
    shown = stored_name(element.get("src"))
    if link is not None and _is_described(link):
        return name_in(title_of(link.get("href"))) or shown
    return shown


def stored_name(src: str) -> str | None:
    """The file in the address of an upload or of its thumbnail; None when it is no such address."""
    try:
        path = urlsplit(src).path
    except ValueError:
        return None
    found = _STORED.search(path) or _THUMB.search(path)
    return _spaced(unquote(found[1])) if found else None


def _is_described(link: Element) -> bool:
    classes = link.get("class").split()
    return "mw-file-description" in classes or "image" in classes


def _spaced(title: str) -> str:
    return " ".join(title.replace("_", " ").split())
