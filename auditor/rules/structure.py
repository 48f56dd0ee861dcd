"""Markup around an alternative text that does not do what its author meant."""

from __future__ import annotations

import re

from auditor.findings import Outcome, Severity
from auditor.rules.criteria import KEYBOARD, NAME_ROLE_VALUE, NON_TEXT
from auditor.rules.markup import attributes, has_attribute
from auditor.rules.presence import leaves_control_nameless
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.texts.compare import is_blank, shown
from extractors.records import Exposed, ImageMap, Kind

_TAKES_ALT = ("img", "area", "input", "image")
_NO_PAGE = re.compile(
    r"\.(?:avif|bmp|gif|ico|jpe?g|jfif|png|svgz?|tiff?|webp|mp[34]|m4[av]|og[gav]|wav|webm|mov|avi)$",
    re.IGNORECASE,
)


def _has_alt_elsewhere(use: Use) -> bool:
    record = use.record
    exposed = record.exposure.state is Exposed.EXPOSED
    return exposed and record.kind is not Kind.CSS_BACKGROUND and not is_blank(record.alt or "")


def _check_effect(use: Use) -> Check:
    record = use.record
    if record.tag in _TAKES_ALT:
        return PASSED
    return Check(Outcome.FAILED, "vain", {"tag": record.tag, "text": shown(record.alt or "")})


ALT_HAS_NO_EFFECT = Rule(
    id="alt-has-no-effect",
    severity=Severity.SERIOUS,
    criteria=(NON_TEXT, NAME_ROLE_VALUE),
    summary="An element that knows no alt attribute has one.",
    help="Only img, area and input type=image have an alt attribute. Name other elements with "
    "aria-label or aria-labelledby, svg with a title element.",
    messages={
        "vain": "“{text}” stands in the alt attribute of a {tag}, where no screen reader looks for "
        "it. Write it in aria-label instead.",
    },
    applies=_has_alt_elsewhere,
    check=_check_effect,
)


def _has_map(use: Use) -> bool:
    record = use.record
    return record.kind is Kind.IMG and (
        has_attribute(record, "usemap") or has_attribute(record, "ismap")
    )


def _check_server_map(use: Use) -> Check:
    # Browsers that find the map of `usemap` do not send the place.
    if not has_attribute(use.record, "ismap") or use.record.image_map is ImageMap.CLIENT:
        return PASSED
    control = use.record.context.control
    if control is None or control.role != "link":
        return Check(Outcome.CANT_TELL, "alone")
    return Check(Outcome.FAILED, "server")


SERVER_SIDE_IMAGE_MAP = Rule(
    id="server-side-image-map",
    severity=Severity.SERIOUS,
    criteria=(KEYBOARD, NON_TEXT),
    summary="A link sends the place of a click on the picture to the server.",
    help="Use links of their own, or a map with area elements and a text for each: who cannot see "
    "or point can choose no place in a picture.",
    messages={
        "server": "Where this link leads depends on where in the picture one clicks (ismap), so "
        "nobody without a pointer can use it. Give each place a link of its own.",
        "alone": "This picture asks to send the place of a click to the server (ismap), but it "
        "stands in no link. Take ismap out, or give each place a link of its own.",
    },
    applies=_has_map,
    check=_check_server_map,
)

IMAGE_MAP_BROKEN = Rule(
    id="image-map-broken",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT,),
    summary="An image asks for an image map that the page does not have.",
    help="Let usemap hold the name of a map of this page, with a # before it, or take it out.",
    messages={
        "broken": "This image asks for the map “{map}”, and the page has none of that name: the "
        "links that belong to the picture are not there. Correct the name, or take usemap out.",
    },
    applies=_has_map,
    check=lambda use: (
        Check(Outcome.FAILED, "broken", {"map": shown(attributes(use.record).get("usemap", ""))})
        if use.record.image_map is ImageMap.BROKEN
        else PASSED
    ),
)


def _check_longdesc(use: Use) -> Check:
    value = attributes(use.record).get("longdesc", "").strip()
    evidence = {"value": shown(value)}
    if not value:
        return Check(Outcome.FAILED, "empty")
    if value == "#":
        return Check(Outcome.FAILED, "nothing", evidence)
    if _NO_PAGE.search(value.split("?")[0]):
        return Check(Outcome.FAILED, "file", evidence)
    if " " in value:
        return Check(Outcome.CANT_TELL, "text", evidence)
    return PASSED


LONG_DESCRIPTION_MISUSED = Rule(
    id="long-description-misused",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT,),
    summary="The longdesc attribute leads to no text.",
    help="Let it hold the address of a page or of a place in one, or better: put the long "
    "description into this page and point aria-describedby or aria-details to it.",
    messages={
        "empty": "The longdesc attribute is empty. Take it out, or let it lead to the description.",
        "nothing": "The longdesc attribute leads to {value}. Take it out, or let it lead to the "
        "description.",
        "file": "The longdesc attribute leads to {value}, which is a picture or a recording and no "
        "text. Let it lead to a page with the description.",
        "text": "The longdesc attribute holds “{value}”, which looks like a description; it must "
        "be the address of one. Put the description into the page.",
    },
    applies=lambda use: has_attribute(use.record, "longdesc"),
    check=_check_longdesc,
)


def _is_drawing(use: Use) -> bool:
    """Shown, and no part of a fault that is told already, or of what is heard by itself: the
    text in it, the MathML of a formula."""
    record = use.record
    # Its title, or text in it, may be all that names the control: no mark may take that away.
    control = record.context.control
    names_control = control is not None and is_blank(control.text) and not is_blank(control.name)
    shown_svg = record.kind is Kind.SVG and record.exposure.state is not Exposed.HIDDEN
    heard = record.context.mathml or record.context.drawn_text or names_control
    empties_heading = record.context.in_heading is not None and is_blank(record.context.in_heading)
    return shown_svg and not heard and not empties_heading and not leaves_control_nameless(use)


def _check_marked(use: Use) -> Check:
    record = use.record
    if record.exposure.state is Exposed.EXPOSED or not record.exposure.reason.startswith("svg"):
        return PASSED
    if record.chromium is not None and record.chromium[0] == "none":
        return PASSED  # Chromium leaves it out too
    if control := record.context.control:
        return Check(Outcome.CANT_TELL, "in-control", {"control": control.role})
    return Check(Outcome.CANT_TELL, "unmarked")


SVG_UNMARKED = Rule(
    id="svg-unmarked",
    severity=Severity.ADVICE,
    criteria=(),
    summary="An svg has neither a name nor a mark that it is decoration.",
    help='Write aria-hidden="true" on an svg that tells nothing, role="img" and a name on one that '
    "tells something.",
    messages={
        "unmarked": "This svg has no role and no name. By specification it is not there for "
        "a screen reader, but some browsers announce a graphic without a name. Write "
        'aria-hidden="true", or role="img" and a name.',
        "in-control": "This svg in a {control} has no role and no name. By specification it is not "
        "there for a screen reader, but some browsers announce a graphic without a name. Write "
        'aria-hidden="true", or role="img" and a name.',
    },
    applies=_is_drawing,
    check=_check_marked,
)
