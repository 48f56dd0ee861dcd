"""COCO: retrieval among photographs of an independent domain (Lin et al. 2014).

Folder `coco`: `captions.json`, five or six captions by the path of their picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from auditor.bench import retrieval
from auditor.bench.data.files import benchmark, published_format, read_json
from auditor.bench.embed import Track, score_all
from auditor.bench.metrics import Ints, Metric
from models.encoder import Encoder

KEYS = ("t2i_r1", "t2i_r10", "i2t_r1")


@dataclass(frozen=True, slots=True)
class Coco:
    pictures: tuple[Path, ...]
    texts: tuple[str, ...]
    owners: Ints
    """Position of each text's own picture, (texts,)."""


def run(folder: Path, encoder: Encoder, seed: int, track: Track) -> dict[str, Metric]:
    """Read, score and evaluate. Raises BenchError, ModelError."""
    data = read(benchmark(folder, "coco"))
    scores = score_all(encoder, data.pictures, data.texts, track)
    return retrieval.evaluate(scores, data.owners, seed)


def read(folder: Path) -> Coco:
    """Read the captions. Raises BenchError."""
    path = folder / "captions.json"
    with published_format(path):
        captions: dict[str, list[str]] = read_json(path)
        return Coco(
            pictures=tuple(folder / name for name in captions),
            texts=tuple(text for texts in captions.values() for text in texts),
            owners=np.repeat(np.arange(len(captions)), [len(texts) for texts in captions.values()]),
        )
