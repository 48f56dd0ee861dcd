"""How fast the shipped model runs here, on the pictures and descriptions of ContextRef.

Pictures and texts are run one after another, as in a scan; other work on the machine counts.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from auditor.bench import stimuli
from auditor.bench.embed import Track
from auditor.bench.errors import BenchError
from auditor.bench.metrics import RESAMPLES, Metric, with_interval
from models.encoder import Encoder
from models.pictures import PictureError, decode
from models.scoring import compatibility

KEYS = ("compact_images_per_s", "compact_with_decode_per_s", "pair_ms")
WARM_UP = 5
"""Pairs that are run first and not counted."""

Seconds = NDArray[np.float64]


def run(folder: Path, encoder: Encoder, seed: int, track: Track) -> dict[str, Metric]:
    """Time every pair of a picture and its description. Raises BenchError, ModelError."""
    samples = [row.sample for row in stimuli.read(folder / "contextref")]
    pairs = [(sample.picture, sample.text) for sample in samples if sample.picture]
    return evaluate(_timed(encoder, pairs, track), seed)


def evaluate(seconds: Seconds, seed: int) -> dict[str, Metric]:
    """Figures from the seconds (pairs, 3) of decoding, of the picture, of the text with the score.

    Rates are images a second; `pair_ms` is the mean time in milliseconds of all three steps. Pairs
    are drawn again for the intervals.
    """
    draws = np.random.default_rng(seed).integers(len(seconds), size=(RESAMPLES, len(seconds)))
    embed, decoded, pair = seconds[:, 1], seconds[:, :2].sum(axis=1), seconds.sum(axis=1)
    n = len(seconds)
    return {
        "compact_images_per_s": with_interval(1 / embed.mean(), n, 1 / embed[draws].mean(axis=1)),
        "compact_with_decode_per_s": with_interval(
            1 / decoded.mean(), n, 1 / decoded[draws].mean(axis=1)
        ),
        "pair_ms": with_interval(1000 * pair.mean(), n, 1000 * pair[draws].mean(axis=1)),
    }


def _timed(encoder: Encoder, pairs: Sequence[tuple[bytes, str]], track: Track) -> Seconds:
    for data, text in pairs[:WARM_UP]:
        _time_pair(encoder, data, text)
    return np.array([_time_pair(encoder, *pairs[i]) for i in track(range(len(pairs)), "Pairs")])


def _time_pair(encoder: Encoder, data: bytes, text: str) -> tuple[float, float, float]:
    start = time.perf_counter()
    try:
        image = decode(data).image
    except PictureError as error:
        raise BenchError(f"A picture cannot be read: {error}") from error
    decoded = time.perf_counter()
    picture = encoder.embed_pictures([image])
    embedded = time.perf_counter()
    compatibility(picture, encoder.embed_texts([text]).shared)
    return decoded - start, embedded - decoded, time.perf_counter() - embedded
