"""Where a click on an image of a wiki leads."""

from __future__ import annotations

from urllib.parse import urlsplit

from extractors.dom import Element
from extractors.mediawiki.files import name_in, title_of
from extractors.mediawiki.records import Link


def link_of(link: Element | None, file: str | None, base: str) -> Link:
    """The kind of link around an image that uses `file`. `base`: address of the page."""
    if link is None:
        return Link.NONE
    href, classes = link.get("href"), link.get("class").split()
    if "new" in classes:
        return Link.UPLOAD
    if "mw-file-description" in classes or "image" in classes:
        return Link.FILE_DESCRIPTION
    if file and name_in(title_of(href)) == file:
        return Link.FILE_DESCRIPTION
    return Link.EXTERNAL if _leads_out(href, base) else Link.PAGE


def _leads_out(href: str, base: str) -> bool:
    try:
        host = urlsplit(href).netloc
    except ValueError:
        return True
    return bool(host) and host != urlsplit(base).netloc
