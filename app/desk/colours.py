"""The colours of each theme, as #rrggbb; a test holds them to WCAG 2.2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Colours:
    """One theme."""

    window: str
    text: str
    """On window and base."""
    base: str
    """Behind lists and fields."""
    button: str
    button_text: str
    highlight: str
    """Behind what is selected."""
    highlighted: str
    border: str
    """Around controls: 3:1 on window and base (1.4.11)."""
    focus: str
    """Around the control that has the focus: 3:1 on window and base (2.4.7)."""
    quiet: str
    """Text that is less important, and of controls that are off."""


COLOURS: Mapping[str, Colours] = {
    "light": Colours(
        window="#f4f4f1",
        text="#1b1b1b",
        base="#ffffff",
        button="#e4e4df",
        button_text="#1b1b1b",
        highlight="#0b4f8a",
        highlighted="#ffffff",
        border="#6f6f6f",
        focus="#b3400a",
        quiet="#4f4f4f",
    ),
    "dark": Colours(
        window="#1e1f22",
        text="#ececec",
        base="#141517",
        button="#33353a",
        button_text="#f2f2f2",
        highlight="#8ec5ff",
        highlighted="#08131f",
        border="#8a8d93",
        focus="#ffb454",
        quiet="#b9bcc2",
    ),
    "high contrast": Colours(
        window="#000000",
        text="#ffffff",
        base="#000000",
        button="#000000",
        button_text="#ffff00",
        highlight="#ffff00",
        highlighted="#000000",
        border="#ffffff",
        focus="#00ffff",
        quiet="#ffffff",
    ),
}
