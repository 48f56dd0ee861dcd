"""The attributes of an image's element, from the start tag that its record keeps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from html import unescape
from html.parser import HTMLParser

from extractors.records import ImageRecord

_PLAIN = re.compile(r'<[a-z][a-z0-9-]*(?: [a-z][a-z0-9:_-]*="[^"<>]*")*>')
_ATTRIBUTE = re.compile(r' ([a-z][a-z0-9:_-]*)="([^"]*)"')
"""How most elements are written down: quickly read, with what the parser would say of them."""


class _FirstTag(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.attributes: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes = self.attributes or {name: value or "" for name, value in attrs}


def attributes(record: ImageRecord) -> Mapping[str, str]:
    """Values by name, "" for an attribute without one. A start tag that was cut (500 characters)
    gives the attributes before the cut, or none."""
    return _parsed(record.html)


def has_attribute(record: ImageRecord, name: str) -> bool:
    """Whether the element has the attribute; quick where it has not."""
    return name in record.html and name in attributes(record)


@lru_cache(maxsize=1024)
def _parsed(html: str) -> Mapping[str, str]:
    if _PLAIN.fullmatch(html):
        return {name: unescape(value) for name, value in _ATTRIBUTE.findall(html)}
    parser = _FirstTag()
    # A cut tag is closed here, after whatever quote was left open.
    parser.feed(html if html.endswith(">") else f'{html}">')
    return parser.attributes
