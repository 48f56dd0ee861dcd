"""Things of known classes: what the picture shows of them, and what the text names.

The model's own detector and text network say it; the numbers are those that the compatibility
already holds, told in words. It speaks of the classes alone that the detector knows (80 of COCO,
Lin et al. 2014), and a thing that it did not find may still be there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from auditor.message import Message, both, either, marked
from models.manifest import Manifest

FOUND = 0.4
"""Probability from which on a detector's answer is told as found."""
NOT_FOUND = 0.05
"""Probability below which it is told as not found; between the two nothing is said."""
NAMED = 0.5
"""Probability from which on a text is taken to name a class."""


@dataclass(frozen=True, slots=True)
class Things:
    """Names of classes, the surest first."""

    found: tuple[str, ...] = ()
    """In the picture, named or not."""
    borne_out: tuple[str, ...] = ()
    """Named by the text, and found."""
    missed: tuple[str, ...] = ()
    """Named by the text, and not found."""


def things(
    picture: NDArray[np.float32] | None, text: NDArray[np.float32], manifest: Manifest
) -> Things:
    """Of the shared embeddings (dimension,) of a picture and a text; nothing for a model that looks
    for no classes, and where there is no picture."""
    classes = manifest.object_classes
    if picture is None or not classes or not manifest.object_weight:
        return Things()
    odds = picture[-len(classes) :] + np.array(manifest.object_usual, dtype=np.float32)
    shown = 1 / (1 + np.exp(-odds))
    named = text[-len(classes) :] / manifest.object_weight
    said = np.argsort(-named, kind="stable")
    seen = np.argsort(-shown, kind="stable")
    return Things(
        tuple(classes[each] for each in seen if shown[each] >= FOUND),
        tuple(classes[n] for n in said if named[n] >= NAMED and shown[n] >= FOUND),
        tuple(classes[n] for n in said if named[n] >= NAMED and shown[n] < NOT_FOUND),
    )


def thing_words(told: Things) -> list[Message]:
    """What speaks against the text, else what bears it out; nothing where there is neither."""
    if told.missed and told.found:
        template = marked("a detector found no {missed}, which it names (found: {found})")
        return [Message(template, missed=either(told.missed), found=both(told.found))]
    if told.missed:
        template = marked("a detector found no {missed}, which it names")
        return [Message(template, missed=either(told.missed))]
    if told.borne_out:
        return [Message("a detector found what it names: {found}", found=both(told.borne_out))]
    return []
