"""What of the lessons that were not taught is understood, language by language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from export_onnx.languages.lessons import ENGLISH, Lesson
from models.manifest import Calibration

Vectors = NDArray[np.floating]
FEWEST = 20
"""Lessons without which nothing can be said of a language."""
SURE = 4
"""Power of the tower's probabilities that pairs are weighed by: those it is sure of decide."""
KNOWN = 0.9
"""Share of comparisons that must be won for a language to be known."""
SAME_AS = {"nb": "no", "nn": "no", "fil": "tl"}
"""Languages by the code that the program knows them by."""


@dataclass(frozen=True, slots=True)
class Understood:
    """Of one language."""

    lessons: int
    nearer: float
    """Share of comparisons in which a text is nearer to its own meaning than to that of another of
    these lessons."""
    compatibility: Calibration

    @property
    def known(self) -> bool:
        return self.nearer >= KNOWN


def understood(
    lessons: Sequence[Lesson],
    said: Vectors,
    wanted: Vectors,
    pictures: Vectors,
    english: Calibration,
) -> dict[str, Understood]:
    """By primary language subtag, English and those of fewer than FEWEST lessons left out.

    `lessons` were not taught; of each, `said` and `wanted` (n, dimension) are the shared embeddings
    by the student and by the tower; `pictures` (m, dimension); `english` is the calibration
    of what the tower says.
    """
    languages = [code_of(lesson.language) for lesson in lessons]
    found = {}
    for language in dict.fromkeys(languages):
        rows = np.array([row for row, each in enumerate(languages) if each == language])
        if language != ENGLISH and len(rows) >= FEWEST:
            ours, theirs = said[rows], wanted[rows]
            found[language] = Understood(
                len(rows),
                _nearer(ours, theirs),
                _as_sure(theirs @ pictures.T, ours @ pictures.T, english),
            )
    return found


def found_alike(
    lessons: Sequence[Lesson], said: Vectors, wanted: Vectors, pictures: Vectors
) -> dict[str, float]:
    """By language, the share of `lessons` with which the student finds the same one of the
    `pictures` (m, dimension) first as the tower does."""
    alike = (said @ pictures.T).argmax(1) == (wanted @ pictures.T).argmax(1)
    found: defaultdict[str, list[bool]] = defaultdict(list)
    for lesson, same in zip(lessons, alike.tolist(), strict=True):
        found[code_of(lesson.language)].append(same)
    return {language: sum(each) / len(each) for language, each in found.items()}


def _as_sure(theirs: Vectors, ours: Vectors, english: Calibration) -> Calibration:
    """The calibration of a language's raw scores `ours`, from those of the tower for the same.

    Both are fitted to what the tower says (Platt 1999, equal priors); slope and the score of even
    odds move from the English calibration as they move from the one fit to the other. So the less
    a language is understood, the less is said of its texts: a line from score to score would call
    a text that was not understood a wrong one.
    """
    likely = 1 / (1 + np.exp(-(english.slope * theirs.ravel() + english.intercept)))
    before, now = (_fit(scores.ravel(), likely, english) for scores in (theirs, ours))
    slope = english.slope * now[0] / before[0]
    even = -english.intercept / english.slope * (now[1] / now[0]) / (before[1] / before[0])
    return Calibration(round(float(slope), 4), round(float(-slope * even), 4))


def _fit(scores: Vectors, likely: Vectors, start: Calibration) -> Vectors:
    """Slope and intercept."""
    right, wrong = likely**SURE, (1 - likely) ** SURE
    right, wrong = right / right.sum(), wrong / wrong.sum()

    def loss(values: Vectors) -> float:
        odds = values[0] * scores + values[1]
        return float(right @ np.logaddexp(0, -odds) + wrong @ np.logaddexp(0, odds))

    found: Vectors = minimize(loss, np.array([start.slope, start.intercept])).x
    return found


def code_of(language: str) -> str:
    """That which the program knows the language by."""
    primary = language.split("-")[0]
    return SAME_AS.get(primary, primary)


def _nearer(said: Vectors, wanted: Vectors) -> float:
    """Lessons that want the same are not held against each other; every text counts alike."""
    scores = said @ wanted.T
    alike = wanted @ wanted.T
    others = alike <= np.diag(alike)[:, np.newaxis] - 1e-4
    won = (np.diag(scores)[:, np.newaxis] > scores) & others
    return float((won.sum(axis=1) / np.maximum(others.sum(axis=1), 1)).mean())


def known(found: Mapping[str, Understood]) -> list[str]:
    """The languages whose texts the model may judge, in order."""
    return sorted(language for language, each in found.items() if each.known)
