"""The weights fitted without some of the rated texts: by these the benchmarks score those texts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from auditor.scoring.weights import Weights, shipped_weights

FILE = Path(__file__).with_name("folds.json")
FOLDS = 10
"""Parts that sites, and the pictures of experts' cases, fall into; articles stand alone."""
_OF_EXPERTS = ("experts", "documentation", "stuffing")


@dataclass(frozen=True, slots=True)
class Fold:
    """What was fitted without one group."""

    origin: str
    name: str
    parts: Mapping[str, float]
    absent: Mapping[str, float]
    answers: Mapping[str, float]


def fold_of(origin: str, group: str) -> tuple[str, str]:
    """The fold that leaves a group out: an article for itself, else one of FOLDS by a hash."""
    if origin in _OF_EXPERTS:
        origin = "alt-quality"
    if origin == "context-ratings":
        return origin, group
    return origin, str(int(hashlib.sha256(group.encode()).hexdigest(), 16) % FOLDS)


def weights_without(origin: str, group: str) -> Weights:
    """The shipped weights, with what was fitted without the group in place; as they are for a
    group that none of them was fitted on."""
    fold = _folds().get(fold_of(origin, group))
    shipped = shipped_weights()
    if fold is None:
        return shipped
    return replace(shipped, parts=fold.parts, absent=fold.absent, answers=fold.answers)


def write_folds(folds: Iterable[Fold]) -> None:
    """Into the file beside this module."""
    text = ",\n".join(json.dumps(asdict(fold), ensure_ascii=False) for fold in folds)
    FILE.write_text(f"[\n{text}\n]\n", "utf-8")


@cache
def _folds() -> Mapping[tuple[str, str], Fold]:
    folds = (Fold(**fold) for fold in json.loads(FILE.read_text("utf-8")))
    return {(fold.origin, fold.name): fold for fold in folds}
