"""How a rater learns the scale: ten pairs with their reasons, twenty that count, and where these
go wrong, twenty of a chosen set until they go right (Scott et al. 2023, section 3.3)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from auditor.store.values import parsed, structured

TUTORIAL_PAIRS = 10
ROUND = 20
"""Pairs after which the points are looked at."""
ENOUGH = 25
"""Points of a round that show that a rater has the scale."""
WAIT = 3.0
"""Seconds before an answer counts: an earlier one was not looked at."""
_MOST = 1_000_000


class Stage(StrEnum):
    """Where a rater stands."""

    TUTORIAL = "tutorial"
    FIRST = "first"
    """The first twenty pairs."""
    PROBATION = "probation"
    RATER = "rater"


@dataclass(frozen=True, slots=True)
class RaterStanding:
    """How far one rater has come."""

    stage: Stage = Stage.TUTORIAL
    pairs: int = 0
    """Answered in this stage, in probation in this round."""
    points: int = 0
    """Of this stage; of a rater, all of them."""


@dataclass(frozen=True, slots=True)
class TaughtPair:
    """A picture of ours with a text whose level is known."""

    picture: str
    """Name of a file beside pairs.json, without its ending."""
    text: str
    level: int
    why: str


def answered(standing: RaterStanding, given: int) -> RaterStanding:
    """Where a rater stands after one more pair, for which `given` points came."""
    now = replace(standing, pairs=standing.pairs + 1, points=standing.points + given)
    match now.stage:
        case Stage.TUTORIAL:
            return (
                RaterStanding(Stage.FIRST)
                if now.pairs >= TUTORIAL_PAIRS
                else replace(now, points=0)
            )
        case Stage.FIRST if now.pairs >= ROUND:
            return _after_round(now)
        case Stage.PROBATION if now.points >= ENOUGH or now.pairs >= ROUND:
            return _after_round(now)
    return now


def _after_round(now: RaterStanding) -> RaterStanding:
    if now.points >= ENOUGH:
        return replace(now, stage=Stage.RATER)
    return RaterStanding(Stage.PROBATION)


def pair_of(standing: RaterStanding) -> TaughtPair | None:
    """What a rater is asked next of our own pairs; None: of what there is to rate."""
    if standing.stage is Stage.TUTORIAL:
        return taught_pairs()["tutorial"][standing.pairs]
    if standing.stage is Stage.PROBATION:
        return taught_pairs()["curated"][standing.pairs]
    return None


@cache
def taught_pairs() -> Mapping[str, tuple[TaughtPair, ...]]:
    """The ten pairs of the "tutorial" and the twenty "curated" ones."""
    found: Mapping[str, Any] = json.loads((_folder() / "pairs.json").read_text("utf-8"))
    return {name: tuple(TaughtPair(**pair) for pair in pairs) for name, pairs in found.items()}


def drawing(name: str) -> bytes:
    """The file of one of our pictures."""
    return (_folder() / f"{name}.png").read_bytes()


def _folder() -> Traversable:
    return files("auditor.ratings") / "tutorial"


def standing_of(rater: str) -> RaterStanding:
    """What this machine remembers of a rater; the beginning where that is nothing."""
    try:
        found = structured(_kept()[rater], RaterStanding)
        pair_of(found)
    except (ValueError, TypeError, LookupError):
        return RaterStanding()
    return found


def remember(rater: str, standing: RaterStanding) -> None:
    """Keep it. Raises OSError."""
    kept = _kept()
    kept[rater] = {
        "stage": standing.stage.value,
        "pairs": standing.pairs,
        "points": standing.points,
    }
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(kept, ensure_ascii=False, indent=1), "utf-8")


def _kept() -> dict[str, Any]:
    try:
        found = parsed(_path().read_text("utf-8"), _MOST)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _path() -> Path:
    return user_state_path("auditor") / "raters.json"
