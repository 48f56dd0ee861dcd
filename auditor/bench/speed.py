"""How fast the shipped model runs here, on the pictures and descriptions of ContextRef.

Pictures are run as in a scan, one on each core at a time; pairs one after another, each on all
cores. Other work on the machine counts.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from auditor.bench.data import stimuli
from auditor.bench.data.files import benchmark
from auditor.bench.embed import Track
from auditor.bench.errors import BenchError
from auditor.bench.metrics import RESAMPLES, Metric, with_interval
from auditor.scan.cores import judging_pool
from models.encoder import Encoder
from models.pictures import PictureError, decode
from models.scoring import compatibility

KEYS = ("compact_images_per_s", "compact_with_decode_per_s", "pair_ms")
ROUND = 25
"""Pictures that are timed together."""
WARM_UP = 5
"""Pairs that are run first and not counted."""

Pair = tuple[bytes, str]
Seconds = NDArray[np.float64]


def run(folder: Path, encoder: Encoder, seed: int, track: Track) -> dict[str, Metric]:
    """Time every picture, and every pair of a picture and its description. Raises BenchError,
    ModelError."""
    samples = [row.sample for row in stimuli.read(benchmark(folder, "contextref"))]
    pairs = [(sample.picture, sample.text) for sample in samples if sample.picture]
    with judging_pool() as pool:
        rounds = _rounds(encoder.with_threads(1), [data for data, _ in pairs], pool, track)
    return evaluate(rounds, _alone(encoder, pairs, track), seed)


def evaluate(rounds: Seconds, alone: Seconds, seed: int) -> dict[str, Metric]:
    """Figures from the seconds a picture of each round (rounds, 2), to decode and to embed it, and
    from those of each pair (pairs,).

    Rates are pictures a second; `pair_ms` is the mean in milliseconds. Rounds and pairs are drawn
    again for the intervals.
    """
    rng, n = np.random.default_rng(seed), len(alone)
    drawn = rounds[rng.integers(len(rounds), size=(RESAMPLES, len(rounds)))].mean(axis=1)
    pairs = alone[rng.integers(n, size=(RESAMPLES, n))].mean(axis=1)
    embed, both = rounds[:, 1].mean(), rounds.sum(axis=1).mean()
    return {
        "compact_images_per_s": with_interval(1 / embed, n, 1 / drawn[:, 1]),
        "compact_with_decode_per_s": with_interval(1 / both, n, 1 / drawn.sum(axis=1)),
        "pair_ms": with_interval(1000 * alone.mean(), n, 1000 * pairs),
    }


def _rounds(encoder: Encoder, files: Sequence[bytes], pool: Executor, track: Track) -> Seconds:
    rounds = [files[start : start + ROUND] for start in range(0, len(files), ROUND)]
    _round(encoder, files[:WARM_UP], pool)
    return np.array([_round(encoder, rounds[i], pool) for i in track(range(len(rounds)), "Rounds")])


def _round(encoder: Encoder, files: Sequence[bytes], pool: Executor) -> tuple[float, float]:
    start = time.perf_counter()
    images = list(pool.map(_decoded, files))
    decoded = time.perf_counter()
    list(pool.map(lambda image: encoder.embed_pictures([image]), images))
    return (decoded - start) / len(files), (time.perf_counter() - decoded) / len(files)


def _alone(encoder: Encoder, pairs: Sequence[Pair], track: Track) -> Seconds:
    for pair in pairs[:WARM_UP]:
        _time_pair(encoder, *pair)
    return np.array([_time_pair(encoder, *pairs[i]) for i in track(range(len(pairs)), "Pairs")])


def _time_pair(encoder: Encoder, data: bytes, text: str) -> float:
    start = time.perf_counter()
    picture = encoder.embed_pictures([_decoded(data)])
    compatibility(picture, encoder.embed_texts([text]).shared)
    return time.perf_counter() - start


def _decoded(data: bytes) -> Image.Image:
    try:
        return decode(data).image
    except PictureError as error:
        raise BenchError(f"A picture cannot be read: {error}") from error
