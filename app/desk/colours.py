"""The colours of each theme, as #rrggbb, after the HTML report's; a test holds them to WCAG 2.2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from auditor.findings import Status


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
    """Behind what is chosen in menus; bars, and the mark of what is selected."""
    highlighted: str
    selected: str
    """Behind rows that are selected."""
    selected_text: str
    border: str
    """Around controls: 3:1 on window and base (1.4.11)."""
    focus: str
    """Around the control that has the focus: 3:1 on window, base and selected (2.4.7)."""
    quiet: str
    """Text that is less important, and of controls that are off."""
    line: str
    """Between rows, and the ground of bars: it tells nothing."""
    statuses: Mapping[Status, str]
    """Words and shapes of statuses, on window and base."""
    statuses_selected: Mapping[Status, str]
    """The same on selected."""


_LIGHT = {
    Status.MISSING: "#a81420",
    Status.WRONG: "#8f1d6b",
    Status.WEAK: "#8a4600",
    Status.REDUNDANT: "#005f73",
    Status.DECORATIVE_SUSPECT: "#5b3a9e",
    Status.NOT_CHECKABLE: "#5c5f66",
    Status.NOT_COMPARED: "#3d5a78",
    Status.OK: "#1d6b37",
    Status.DECORATIVE: "#605e56",
}
_DARK = {
    Status.MISSING: "#ff8d8d",
    Status.WRONG: "#f59bd6",
    Status.WEAK: "#f0ac5c",
    Status.REDUNDANT: "#6fcbdc",
    Status.DECORATIVE_SUSPECT: "#c0a8ff",
    Status.NOT_CHECKABLE: "#b4b7bd",
    Status.NOT_COMPARED: "#9fbbd6",
    Status.OK: "#7fd39a",
    Status.DECORATIVE: "#bab7ad",
}

COLOURS: Mapping[str, Colours] = {
    "light": Colours(
        window="#f6f5f1",
        text="#1b1d20",
        base="#ffffff",
        button="#e9e7df",
        button_text="#1b1d20",
        highlight="#0a4f9e",
        highlighted="#ffffff",
        selected="#e0ebf7",
        selected_text="#1b1d20",
        border="#85837b",
        focus="#0a4f9e",
        quiet="#575a60",
        line="#e0ded6",
        statuses=_LIGHT,
        statuses_selected=_LIGHT,
    ),
    "dark": Colours(
        window="#15171a",
        text="#e9e8e3",
        base="#1e2125",
        button="#32363c",
        button_text="#f2f2f2",
        highlight="#8fc1ff",
        highlighted="#08131f",
        selected="#26384d",
        selected_text="#ffffff",
        border="#84888f",
        focus="#8fc1ff",
        quiet="#b0b2b6",
        line="#363a40",
        statuses=_DARK,
        statuses_selected=_DARK,
    ),
    "high contrast": Colours(
        window="#000000",
        text="#ffffff",
        base="#000000",
        button="#000000",
        button_text="#ffff00",
        highlight="#ffff00",
        highlighted="#000000",
        selected="#003a70",
        selected_text="#ffffff",
        border="#ffffff",
        focus="#00ffff",
        quiet="#ffffff",
        line="#8a8a8a",
        statuses=_DARK,
        statuses_selected=dict.fromkeys(Status, "#ffffff"),
    ),
}
