"""Does a text that experts call right score above one that they call wrong?

Folder `alt-quality` (auditor/bench/data/experts.py): examples of WebAIM, W3C, POET, of the
documentation of GitHub and MDN, and of texts stuffed with search words.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from auditor.bench.data import experts
from auditor.bench.data.files import benchmark
from auditor.bench.embed import Track
from auditor.bench.metrics import Metric, auc, numbered
from auditor.bench.scorers import Scorer

KEYS = tuple(experts.SETS.values())
RIGHT, WRONG = "ok", "needs-fix"


def run(folder: Path, scorer: Scorer, seed: int, track: Track) -> dict[str, Metric]:
    """How often, in percent, a right text scores above a wrong one of its set; pictures are drawn
    again. What was fitted on these texts is fitted without those of the same picture. Raises
    BenchError, ModelError."""
    cases = [
        case
        for case in experts.read(benchmark(folder, "alt-quality"))
        if case.expected in (RIGHT, WRONG)
    ]
    scores = np.array(
        [
            scorer.apart(cases[i].sample, cases[i].figure, cases[i].picture)
            for i in track(range(len(cases)), "Texts")
        ]
    )
    found = {}
    for key in KEYS:
        chosen = [number for number, case in enumerate(cases) if case.figure == key]
        right = np.array([cases[number].expected == RIGHT for number in chosen])
        if 0 < right.sum() < len(chosen):
            owners = numbered(cases[number].picture for number in chosen)
            found[key] = auc(scores[chosen], ~right, right, owners, seed)
    return found
