"""What tells whether a page is the one that was meant: facts, and no judgement."""

from __future__ import annotations

from dataclasses import dataclass

from extractors.css import read_styles
from extractors.document import Document, parse
from extractors.dom import Element
from extractors.reading import Reading, read
from extractors.text import collapse

OPENING = 3000
"""Characters of the visible text that are kept."""
MOST = 300
"""Addresses that are kept."""
TEXT = "text="
"""A marker that begins with this is a text, any other a CSS selector."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What a page shows at a glance."""

    words: int = 0
    """Words of visible text."""
    opening: str = ""
    """The start of the visible text."""
    headings: tuple[str, ...] = ()
    """Texts of h1 elements."""
    passwords: int = 0
    """Fields for a password that are shown."""
    scripts: int = 0
    """Script elements."""
    addresses: tuple[str, ...] = ()
    """Absolute URLs of scripts, frames and forms."""


NO_SIGNALS = Signals()


def signals_of(document: Document, reading: Reading) -> Signals:
    """The signals of one HTML text."""
    shown = [e for e in reading.states if e.name in ("h1", "input") and not _hidden(e, reading)]
    passwords = [e for e in shown if e.name == "input" and e.get("type").lower() == "password"]
    headings = [reading.visible_text(e) for e in shown if e.name == "h1"]
    return Signals(
        words=len(reading.text.split()),
        opening=reading.text[:OPENING].strip(),
        headings=tuple(filter(None, headings)),
        passwords=len(passwords),
        scripts=sum(e.name == "script" for e in document.elements),
        addresses=tuple(_addresses(document))[:MOST],
    )


def _hidden(element: Element, reading: Reading) -> bool:
    state = reading.state(element)
    return bool(state.hidden or state.invisible)


def _addresses(document: Document) -> list[str]:
    attributes = {"script": "src", "iframe": "src", "form": "action"}
    written = (e.get(attributes[e.name]) for e in document.elements if e.name in attributes)
    return [address for address in map(document.absolute, written) if address]


def check_marker(marker: str) -> None:
    """Raises ValueError, fit to show, for a marker that is neither text nor CSS selector."""
    if not marker.removeprefix(TEXT).strip():
        raise ValueError("it is empty")
    if not marker.startswith(TEXT):
        import soupsieve

        try:
            soupsieve.compile(marker)
        except soupsieve.SelectorSyntaxError as error:
            first = str(error).splitlines()[0]
            raise ValueError(f"it is no CSS selector ({first}); write text=… for a text") from None


def shows(html: str, url: str, marker: str) -> bool:
    """Whether an element that a CSS selector names, or with `text=` a visible text, is there."""
    document = parse(html, url, {})
    if marker.startswith(TEXT):
        wanted = collapse(marker.removeprefix(TEXT))
        return wanted in read(document, read_styles(document)).text
    import soupsieve

    selector = soupsieve.compile(marker)
    return any(selector.match(tag) for tag in document.tags.values())
