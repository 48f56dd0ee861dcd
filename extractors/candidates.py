"""Which elements of a page show a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from extractors.css import Styles
from extractors.document import Document
from extractors.dom import UNDRAWN, Element
from extractors.facts import Background
from extractors.reading import Reading
from extractors.records import Kind
from extractors.roles import is_image_role

_KINDS = {
    "img": Kind.IMG,
    "image": Kind.IMG,  # what the HTML parser of a browser turns into img
    "canvas": Kind.CANVAS,
    "area": Kind.AREA,
}
_IMAGE_FILE = re.compile(r"\.(avif|bmp|gif|ico|jpe?g|jfif|png|svgz?|tiff?|webp)$", re.IGNORECASE)
_OWN_PICTURE = frozenset({"img", "image", "input", "svg", "canvas", "object", "embed"})
_ZERO = re.compile(r"0+(\.0*)?(px|%|em|rem)?")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One element that shows a picture, or one picture that CSS paints on it."""

    element: Element
    kind: Kind
    background: Background | None = None
    """The painted picture; None for the other kinds."""


def find_candidates(document: Document, reading: Reading, styles: Styles) -> list[Candidate]:
    """Everything that shows a picture, in document order. What is inside another picture (an svg,
    an element with role image) belongs to it; what is never rendered is not there."""
    found: list[Candidate] = []
    for element in document.elements:
        state = reading.states.get(element)
        if state is None or state.picture is not None:
            continue
        kind = _kind(document, element)
        if kind is not None:
            found.append(Candidate(element, kind))
        if kind is not Kind.ROLE_IMG and element.name not in _OWN_PICTURE:
            for background in _backgrounds(document, styles, element):
                found.append(Candidate(element, Kind.CSS_BACKGROUND, background))
    return found


def _kind(document: Document, element: Element) -> Kind | None:
    name = element.name
    if name in _KINDS:
        return _KINDS[name]
    if name == "input":
        return Kind.INPUT if element.get("type").lower() == "image" else None
    if name == "svg":
        return Kind.SVG if _draws(document, element) else None
    if name in ("object", "embed"):
        return Kind(name) if _is_image_file(element) or is_image_role(element) else None
    if name == "video" and element.get("poster"):
        return Kind.POSTER
    return Kind.ROLE_IMG if is_image_role(element) else None


def _is_image_file(element: Element) -> bool:
    """Does an object or embed show an image, by its type or by the ending of its address?"""
    kind = element.get("type").lower()
    address = element.get("data" if element.name == "object" else "src")
    if kind:
        return kind.startswith("image/")
    if address.lower().startswith("data:"):
        return address.lower().startswith("data:image/")
    try:
        return bool(_IMAGE_FILE.search(urlsplit(address).path))
    except ValueError:
        return False


def _draws(document: Document, svg: Element) -> bool:
    """Does an svg show something, or only define symbols for others?"""
    if any(_ZERO.fullmatch(svg.get(name)) for name in ("width", "height")):
        return False
    facts = document.facts_of(svg)
    if facts and facts.box and not facts.box.area:
        return False
    children = list(svg.elements())
    return not children or any(child.name not in UNDRAWN for child in children) or _named(svg)


def _named(svg: Element) -> bool:
    return bool(svg.get("aria-label") or svg.get("aria-labelledby") or svg.get("role"))


def _backgrounds(document: Document, styles: Styles, element: Element) -> Iterator[Background]:
    if document.rendered:
        facts = document.facts_of(element)
        yield from facts.backgrounds if facts else ()
        return
    for pseudo in ("", "before", "after"):
        for url in styles.images(element, pseudo):
            absolute = document.absolute(url)
            if absolute:
                alt = styles.content(element, pseudo) or None if pseudo else None
                yield Background(absolute, f"::{pseudo}" if pseudo else "", alt)
