"""What of the lessons that were not taught is understood, language by language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from export_onnx.compact.calibration import like
from export_onnx.languages.lessons import ENGLISH, Lesson
from models.manifest import Calibration

Vectors = NDArray[np.float32]
FEWEST = 20
"""Lessons without which nothing can be said of a language."""
KNOWN = 0.5
"""Share that must be understood for a language to be known."""


@dataclass(frozen=True, slots=True)
class Understood:
    """Of one language."""

    lessons: int
    first: float
    """Share of the texts whose own meaning is nearer than that of any other of these lessons."""
    calibration: Calibration
    """Of the compatibility, so that a text means as much as its English."""

    @property
    def known(self) -> bool:
        return self.lessons >= FEWEST and self.first >= KNOWN


def understood(
    lessons: Sequence[Lesson],
    said: Vectors,
    wanted: Vectors,
    pictures: Vectors,
    english: Calibration,
) -> dict[str, Understood]:
    """By primary language subtag, English left out. `lessons` were not taught; of each, `said` and
    `wanted` (n, dimension) are the shared embeddings by the student and by the tower; `pictures`
    (m, dimension); `english` is the calibration of what the tower says."""
    languages = [lesson.language.split("-")[0] for lesson in lessons]
    found = {}
    for language in dict.fromkeys(languages):
        if language != ENGLISH:
            rows = np.array([row for row, each in enumerate(languages) if each == language])
            ours, theirs = said[rows], wanted[rows]
            calibration = like(theirs @ pictures.T, ours @ pictures.T, english)
            found[language] = Understood(len(rows), _first(ours, theirs), calibration)
    return found


def _first(said: Vectors, wanted: Vectors) -> float:
    """Lessons that want the same are no mistakes of each other."""
    scores = said @ wanted.T
    same = (wanted @ wanted.T) > np.diag(wanted @ wanted.T)[:, np.newaxis] - 1e-4
    rivals = np.where(same, -np.inf, scores).max(axis=1)
    return float((np.diag(scores) > rivals).mean())


def known(found: Mapping[str, Understood]) -> list[str]:
    """The languages whose texts the model may judge, in order."""
    return sorted(language for language, each in found.items() if each.known)
