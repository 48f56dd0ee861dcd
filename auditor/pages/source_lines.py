"""Where elements stand in a file: each start tag is stamped with its line before the file is read
as a page, so that a message can name it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import accumulate

from extractors.facts import STAMP
from extractors.records import ImageRecord

_PREFIX = "line-"
_TEXT_ONLY = ("title", "textarea", "script", "style", "noscript", "xmp", "iframe", "noembed")
"""Elements whose content is, or may be, text and not tags."""
_LIMIT = 2_000_000
"""Characters from which on lines are not looked for."""


def stamp_of(line: int) -> tuple[str, str]:
    """Name and value of the attribute that marks an element as standing on a line (from 1)."""
    return STAMP, f"{_PREFIX}{line}"


def line_of(record: ImageRecord) -> int | None:
    """The line (from 1) of the file on which an image stands; None where it is not known."""
    found = re.fullmatch(rf"{_PREFIX}(\d{{1,9}})", record.stamp or "", re.ASCII)
    return int(found[1]) if found else None


def with_lines(html: str, first: int = 1) -> str:
    """The same HTML with the line in every start tag; `first` is the number of its first line."""
    if len(html) > _LIMIT:
        return html
    places = _Places(html)
    pieces, end = [], 0
    for offset, line in places.found:
        pieces.append(html[end:offset])
        name, value = stamp_of(line + first - 1)
        pieces.append(f' {name}="{value}"')
        end = offset
    return "".join([*pieces, html[end:]])


class _Places(HTMLParser):
    """Finds where start tags can take one more attribute: right after the name."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[tuple[int, int]] = []
        """Offset in the text, and line from 1."""
        self._starts = list(
            accumulate(map(len, html.split("\n")), lambda a, n: a + n + 1, initial=0)
        )
        self._inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if self._inside:
            return
        line, column = self.getpos()
        self.found.append((self._starts[line - 1] + column + 1 + len(tag), line))
        if tag in _TEXT_ONLY:
            self._inside = tag

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        # In HTML the slash says nothing; only drawings have tags that end themselves.
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._inside:
            self._inside = ""
