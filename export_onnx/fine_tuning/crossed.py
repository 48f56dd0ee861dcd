"""`python -m export_onnx.fine_tuning.crossed GIVEN ANSWER`: tunes the score once for each part that
is left out.

auditor/bench/tuned.py writes GIVEN and reads ANSWER: `before` and `after`, the score of each sample
as it was, and tuned without the part that the sample is in.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import torch

from export_onnx.fine_tuning.network import (
    TunedScore,
    TuningRecipe,
    TuningSamples,
    lessons_of,
    tuned,
)


def main(given: Path, answer: Path) -> None:
    """From file to file."""
    with np.load(given) as file:
        data = dict(file)
    vectors, parts = torch.from_numpy(data["vectors"]), data["parts"]
    seen, said, around = (
        vectors[torch.from_numpy(data[name])] for name in ("pictures", "texts", "contexts")
    )
    samples = TuningSamples(seen, said, around, torch.from_numpy(parts))
    recipe, seed = TuningRecipe(), int(data["seed"])
    after = np.empty(len(parts), dtype=np.float32)
    with torch.no_grad():
        before = TunedScore(vectors.shape[1], parts.shape[1], recipe.rank)(samples).numpy()
    for out in range(int(data["fold"].max()) + 1):
        score = tuned(samples, lessons_of(data, data["fold"] != out), recipe, seed)
        with torch.no_grad():
            left = data["fold"] == out
            after[left] = score(samples).numpy()[left]
    np.savez(answer, before=before, after=after)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
