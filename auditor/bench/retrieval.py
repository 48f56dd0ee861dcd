"""Recall at k among pictures with several captions each (Faghri et al. 2018, section 4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from auditor.bench.metrics import Floats, Ints, Metric, share


def evaluate(scores: Floats, owners: Ints, seed: int) -> dict[str, Metric]:
    """Recall in percent, by name.

    `scores` is (pictures, captions); `owners` (captions,) names the picture of each caption. For
    text to image a query is a caption; for image to text it is a picture, found when one of its own
    captions is. A tie with a wrong candidate counts as a loss.
    """
    pictures = np.arange(len(scores))
    own = pictures[:, None] == owners
    by_text = _rank(scores.T, own.T)
    by_picture = _rank(scores, own)
    return {
        "t2i_r1": share((by_text < 1).astype(float), owners, seed),
        "t2i_r10": share((by_text < 10).astype(float), owners, seed),
        "i2t_r1": share((by_picture < 1).astype(float), pictures, seed),
    }


def first_by_text(scores: Floats, owners: Ints) -> Floats:
    """1 where a caption's own picture comes first, else 0, (captions,); see evaluate."""
    own = np.arange(len(scores))[:, None] == owners
    return (_rank(scores.T, own.T) < 1).astype(float)


def _rank(scores: Floats, own: NDArray[np.bool_]) -> Ints:
    """How many wrong candidates (columns) score at least as high as the best right one, a query."""
    best = np.where(own, scores, -np.inf).max(axis=1, keepdims=True)
    rank: Ints = np.count_nonzero((scores >= best) & ~own, axis=1)
    return rank
