"""Alternative texts of real sites that a person scored from 0 to 5, without their pictures.

Folder `web-alt-ratings`: `ratings.csv`, with `Alt`, `Alt score`, `Site` and the picture's `URL`.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from auditor.bench.data.files import benchmark, published_format, read_text
from auditor.bench.embed import Track
from auditor.bench.metrics import Metric, auc, numbered, spearman
from auditor.bench.scorers import Scorer, TextSample
from extractors.text import collapse

KEYS = ("spearman", "auc")
BAD, GOOD = 1, 4
"""A score up to BAD is a bad text, from GOOD on a good one."""


def run(folder: Path, scorer: Scorer, seed: int, track: Track) -> dict[str, Metric]:
    """Spearman's ρ (−1 to 1) with the person's score, and how often, in percent, a good text scores
    above a bad one; sites are drawn again. What was fitted on these scores is fitted without the
    site of the text. Raises BenchError, ModelError."""
    samples, ratings, sites = read(benchmark(folder, "web-alt-ratings"))
    scores = np.array(
        [
            scorer.apart(samples[i], "web-alts", sites[i])
            for i in track(range(len(samples)), "Texts")
        ]
    )
    owners, rated = numbered(sites), np.array(ratings)
    return {
        "spearman": spearman(scores, rated, owners, seed),
        "auc": auc(scores, rated <= BAD, rated >= GOOD, owners, seed),
    }


def read(folder: Path) -> tuple[list[TextSample], list[float], list[str]]:
    """The scored texts, their scores and their sites. Raises BenchError."""
    path = folder / "ratings.csv"
    with published_format(path):
        rows = [row for row in csv.DictReader(read_text(path).splitlines()) if row["Alt score"]]
        return (
            [TextSample(collapse(row["Alt"]), None, src=row["URL"] or None) for row in rows],
            [float(row["Alt score"]) for row in rows],
            [row["Site"] for row in rows],
        )
