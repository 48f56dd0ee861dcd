"""Figures on held-out training data, by which choices are made. Never a benchmark."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Percent. The scores of pictures × texts, where each text has one picture."""

    first: float
    """The text's own picture is the best for it."""
    tenth: float
    """It is among the best ten."""
    beats: float
    """Share of comparisons in which the own text beats another picture's text."""


def retrieval(scores: Matrix, owners: NDArray[np.int64]) -> Retrieval:
    """`scores` (pictures, texts); `owners[t]` is the row of text t's picture."""
    own = scores[owners, np.arange(len(owners))]
    better = (scores > own).sum(0)
    wins = [
        (own[text] > scores[owner, owners != owner]).mean() for text, owner in enumerate(owners)
    ]
    return Retrieval(
        100 * float((better < 1).mean()),
        100 * float((better < 10).mean()),
        100 * float(np.mean(wins)),
    )
