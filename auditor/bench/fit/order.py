"""Fits how far the form head and the table of neighbours say that words are in order.

On texts as they are against the same with their words shuffled: held-out pictures' and development
texts, and short names of home pages, which have no order to hear.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from auditor.bench.data.files import benchmark, published_format
from auditor.bench.embed import Track
from auditor.bench.fit.join import Floats
from auditor.bench.fit.pairs import AlteredPair, weighed
from auditor.bench.scorers import TextSample
from auditor.judge.judge import Judge
from auditor.scoring.form import order_features
from auditor.scoring.weights import Weights
from auditor.texts.machine import machine_share

KIND = "shuffled_words"
LABELS = 250
"""Names of home pages that are read."""
NAMES = ("sure", "head", "gain", "length")
_ENGLISH = re.compile(r"(?=.*[a-z]{3})[A-Za-z ,.'’-]+")


def read_labels(data: Path, judge: Judge, seed: int, track: Track) -> list[AlteredPair]:
    """Alternative texts of home pages, which nobody rated, as they are and shuffled. Raises
    BenchError, ModelError."""
    path = benchmark(data, "web-alt-ratings") / "unlabelled-alts.csv"
    with published_format(path), path.open(encoding="utf-8", newline="") as lines:
        texts = sorted({" ".join(row[0].split()) for row in csv.reader(lines) if row})
    texts = [t for t in texts if " " in t and _ENGLISH.fullmatch(t) and not machine_share(t)]
    rng = np.random.default_rng(seed)
    chosen = rng.permutation(len(texts))[:LABELS].tolist()
    return list(_shuffled([texts[n] for n in sorted(chosen)], judge, rng, track))


def _shuffled(
    texts: Sequence[str], judge: Judge, rng: np.random.Generator, track: Track
) -> Iterator[AlteredPair]:
    for number in track(range(len(texts)), "Labels"):
        words = texts[number].split()
        mixed = [words[place] for place in rng.permutation(len(words))]
        if mixed == words:
            continue
        own, other = (
            weighed(TextSample(text, None), judge) for text in (texts[number], " ".join(mixed))
        )
        if own and other:
            yield AlteredPair(KIND, own, other)


def fit_order(pairs: Sequence[AlteredPair], weights: Weights) -> Weights:
    """Logistic regression on the shuffled ones among the pairs."""
    rows, signs = [], []
    for pair in pairs:
        if pair.kind == KIND:
            for text, sign in ((pair.own, 1.0), (pair.altered, -1.0)):
                if features := order_features(text.evidence.whole):
                    rows.append(features)
                    signs.append(sign)
    matrix, labels = np.array(rows), np.array(signs)

    def loss(values: Floats) -> float:
        return float(np.logaddexp(0, -labels * (matrix @ values)).mean() + 1e-4 * values @ values)

    found = minimize(loss, np.zeros(len(NAMES)), method="L-BFGS-B").x
    order = {name: round(float(v), 4) for name, v in zip(NAMES, found, strict=True)}
    return replace(weights, order=order)
