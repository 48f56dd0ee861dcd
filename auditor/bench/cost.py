"""What the full score costs beside the bare model, on the image uses of ContextRef.

Bare: decode and embed the picture, embed the text, one product. Full: the same picture and text
with all that the score looks at, nothing remembered from the use before. Both run one after the
other on every use, in turns of who is first, so that other work on the machine meets both.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from auditor.bench.data import stimuli
from auditor.bench.data.files import benchmark
from auditor.bench.embed import Track
from auditor.bench.metrics import RESAMPLES, Floats, Metric, with_interval
from auditor.bench.scorers import SCORERS, TextSample, Tools
from models.encoder import Encoder

KEYS = ("quality_over_bare", "bare_ms", "quality_ms")
WARM_UP = 5
"""Uses that are run first and not counted."""


def run(folder: Path, encoder: Encoder, seed: int, track: Track) -> dict[str, Metric]:
    """Time every use that has a picture. Raises BenchError, ModelError."""
    rows = [row for row in stimuli.read(benchmark(folder, "contextref")) if row.sample.picture]
    for row in rows[:WARM_UP]:
        _both(encoder, row.sample, bare_first=True)
    seconds = [
        _both(encoder, rows[i].sample, bare_first=i % 2 == 0)
        for i in track(range(len(rows)), "Uses")
    ]
    return evaluate(np.array(seconds), seed)


def evaluate(seconds: Floats, seed: int) -> dict[str, Metric]:
    """Figures from the seconds (uses, 2) of the bare model and of the full score; uses are drawn
    again for the intervals. The ratio is of the means."""
    n = len(seconds)
    draws = np.random.default_rng(seed).integers(n, size=(RESAMPLES, n))
    mean, means = seconds.mean(axis=0), seconds[draws].mean(axis=1)
    return {
        "quality_over_bare": with_interval(mean[1] / mean[0], n, means[:, 1] / means[:, 0]),
        "bare_ms": with_interval(1000 * mean[0], n, 1000 * means[:, 0]),
        "quality_ms": with_interval(1000 * mean[1], n, 1000 * means[:, 1]),
    }


def _both(encoder: Encoder, sample: TextSample, *, bare_first: bool) -> tuple[float, float]:
    names = ("compatibility", "quality") if bare_first else ("quality", "compatibility")
    taken = {name: _timed(SCORERS[name](Tools(encoder)).score, sample) for name in names}
    return taken["compatibility"], taken["quality"]


def _timed(score: Callable[[TextSample], float], sample: TextSample) -> float:
    start = time.perf_counter()
    score(sample)
    return time.perf_counter() - start
