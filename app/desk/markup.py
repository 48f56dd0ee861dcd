"""The HTML of an image with another text, to be put into a page by a person."""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser

from extractors.records import ImageRecord

_WITH_ALT = ("img", "area", "input")


class _First(HTMLParser):
    """Keeps the first start tag."""

    def __init__(self) -> None:
        super().__init__()
        self.found: tuple[str, list[tuple[str, str | None]]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found = self.found or (tag, attrs)


def with_text(record: ImageRecord, text: str) -> str:
    """The start tag of an image with `text`, "" for a decorative one; "" where its HTML is not
    known. An element without an alt attribute gets a role and a label."""
    parser = _First()
    parser.feed(record.html)
    if parser.found is None:
        return ""
    tag, attrs = parser.found
    if tag in _WITH_ALT:
        put: dict[str, str | None] = {"alt": text}
    else:
        put = {"role": "img", "aria-label": text} if text else {"aria-hidden": "true"}
    gone = {*put, "aria-label", "aria-hidden", *([] if tag in _WITH_ALT else ["role"])}
    kept = [(name, value) for name, value in attrs if name not in gone]
    return f"<{tag}{''.join(_attribute(*each) for each in (*kept, *put.items()))}>"


def _attribute(name: str, value: str | None) -> str:
    return f" {name}" if value is None else f' {name}="{escape(value)}"'
