"""Names that HTML and SVG attributes and elements give (HTML-AAM 1.0, 4.1; SVG-AAM 1.0, 6.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractors.dom import Element
from extractors.records import NameSource
from extractors.text import collapse


@dataclass(frozen=True, slots=True)
class NativeName:
    """What the host language offers, in the order: elements, text, (content, title), fallback."""

    text: str = ""
    source: NameSource = NameSource.NONE
    step: str = ""
    elements: tuple[Element, ...] = ()
    """Elements whose text is the name: legend, caption."""
    final: bool = False
    """True: an empty text is the answer, and title is not asked."""
    fallback: str = ""
    """Name that the browser gives when nothing else does."""


_NOTHING = NativeName()
_MARKUP = re.compile(r"<[^>]*>")
"""libxml2 reads a title as text without elements, as in HTML; an svg's title may hold some."""
_CAPTIONED = {"fieldset": "legend", "table": "caption"}
_BUTTONS = {"submit": "Submit", "reset": "Reset"}


def native_name(element: Element) -> NativeName:
    """The name from the element's own attributes and elements."""
    name = element.name
    if name in ("img", "area", "image"):
        # HTML-AAM 1.0, img: alt decides, also when it is empty or blank
        return _attribute(element, "alt", NameSource.ALT, final="alt" in element.attrs)
    if name == "input":
        return _input(element)
    if name in _CAPTIONED:
        first = next((e for e in element.elements() if e.name == _CAPTIONED[name]), None)
        return NativeName(elements=(first,)) if first else _NOTHING
    if name == "embed":
        return _instead(element)
    title = next((e for e in element.elements() if e.name == "title"), None)
    if title is not None:
        text = collapse(_MARKUP.sub("", title.text()))
        return NativeName(text, NameSource.SVG_TITLE, f"title element of {name}")
    return _attribute(element, "xlink:title", NameSource.TITLE) if name == "a" else _NOTHING


def _input(element: Element) -> NativeName:
    kind = element.get("type").lower()
    if kind == "image":
        # its value is sent, and never heard (HTML-AAM 1.0, section 4.1.3)
        return _attribute(element, "alt", NameSource.ALT, fallback="Submit Query")
    if kind in ("button", "submit", "reset"):
        fallback = "" if "value" in element.attrs else _BUTTONS.get(kind, "")
        return _attribute(element, "value", NameSource.VALUE, fallback=fallback)
    return NativeName(fallback=collapse(element.get("placeholder")))


def _instead(embed: Element) -> NativeName:
    """What a `noembed` in or right after an `embed` says in its place (WCAG technique H46)."""
    siblings = list(embed.parent.elements()) if embed.parent is not None else []
    after = siblings[siblings.index(embed) + 1 :][:1] if siblings else []
    found = (e for e in (*embed.elements(), *after) if e.name == "noembed")
    text = collapse(_MARKUP.sub("", next((e.text() for e in found), "")))
    return NativeName(text, NameSource.CONTENT, "noembed element") if text else _NOTHING


def _attribute(
    element: Element, name: str, source: NameSource, *, final: bool = False, fallback: str = ""
) -> NativeName:
    text = collapse(element.get(name))
    if not text:
        return NativeName(final=final, fallback=fallback)
    step = f"{name} of {element.name}"
    return NativeName(text, source, step, final=final, fallback=fallback)
