"""Does assistive technology meet an image, and why (or why not)."""

from __future__ import annotations

from extractors.candidates import Candidate
from extractors.dom import Element, describe
from extractors.icons import Icon
from extractors.imagemaps import Maps
from extractors.objects import shows_picture
from extractors.reading import Reading
from extractors.records import AccessibleName, Exposed, Exposure, Kind
from extractors.roles import (
    PRESENTATIONAL,
    computed_role,
    conflict,
    explicit_role,
    has_svg_name,
    is_focusable,
)


def exposure_of(
    candidate: Candidate, name: AccessibleName, reading: Reading, maps: Maps
) -> Exposure:
    """Exposed, decorative or hidden."""
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
    if candidate.icon is not None:
        return _icon(candidate.icon, name)
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
    if candidate.kind is Kind.SVG and candidate.element.name == "svg" and role:
        return "image" if role.startswith("graphics-") else role
    if candidate.kind in (Kind.OBJECT, Kind.EMBED) and not role:
        return "image" if shows_picture(candidate.element) else ""
    return role


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
    """HTML-AAM 1.0, section 3.5, img with an empty alt: role none, unless ARIA names it or that
    role is ignored (`conflict`). Chromium also exposes it where aria-label is there and empty."""
    if name.text:
        return Exposure(Exposed.EXPOSED, f'alt="", but {name.source} names it')
    if (brought_back := conflict(element)) is not None:
        return Exposure(Exposed.EXPOSED, f'alt="", but {brought_back}')
    if "aria-label" in element.attrs:
        return Exposure(Exposed.EXPOSED, 'alt="", but it has an empty aria-label')
    if explicit_role(element) and explicit_role(element) not in PRESENTATIONAL:
        return Exposure(Exposed.EXPOSED, f'alt="", but role={explicit_role(element)}')
    title = ", and its title is not heard as a name" if element.get("title") else ""
    return _decorative(f'alt=""{title}')


def _icon(icon: Icon, name: AccessibleName) -> Exposure:
    if icon.word:
        return Exposure(Exposed.EXPOSED, "icon of a font: its word is read out")
    if name.text:
        return Exposure(Exposed.EXPOSED, f"icon of a font, and {name.source} names it")
    return _decorative("icon of a font: its character says nothing to a listener")


def _svg(element: Element, name: AccessibleName) -> Exposure:
    """SVG-AAM 1.0, section 5.1.2: an svg is in the accessibility tree when it has a role, a name or
    a description; without any there is nothing to announce."""
    if explicit_role(element) or name.text or is_focusable(element):
        return Exposure(Exposed.EXPOSED, _why_exposed(element))
    if any(has_svg_name(e) or _is_svg_text(e) for e in element.descendants()):
        return _decorative("drawing without role and name: parts of it are heard")
    return _decorative("svg without role and name: there is nothing to announce")


def _is_svg_text(element: Element) -> bool:
    return element.name == "text" and bool(element.text().strip())


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


def _unseen_area(element: Element, reading: Reading, maps: Maps) -> str | None:
    """An area stands where the image that uses its map stands (HTML, section 4.8.14). Without a
    browser a script may still bring that image, so that the area counts as shown."""
    image = maps.image_of(element)
    if image is not None:
        return reading.state(image).unseen or _unseen_around(element, reading)
    return "no image uses its map" if maps.final else None


def _unseen_around(area: Element, reading: Reading) -> str | None:
    """Areas make no boxes; what hides their map hides them."""
    parent = reading.parents.get(area)
    return reading.state(parent).unseen if parent is not None else None


def _decorative(reason: str) -> Exposure:
    return Exposure(Exposed.DECORATIVE, reason)


def _on(what: str, holder: str, element: Element) -> str:
    return what if holder == describe(element) else f"{what} on {holder}"
