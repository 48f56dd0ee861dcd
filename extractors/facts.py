"""What only a browser knows about an element, as plain data.

The in-page script stamps an element with the attribute `data-auditor` and returns one
JSON object a stamp; `ElementFacts.from_json` reads it. Every field may be unknown, so that
saved HTML runs through the same code with no facts at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

STAMP = "data-auditor"
"""Attribute that joins an element of the snapshot to its facts."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in CSS pixels, origin at the top left of the page."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """Width times height, in square CSS pixels."""
        return self.width * self.height

    def shared_with(self, other: Box) -> float:
        """Area of what both cover, in square CSS pixels."""
        width = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        height = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(0.0, width) * max(0.0, height)


@dataclass(frozen=True, slots=True)
class Background:
    """One image painted by CSS on an element or on one of its pseudo-elements."""

    url: str
    """Absolute URL, or a data: URL."""
    pseudo: str = ""
    """"" for the element itself, else "::before" or "::after"."""
    alt: str | None = None
    """Alternative text of `content: url() / "text"`; None where there is none."""


@dataclass(frozen=True, slots=True)
class ElementFacts:
    """Computed facts of one stamped element. None: not known."""

    current_src: str | None = None
    """URL of the picture really shown (`currentSrc`), absolute."""
    natural_width: int | None = None
    natural_height: int | None = None
    """Intrinsic size in image pixels; 0 when the picture did not load."""
    box: Box | None = None
    """Rendered box on the page; None when the element makes no box."""
    display: str | None = None
    visibility: str | None = None
    opacity: float | None = None
    """Product of the opacity of the element and its ancestors, 0 to 1."""
    hidden: str | None = None
    """Why nobody is shown this element ("display: none", "visibility: hidden",
    "closed details", "content-visibility: hidden"), also when an ancestor is the cause."""
    loaded: bool | None = None
    """False: the picture was asked for and did not come, or is still coming."""
    holds_picture: bool = False
    """Of a frame: a bare picture is its document."""
    backgrounds: tuple[Background, ...] = ()
    before: str = ""
    after: str = ""
    """Text that ::before and ::after generate; told for parts of names and for icons. A space at
    its ends: it stands apart from the text beside it."""
    labelled_by: tuple[str, ...] = ()
    """Stamps of the elements that its property ariaLabelledByElements refers to, which leaves an
    empty attribute behind (ARIA 1.3, section 10.2)."""
    icon_font: str | None = None
    """Font family by whose name a short text may be drawn as an icon."""
    chromium_role: str | None = None
    chromium_name: str | None = None
    """Chromium's own computed role and name, a second opinion."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ElementFacts:
        """Read one object of the in-page script; unknown keys are an error (TypeError)."""
        values = dict(data)
        box = values.pop("box", None)
        backgrounds = values.pop("backgrounds", ())
        labelled_by = values.pop("labelled_by", ())
        return cls(
            box=Box(*box) if box else None,
            backgrounds=tuple(Background(**b) for b in backgrounds),
            labelled_by=tuple(labelled_by),
            **values,
        )
