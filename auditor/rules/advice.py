"""What may be advised for an image: a function of all that it stands in, so that nobody who follows
the advice makes another fault of it.

Messages of rules hold places for it: `{or_silent}`, `{silent}` (auditor/rules/rule.py).
"""

from __future__ import annotations

from auditor.message import Message, either
from auditor.net.urls import leads_to_picture
from auditor.rules.markup import attributes
from auditor.rules.rule import Use
from auditor.texts.compare import normalise
from extractors.records import ImageMap, ImageRecord, Kind

_HIDDEN_BY_ARIA = (Kind.SVG, Kind.CANVAS, Kind.ROLE_IMG)
_OTHER_NAMES = ("title", "aria-label", "aria-labelledby")
"""Attributes that bring an image with an empty alt back, or seem to."""


def silence(use: Use) -> str:
    """What to write so that a listener does not meet the image, as markup; "" where that may not be
    advised: a link, button or heading would lose its name, or the mark would have no effect."""
    record = use.record
    if gives_name(use) or _stays_exposed(record) or record.image_map is not ImageMap.NONE:
        return ""
    if record.kind in _HIDDEN_BY_ARIA:
        return 'aria-hidden="true"'
    if record.kind is not Kind.IMG:
        return ""
    others = [name for name in _OTHER_NAMES if name in attributes(record)]
    if others:
        return Message("{mark} without {others}", mark='alt=""', others=either(others))
    return 'alt=""'


def gives_name(use: Use) -> bool:
    """Whether the link, button or heading around it has no name but the image's."""
    context = use.record.context
    holders = [context.in_heading]
    if context.control is not None:
        holders.append(context.control.name)
    return any(name is not None and not _left_of(name, use.text) for name in holders)


def says_purpose(use: Use) -> bool:
    """Whether it gives a link or button its name, and that leads on: the words of a caption or
    heading are right there. A link to the picture itself only shows it larger."""
    control = use.record.context.control
    return gives_name(use) and not (control and leads_to_picture(control.target))


def _left_of(name: str, text: str) -> str:
    """A name without the image's part of it."""
    whole, part = f" {normalise(name)} ", f" {normalise(text)} "
    return (whole.replace(part, " ", 1) if part.strip() else whole).strip()


def _stays_exposed(record: ImageRecord) -> bool:
    """By focus, or by a role that is no image's: marks of decoration do not count there (ARIA 1.2,
    section 5.3, conflict resolution)."""
    return "tabindex" in attributes(record) or record.role not in ("image", "none", "")
