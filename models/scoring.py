"""From embeddings to scores: pure arithmetic."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from models.manifest import Calibration

Matrix = NDArray[np.float32]


def compatibility(pictures: Matrix, texts: Matrix) -> Matrix:
    """Raw scores (n, m) of n pictures with m texts: dot products of shared embeddings."""
    return _products(pictures, texts)


def sentence_cosine(texts: Matrix, others: Matrix) -> Matrix:
    """Cosines (n, m), −1 to 1, of n texts with m others, from their unit sentence embeddings."""
    return _products(texts, others)


def joined(pictures: Matrix, texts: Matrix) -> Matrix:
    """What a regressor learns from, (n, 4 · dimension), of n pairs: both embeddings at length 1,
    their product and their distance by place, so that it need not learn to multiply."""
    p, t = (
        rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        for rows in (pictures, texts)
    )
    scale = np.float32(math.sqrt(pictures.shape[1]))
    found = np.concatenate([p, t, scale * p * t, np.abs(p - t)], axis=1) * scale
    return found.astype(np.float32)


def calibrated(raw: float, calibration: Calibration) -> float:
    """Probability 0–1 of a raw score: Platt 1999, equation 1, with the signs turned."""
    exponent = calibration.slope * raw + calibration.intercept
    return 0.5 * (1.0 + math.tanh(exponent / 2))


def _products(left: Matrix, right: Matrix) -> Matrix:
    """Row by row, so that a value does not depend on what else is in the matrix."""
    rows = [(right * row).sum(axis=1, dtype=np.float32) for row in left]
    return np.array(rows, dtype=np.float32).reshape(len(left), len(right))
