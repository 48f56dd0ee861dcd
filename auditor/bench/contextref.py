"""ContextRef: does an altered description score lower? (Kreiss, Zelikman et al. 2024, section 5.)

Folder `contextref`: `stimuli.json`, image uses of Wikipedia; only those with `has_image` are used.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from auditor.bench.embed import Track, score_all
from auditor.bench.files import published_format, read_json
from auditor.bench.metrics import Floats, Ints, Metric, share
from models.encoder import Encoder

KEYS = ("shuffled_descriptions",)
SHUFFLES = 100
"""One shuffle of 257 descriptions moves by some points with its seed; the mean of many does not."""


@dataclass(frozen=True, slots=True)
class ContextRef:
    pictures: tuple[Path, ...]
    descriptions: tuple[str, ...]
    owners: Ints
    """Position of each description's own picture, (descriptions,); some pictures have several."""


def run(folder: Path, encoder: Encoder, seed: int, track: Track) -> dict[str, Metric]:
    """Read, score and evaluate. Raises BenchError, ModelError."""
    data = read(folder / "contextref")
    return evaluate(data, score_all(encoder, data.pictures, data.descriptions, track), seed)


def evaluate(data: ContextRef, scores: Floats, seed: int) -> dict[str, Metric]:
    """Percent of descriptions that beat a description of another picture, mean of the shuffles.

    `scores` is (pictures, descriptions); an equal score is wrong; pictures are drawn again for the
    interval.
    """
    others = np.array(
        [
            [owner != own and text != description for owner, text in _pairs(data)]
            for own, description in _pairs(data)
        ]
    )
    shuffled = _shuffle(others, seed)
    own = scores[data.owners, np.arange(len(data.owners))]
    altered = scores[data.owners, shuffled]
    right = (altered < own).mean(axis=0)
    return {"shuffled_descriptions": share(right, data.owners, seed)}


def read(folder: Path) -> ContextRef:
    """Read the uses that have a picture. Raises BenchError."""
    path = folder / "stimuli.json"
    with published_format(path):
        uses = [use for use in read_json(path) if use["has_image"]]
        names = list(dict.fromkeys(use["img_id"] for use in uses))
        return ContextRef(
            pictures=tuple(folder / "images" / name for name in names),
            descriptions=tuple(use["description"] for use in uses),
            owners=np.array([names.index(use["img_id"]) for use in uses]),
        )


def _pairs(data: ContextRef) -> list[tuple[int, str]]:
    return list(zip(data.owners.tolist(), data.descriptions, strict=True))


def _shuffle(others: NDArray[np.bool_], seed: int) -> Ints:
    """(SHUFFLES, n): for each description, one drawn from those that `others` (n, n) allows it."""
    rng = np.random.default_rng(seed)
    return np.stack(
        [np.where(others, rng.random(others.shape), -1).argmax(axis=1) for _ in range(SHUFFLES)]
    )
