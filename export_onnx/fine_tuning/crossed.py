"""`python -m export_onnx.fine_tuning.crossed GIVEN ANSWER`: tunes the score once for each part that
is left out.

auditor/bench/tuned.py writes GIVEN and reads ANSWER: `before` and `after`, the score of each sample
as it was, and tuned without the part that the sample is in.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from export_onnx.fine_tuning.network import (
    TunedScore,
    TuningRecipe,
    TuningSamples,
    agreement,
    lessons_of,
    tuned,
)

RATES = (0.0, 1e-4, 3e-4, 1e-3, 3e-3)
"""At 0 the join alone is learned."""


def main(given: Path, answer: Path) -> None:
    """From file to file."""
    with np.load(given) as file:
        data = dict(file)
    vectors, parts = torch.from_numpy(data["vectors"]), data["parts"]
    seen, said, around = (
        vectors[torch.from_numpy(data[name])] for name in ("pictures", "texts", "contexts")
    )
    samples = TuningSamples(seen, said, around, torch.from_numpy(parts))
    seed = int(data["seed"])
    after = np.empty(len(parts), dtype=np.float32)
    with torch.no_grad():
        before = TunedScore(vectors.shape[1], parts.shape[1], TuningRecipe().rank)(samples).numpy()
    for out in range(int(data["fold"].max()) + 1):
        chosen = TuningRecipe(rate=best_rate(samples, data, out, seed))
        score = tuned(samples, lessons_of(data, data["fold"] != out), chosen, seed)
        with torch.no_grad():
            left = data["fold"] == out
            after[left] = score(samples).numpy()[left]
    np.savez(answer, before=before, after=after)


def best_rate(
    samples: TuningSamples, data: Mapping[str, NDArray[np.generic]], out: int, seed: int
) -> float:
    """How fast the adapter learns, where the part after `out` is held against the others: neither
    sees the part that is reported."""
    fold = data["fold"]
    beside = (out + 1) % (int(fold.max()) + 1)
    taught = lessons_of(data, (fold != out) & (fold != beside))
    held = lessons_of(data, fold == beside)
    trials = {
        rate: agreement(tuned(samples, taught, TuningRecipe(rate=rate), seed), samples, held)
        for rate in RATES
    }
    return max(trials, key=trials.__getitem__)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
