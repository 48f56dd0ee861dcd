"""Turns raw scores into probabilities, from held-out matched and mismatched pairs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from export_onnx.compact.data import DataError
from models.manifest import Calibration
from models.splits import is_development

Vector = NDArray[np.floating]
CONTEXT_CHARACTERS = 600
"""About the text that surrounds an image; of a section its beginning is taken."""


def fit(matched: Sequence[Vector], mismatched: Sequence[Vector]) -> Calibration:
    """Platt 1999 with equal priors; each vector counts alike, however many scores it holds."""
    vectors = [*matched, *mismatched]
    scores = np.concatenate(vectors)
    weights = np.concatenate([np.full(len(vector), 1 / len(vector)) for vector in vectors])
    weights /= weights.sum()
    positive = sum(map(len, matched))
    signs = np.where(np.arange(len(scores)) < positive, 1, -1)

    def loss(values: Vector) -> float:
        return float(weights @ np.logaddexp(0, -signs * (values[0] * scores + values[1])))

    slope, intercept = minimize(loss, np.array([1.0, 0.0]), method="BFGS").x
    return Calibration(round(float(slope), 4), round(float(intercept), 4))


def like(known: Vector, scores: Vector, calibration: Calibration) -> Calibration:
    """That of the raw `scores` of translations, from what the `known` raw scores of what they
    translate say by `calibration`: the least squares line to its log-odds, over the same pictures,
    so that a text means as much in both languages."""
    slope, intercept = np.polyfit(scores.ravel(), known.ravel(), 1)
    return Calibration(
        round(float(calibration.slope * slope), 4),
        round(float(calibration.slope * intercept + calibration.intercept), 4),
    )


def pairs(similarity: Vector, owners: NDArray[np.int64]) -> tuple[Vector, Vector]:
    """Pictures × texts, split into matched scores and all others; `owners[t]` is t's picture."""
    own = np.arange(len(similarity))[:, np.newaxis] == owners
    return similarity[own], similarity[~own]


def read_contexts(path: Path) -> list[tuple[str, tuple[str, ...]]]:
    """Descriptions and their contexts (title, section, text): ContextRef's development rows.

    No figure is reported on them. Raises DataError.
    """
    try:
        rows = json.loads(path.read_text("utf-8"))
        rows = [row for row in rows if is_development(row["img_id"], row["has_image"])]
        chosen = [row for row in rows if row["description"].strip()]
        return [(row["description"], _context(row)) for row in chosen]
    except (OSError, KeyError, ValueError) as error:
        raise DataError(f"The contexts in {path} cannot be read: {error}") from error


def _context(row: dict[str, str | None]) -> tuple[str, ...]:
    parts = (row["page_title"], row["section_title"], row["section_context"])
    return tuple(part[:CONTEXT_CHARACTERS] for part in parts if part and part.strip())
