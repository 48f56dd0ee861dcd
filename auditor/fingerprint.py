"""What makes an image use the same in two scans: its picture, its text, its page, its kind."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from urllib.parse import unquote, urlsplit

from auditor.results import JudgedUse, ScanReport
from extractors.records import DRAWN


def fingerprint(use: JudgedUse) -> str:
    """32 hexadecimal digits that stay as they are while picture, text, page path and kind do.

    Host, query string, selector, class names, place on the page and the rest of the markup do not
    count. Uses that agree in all four share a fingerprint, so whoever compares scans has to count
    how often each one occurs.
    """
    alt, name = use.record.alt, use.record.name.text
    parts = [
        "1",
        picture_key(use),
        None if alt is None else _text(alt),
        _text(name),
        page_path(use.page_url),
        use.record.kind.value,
    ]
    # ASCII JSON also holds a lone surrogate, which UTF-8 could not.
    return hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()[:32]


def picture_key(use: JudgedUse) -> str:
    """The content where a file came; of a missing file its path.

    A browser's drawing (inline svg, canvas) differs from machine to machine, so it does not count.
    """
    if use.record.kind in DRAWN:
        return ""
    if use.picture is not None:
        return use.picture.sha256
    src = use.record.src or ""
    return src if src.startswith("data:") else _path(src)


def _text(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def page_path(url: str) -> str:
    """Path of the page; of a local file its name alone, for its folder differs by machine."""
    path = _path(url)
    return path.rpartition("/")[2] if url.startswith("file:") else path


def pages_read(report: ScanReport) -> set[str]:
    """Paths of the pages that a scan has read."""
    return {page_path(page.url) for page in report.pages if page.state == "done"}


def _path(url: str) -> str:
    try:
        return unquote(urlsplit(url).path) or "/"
    except ValueError:
        return url
