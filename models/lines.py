"""What is read in pictures. Apart from the reading itself, so that what only looks at it loads no
picture library."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text that was read in a picture."""

    text: str
    confidence: float
    """0–1, as the recogniser gives it."""
    box: tuple[float, float, float, float]
    """x, y, width, height of the upright box around it, as shares (0–1) of the picture's sides."""
