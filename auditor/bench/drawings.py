"""Drawings: does an icon, emoji, logo or clip art find its name among 50?

Folder `drawings`: `pairs.json`, a list of `image` and `alt` (the name, which is taken as it is).
The other candidates are different names, drawn for each picture by the seed; a tie with one of
them counts as a loss. Names that differ in capitals alone are one, in its first spelling.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from auditor.bench.data.files import benchmark, published_format, read_json
from auditor.bench.embed import Track, score_all
from auditor.bench.metrics import Floats, Metric, share
from models.encoder import Encoder

CANDIDATES = 50
KEYS = (f"first_of_{CANDIDATES}",)


def run(folder: Path, encoder: Encoder, seed: int, track: Track) -> dict[str, Metric]:
    """Read, score and evaluate. Raises BenchError, ModelError."""
    pictures, own = read(benchmark(folder, "drawings"))
    names = {name.casefold(): name for name in reversed(own)}
    places = {key: place for place, key in enumerate(names)}
    scores = score_all(encoder, pictures, tuple(names.values()), track)
    return evaluate(scores, [places[name.casefold()] for name in own], seed)


def evaluate(scores: Floats, own: Sequence[int], seed: int) -> dict[str, Metric]:
    """Percent of pictures whose own name is first. `scores` is (pictures, different names), `own`
    the position of each picture's name."""
    rng = np.random.default_rng(seed)
    right = []
    for row, name in zip(scores, own, strict=True):
        others = np.delete(np.arange(len(row)), name)
        drawn = rng.permutation(others)[: CANDIDATES - 1]
        right.append(float((row[name] > row[drawn]).all()))
    return {KEYS[0]: share(np.array(right), np.arange(len(right)), seed)}


def read(folder: Path) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Pictures and their names. Raises BenchError."""
    path = folder / "pairs.json"
    with published_format(path):
        pairs = read_json(path)
        return (
            tuple(folder / pair["image"] for pair in pairs),
            tuple(pair["alt"] for pair in pairs),
        )
