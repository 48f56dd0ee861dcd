"""Which elements of a page show a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extractors.css import Styles
from extractors.document import Document
from extractors.dom import UNDRAWN, Element
from extractors.facts import Background
from extractors.icons import Icon, icon_of
from extractors.objects import is_framed_picture, is_image, is_shown
from extractors.reading import Reading, holds_pictures
from extractors.records import Kind
from extractors.roles import computed_role, has_svg_name, is_image_role
from extractors.state import State
from extractors.text import words

_KINDS = {
    "img": Kind.IMG,
    "image": Kind.IMG,  # what the HTML parser of a browser turns into img
    "canvas": Kind.CANVAS,
    "area": Kind.AREA,
}
_OWN_PICTURE = frozenset({"img", "image", "input", "svg", "canvas", "object", "embed"})
_GRAPHICS = words("circle ellipse image line path polygon polyline rect use")
"""Elements of an svg that draw something themselves."""
_ZERO = re.compile(r"0+(\.0*)?(px|%|em|rem)?")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One element that shows a picture, or one picture that CSS paints on it."""

    element: Element
    kind: Kind
    background: Background | None = None
    """The painted picture; None for the other kinds."""
    icon: Icon | None = None
    """The icon, of kind ICON_FONT."""

    @property
    def pseudo(self) -> str:
        """ "::before" or "::after" where CSS generates the picture, else ""."""
        part = self.background or self.icon
        return part.pseudo if part is not None else ""


def find_candidates(document: Document, reading: Reading, styles: Styles) -> list[Candidate]:
    """Everything that shows a picture, in document order. What is inside another picture (an
    element with role image) belongs to it, and so do the parts of an svg that have no role or name
    of their own; what is never rendered is not there."""
    found: list[Candidate] = []
    split: set[Element] = set()
    for element in document.elements:
        state = reading.states.get(element)
        if state is None:
            continue
        if state.picture is not None:
            if not holds_pictures(state.picture):
                continue
            if _is_part(element) or _is_all_of_link(element, state, found):
                found.append(Candidate(element, Kind.SVG))
                split.add(state.picture)
            continue
        found += _of(document, styles, element)
    return [c for c in found if c.element not in split or _named(c.element)]


def _of(document: Document, styles: Styles, element: Element) -> Iterator[Candidate]:
    kind = _kind(document, element)
    if kind is not None:
        yield Candidate(element, kind)
    if kind is Kind.ROLE_IMG or element.name in _OWN_PICTURE:
        return
    for background in _backgrounds(document, styles, element):
        yield Candidate(element, Kind.CSS_BACKGROUND, background)
    icon = icon_of(document, styles, element)
    if icon is not None:
        yield Candidate(element, Kind.ICON_FONT, icon=icon)


def _is_part(element: Element) -> bool:
    """Is a part of an svg a picture of its own for a listener (SVG-AAM 1.0, section 5.1)?"""
    if computed_role(element) == "none":
        return False
    if element.name in ("image", "svg"):
        return has_svg_name(element) or is_image_role(element)
    return is_image_role(element)


def _is_all_of_link(element: Element, state: State, found: list[Candidate]) -> bool:
    """Is a part of an svg the first thing drawn in a link of that svg which nothing names?"""
    link, picture = state.control, state.picture
    if link is None or picture is None or link is element or not picture.contains(link):
        return False
    if element.name not in _GRAPHICS or (found and link.contains(found[-1].element)):
        return False
    return not _is_named_link(link)


def _is_named_link(link: Element) -> bool:
    parts = [link, *link.descendants()]
    drawn_again = (part for part in parts if part.name == "use")
    ids = link.scope.ids
    parts += [t for use in drawn_again if (t := ids.get(_reference(use))) is not None]
    if any(has_svg_name(part) or part.get("xlink:title") for part in parts):
        return True
    return any(part.name == "text" and part.text().strip() for part in parts)


def _reference(use: Element) -> str:
    return (use.get("href") or use.get("xlink:href")).removeprefix("#")


def _kind(document: Document, element: Element) -> Kind | None:
    name = element.name
    if name in _KINDS:
        return _KINDS[name]
    if name == "input":
        return Kind.INPUT if element.get("type").lower() == "image" else None
    if name == "svg":
        return Kind.SVG if _draws(document, element) else None
    if name == "object":
        return Kind.OBJECT if is_shown(document, element) else None
    if name == "embed":
        return Kind.EMBED if is_image(element) or is_image_role(element) else None
    if name in ("iframe", "frame"):
        return Kind.EMBED if is_framed_picture(document, element) else None
    if name == "video" and element.get("poster"):
        return Kind.POSTER
    return Kind.ROLE_IMG if is_image_role(element) else None


def _draws(document: Document, svg: Element) -> bool:
    """Does an svg show something, or only define symbols for others?"""
    if any(_ZERO.fullmatch(svg.get(name)) for name in ("width", "height")):
        return False
    facts = document.facts_of(svg)
    if facts and facts.box and not facts.box.area:
        return False
    children = list(svg.elements())
    # what a foreignObject holds is a part of the page
    drawn = any(child.name not in UNDRAWN | {"foreignobject"} for child in children)
    return not children or drawn or _named(svg)


def _named(svg: Element) -> bool:
    return has_svg_name(svg) or bool(svg.get("role"))


def _backgrounds(document: Document, styles: Styles, element: Element) -> Iterator[Background]:
    if document.rendered:
        facts = document.facts_of(element)
        yield from facts.backgrounds if facts else ()
        return
    if not styles.values:
        return
    for pseudo in ("", "before", "after"):
        part = f"::{pseudo}" if pseudo else ""
        for url in map(document.absolute, styles.images(element, pseudo)):
            if url:
                yield Background(url, part)
        alt = styles.alternative(element, pseudo)
        for url in map(document.absolute, styles.replacements(element, pseudo)):
            if url:
                yield Background(url, part, alt)
