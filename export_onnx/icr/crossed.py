"""`python -m export_onnx.icr.crossed GIVEN ANSWER`: trains the regressor on each split of pairs.

auditor/bench/icr.py writes GIVEN and reads ANSWER, which holds the level of every pair.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from export_onnx.icr.network import IcrRecipe, predicted, trained
from models.scoring import joined

TRAIN, VALIDATION = 0, 1


def main(given: Path, answer: Path) -> None:
    """From file to file."""
    with np.load(given) as data:
        rows = joined(data["pictures"][data["picture_of"]], data["texts"][data["text_of"]])
        levels = data["levels"].astype(np.float32)
        picture_of, splits, seed = data["picture_of"], data["parts"], int(data["seed"])
    found = []
    for number, by_picture in enumerate(splits):
        parts = by_picture[picture_of]
        network = trained(
            rows, levels, parts == TRAIN, parts == VALIDATION, IcrRecipe(), seed + number
        )
        found.append(predicted(network, rows))
    np.savez(answer, levels=np.stack(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
