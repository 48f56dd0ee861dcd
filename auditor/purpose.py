"""What an image is for on its page, and what a good text for that purpose says.

A photograph is to be imagined, a logo that links home is to be followed, a chart has a point. The
purpose is chosen from what the page and the pixels say, never from the text that is judged: a
wrong text must not choose what it is held against. It changes how much a text has to tell and how
the parts of the score are weighed; it hides no finding.

After the categories of the W3C's Images Tutorial (functional, informative, complex, decorative).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from auditor.results import PictureInfo
from auditor.urls import TYPES, split
from extractors.records import Context, Exposed, ImageRecord

FULL = 25
"""Different words from which on a text of a picture that is to be imagined is fully informative."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The purpose of one image use, and what is expected of its text."""

    name: str
    """One of EXPECTED: "photograph", "logo link", …"""
    why: str
    """What the choice rests on, in words: "its file name says “map”"."""
    telling_words: int
    """Different words from which on a text counts as fully informative."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """Factor on the general weight of a part of the score; a part that is absent keeps its own."""


# Purpose → (different words that tell all, factors on the weights of the parts). Pixels neither
# show where a link leads nor what somebody is called, so there the picture decides less.
EXPECTED: Mapping[str, tuple[int, Mapping[str, float]]] = {
    "photograph": (FULL, {}),
    "picture": (FULL, {}),
    "portrait": (FULL, {}),
    "button": (1, {"compatibility": 0.5}),
    "link": (1, {"compatibility": 0.5}),
    "decoration": (1, {}),
}


def profile_of(record: ImageRecord, picture: PictureInfo | None) -> Profile:
    """The purpose of one image use. `picture`: None when no file came."""
    name, why = _purpose(record, picture)
    telling, weights = EXPECTED[name]
    return Profile(name, why, telling, weights)


def serves_a_purpose(context: Context) -> bool:
    """Whether the image is a link or button with a purpose of its own; a link to a picture file
    only shows the same picture larger."""
    control = context.control
    if control is None:
        return False
    kind = control.target and TYPES.guess_type(split(control.target).path)[0]
    return not (kind and kind.startswith("image/"))


def _purpose(record: ImageRecord, picture: PictureInfo | None) -> tuple[str, str]:
    if record.exposure.state is Exposed.DECORATIVE:
        return "decoration", record.exposure.reason
    control = record.context.control
    if control is not None and serves_a_purpose(record.context):
        return control.role, f"it stands in a {control.role}"
    if picture is not None and not picture.problem and not picture.flat:
        return "photograph", "it has the many colours of a photograph or painting"
    return "picture", "nothing tells more of it"
