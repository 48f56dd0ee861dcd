"""Public models that are worth their size, and what this machine would make of them.

Sizes are those of the files that are fetched (weights by their number and precision), figures those
of the papers named; nothing of it was measured here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from models import machine
from models.manifest import ModelError, read_manifest
from models.registry import PRECISIONS, SHIPPED, known
from models.speed import speeds

SHIPPED_GMACS = 0.87
"""Billions of multiply-adds of the shipped picture tower for one picture: those that its makers
state of its trunk, EfficientNet-Lite2 at 260 pixels."""


@dataclass(frozen=True, slots=True)
class Recommended:
    """One public model, ready as ONNX on the hub."""

    name: str
    """By which it is pulled and used."""
    repository: str
    picture: str
    text: str
    """Precision of either tower, one of PRECISIONS."""
    padded: bool
    """Texts are filled up to the model's window: its text tower attends to what is filled in."""
    languages: tuple[str, ...]
    """Primary subtags; empty: many, none of which its card rules out."""
    megabytes: int
    picture_gmacs: float | None
    """Billions of multiply-adds for one picture; None: not published."""
    imagenet: float
    """Zero-shot accuracy on ImageNet in percent."""
    source: str
    """Of the figure."""
    licence: str
    says: str


@cache
def recommended() -> dict[str, Recommended]:
    """All of them by name, the smallest first."""
    rows = json.loads((files("models") / "recommended.json").read_text("utf-8"))
    found = [Recommended(**{**row, "languages": tuple(row["languages"])}) for row in rows]
    assert all({each.picture, each.text} <= set(PRECISIONS) for each in found)
    return {each.name: each for each in sorted(found, key=lambda each: each.megabytes)}


def pictures_a_second(model: Recommended, provider: str = "cpu") -> tuple[float | None, str]:
    """How many pictures a second this machine sees with it, and how that is known: "measured",
    "estimated" from what was measured of the shipped model, or why nobody can say."""
    there = known()
    if model.name in there:
        rate = speeds(read_manifest(there[model.name])).get(provider, {}).get("images_per_s")
        if rate is not None:
            return rate, "measured"
    shipped = speeds(read_manifest(there[SHIPPED[0]])).get(provider, {}).get("images_per_s")
    if shipped is None:
        return None, "not measured yet (auditor models list --speed)"
    if model.picture_gmacs is None:
        return None, "its work a picture is not published: pull it and measure"
    return shipped * SHIPPED_GMACS / model.picture_gmacs, "estimated"


def gpu_hint(gpus: int) -> str:
    """One line, once on a machine with a GPU: that a stronger model can be had; else ""."""
    key = "hints:stronger-model"
    if not gpus or machine.recall(key, "said") is not None:
        return ""
    machine.note(key, said=1.0)
    return (
        "This machine has a GPU, so a stronger model than the shipped one can be had: "
        "auditor models recommend"
    )


def lookup(name: str) -> Recommended:
    """The recommended model of a name. Raises ModelError naming those there are."""
    if name not in recommended():
        names = ", ".join(recommended())
        raise ModelError(f"No model {name} is recommended; known: {names}, or hf:OWNER/REPOSITORY")
    return recommended()[name]
