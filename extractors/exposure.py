"""Does assistive technology meet an image, and why (or why not)."""

from __future__ import annotations

from collections.abc import Mapping

from extractors.candidates import Candidate
from extractors.document import Document
from extractors.dom import Element, describe
from extractors.reading import Reading
from extractors.records import AccessibleName, Exposed, Exposure, Kind
from extractors.roles import PRESENTATIONAL, computed_role, conflict, explicit_role, is_focusable


def exposure_of(
    candidate: Candidate, name: AccessibleName, reading: Reading, maps: Mapping[str, Element]
) -> Exposure:
    """Exposed, decorative or hidden. `maps`: the image that uses each image map, by its name."""
    element = candidate.element
    state = reading.state(element)
    unseen = _unseen_area(element, reading, maps) if element.name == "area" else state.unseen
    if unseen:
        return Exposure(Exposed.HIDDEN, unseen)
    if state.aria_hidden:
        return _decorative(_on("aria-hidden=true", state.aria_hidden, element))
    if state.inert:
        return _decorative(_on("inert", state.inert, element))
    if candidate.background is not None:
        return _painted(candidate)
    if explicit_role(element) in PRESENTATIONAL and conflict(element) is None:
        return _decorative(f"role={explicit_role(element)}")
    return _by_kind(candidate, name)


def role_of(candidate: Candidate, exposure: Exposure) -> str:
    """The computed role of the record: "image", "link", "button", another role, "none" for what
    is kept from assistive technology, "" where the element has no role."""
    if candidate.background is not None:
        return "image" if exposure.state is Exposed.EXPOSED else "none"
    if exposure.state is Exposed.DECORATIVE:
        return "none"
    role = computed_role(candidate.element)
    if candidate.kind is Kind.SVG and role.startswith("graphics-"):
        return "image"
    if candidate.kind in (Kind.OBJECT, Kind.EMBED) and not role:
        return "image"
    return role


def image_maps(document: Document, reading: Reading) -> dict[str, Element]:
    """The first rendered image that uses each image map, by the map's name."""
    users: dict[str, Element] = {}
    for element in document.elements:
        name = element.get("usemap").lstrip("#")
        if name and element in reading.states:
            users.setdefault(name, element)
    return users


def _by_kind(candidate: Candidate, name: AccessibleName) -> Exposure:
    element = candidate.element
    if candidate.kind is Kind.SVG:
        return _svg(element, name)
    if candidate.kind is Kind.POSTER and not name.text:
        return _decorative(
            "poster of a video: assistive technology meets the video, not its poster"
        )
    if candidate.kind is Kind.AREA and "href" not in element.attrs:
        return _decorative("area without href: it is no link and has no role")
    if candidate.kind is Kind.IMG and element.attrs.get("alt") == "":
        return _empty_alt(element, name)
    return Exposure(Exposed.EXPOSED, _why_exposed(element))


def _empty_alt(element: Element, name: AccessibleName) -> Exposure:
    """HTML-AAM 1.0, section 3.5, img with an empty alt: role none, unless something else names it
    or it can take the focus."""
    if name.text:
        return Exposure(Exposed.EXPOSED, f'alt="", but {name.source} names it')
    if is_focusable(element):
        return Exposure(Exposed.EXPOSED, 'alt="", but it can take the focus')
    if explicit_role(element) and explicit_role(element) not in PRESENTATIONAL:
        return Exposure(Exposed.EXPOSED, f'alt="", but role={explicit_role(element)}')
    return _decorative('alt=""')


def _svg(element: Element, name: AccessibleName) -> Exposure:
    """SVG-AAM 1.0, section 5.1.2: an svg is in the accessibility tree when it has a role, a name or
    a description; without any there is nothing to announce."""
    if explicit_role(element) or name.text or is_focusable(element):
        return Exposure(Exposed.EXPOSED, _why_exposed(element))
    return _decorative("svg without role and name: there is nothing to announce")


def _why_exposed(element: Element) -> str:
    role = explicit_role(element)
    if role in PRESENTATIONAL:
        return f"role={role} does not count: {conflict(element)}"
    return f"role={role}" if role else element.name


def _painted(candidate: Candidate) -> Exposure:
    assert candidate.background is not None
    if candidate.background.alt:
        return Exposure(Exposed.EXPOSED, "CSS content with an alternative text")
    return _decorative("CSS background: assistive technology never sees it")


def _unseen_area(element: Element, reading: Reading, maps: Mapping[str, Element]) -> str | None:
    """An area stands where the image that uses its map stands (HTML, section 4.8.14)."""
    owner = next((e for e in element.ancestors() if e.name == "map"), None)
    image = maps.get(owner.get("name")) if owner is not None else None
    return reading.state(image).unseen if image is not None else "no image uses its map"


def _decorative(reason: str) -> Exposure:
    return Exposure(Exposed.DECORATIVE, reason)


def _on(what: str, holder: str, element: Element) -> str:
    return what if holder == describe(element) else f"{what} on {holder}"
