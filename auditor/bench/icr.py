"""Ratings of captions that a model learns: the regressor of Scott et al. 2023 on our towers, beside
scores that saw no rating.

Flickr8k-Expert, as in `flickr8k`, is parted by picture into 64, 16 and 20 percent, five times by
seed; the regressor (export_onnx/icr) learns on the first part, ends by the second, and all are
held against people on the third.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from auditor.bench import flickr8k
from auditor.bench.beside_torch import ROOT, environment, interpreter
from auditor.bench.data.files import benchmark, read_bytes
from auditor.bench.embed import Track, embed_pictures, embed_texts, unit_rows
from auditor.bench.errors import BenchError
from auditor.bench.metrics import Floats, Ints, Metric, kendall
from auditor.bench.scorers import SCORERS, Scorer, TextSample, Tools, quality
from auditor.references import PREFIX

USUAL = ("regressor", "compatibility", "quality", "clipscore")
HEADS = ("vsepp", "umic", "alignment", "qace")
"""Stand-ins that `python -m export_onnx.caption_heads` trains, measured where they are named."""
KEYS = (*USUAL, *HEADS)
SPLITS = 5
TRAIN, VALIDATION, TEST = 0, 1, 2


def run(
    folder: Path, tools: Tools, seed: int, track: Track, only: Sequence[str]
) -> dict[str, Metric]:
    """τ_c × 100 of each score on the part that was kept out, the mean of five. Raises BenchError,
    ModelError."""
    wanted = only or USUAL
    python = interpreter("The regressor (--only leaves it out)") if "regressor" in wanted else ""
    data = flickr8k.read(benchmark(folder, "flickr8k-ratings"))
    used = np.unique(data.expert.texts)
    texts = [data.texts[place] for place in used]
    pairs = flickr8k.Ratings(
        data.expert.pictures, np.searchsorted(used, data.expert.texts), data.expert.values
    )
    pictures = embed_pictures(tools.encoder, data.pictures, track)
    own = embed_texts(tools.encoder, texts, track)
    splits = [parts_of(len(data.pictures), seed + number) for number in range(SPLITS)]
    scores: dict[str, list[Floats]] = {}
    if "compatibility" in wanted:
        scores["compatibility"] = [_dots(pictures, own, pairs)] * SPLITS
    if "clipscore" in wanted:
        prefixed = embed_texts(tools.encoder, [PREFIX + text for text in texts], track)
        scores["clipscore"] = [_dots(unit_rows(pictures), unit_rows(prefixed), pairs)] * SPLITS
    if "quality" in wanted:
        scores["quality"] = [_scored(data, quality(tools), track)] * SPLITS
    for head in set(HEADS) & set(wanted):
        scores[head] = [_scored(data, SCORERS[head](tools), track)] * SPLITS
    if "regressor" in wanted:
        scores["regressor"] = _regressed(python, pictures, own, pairs, splits, seed)
    return {key: evaluate(scores[key], pairs, splits, seed) for key in KEYS if key in scores}


def parts_of(pictures: int, seed: int) -> Ints:
    """TRAIN, VALIDATION or TEST of each picture, 64, 16 and 20 percent of them."""
    order = np.random.default_rng(seed).permutation(pictures)
    ends = [round(0.64 * pictures), round(0.8 * pictures)]
    found = np.empty(pictures, dtype=np.int64)
    found[order] = np.searchsorted(ends, np.arange(pictures), side="right")
    return found


def evaluate(
    scores: Sequence[Floats], pairs: flickr8k.Ratings, splits: Sequence[Ints], seed: int
) -> Metric:
    """The mean over the splits of value and bounds on their test parts; `scores` (pairs,) each."""
    found = []
    for values, parts in zip(scores, splits, strict=True):
        out = parts[pairs.pictures] == TEST
        found.append(kendall(values[out], pairs.values[out], pairs.pictures[out], "c", seed))
    means = (float(np.mean([getattr(m, name) for m in found])) for name in ("value", "low", "high"))
    value, low, high = means
    return Metric(value, round(np.mean([m.n for m in found])), low, high)


def _dots(pictures: Floats, texts: Floats, pairs: flickr8k.Ratings) -> Floats:
    found: Floats = np.einsum("ij,ij->i", pictures[pairs.pictures], texts[pairs.texts])
    return found


def _scored(data: flickr8k.Flickr8k, scorer: Scorer, track: Track) -> Floats:
    expert = data.expert
    files = [read_bytes(path) for path in data.pictures]
    return np.array(
        [
            scorer.score(TextSample(data.texts[expert.texts[i]], files[expert.pictures[i]]))
            for i in track(range(len(expert.texts)), scorer.name)
        ]
    )


def _regressed(
    python: str,
    pictures: Floats,
    texts: Floats,
    pairs: flickr8k.Ratings,
    splits: Sequence[Ints],
    seed: int,
) -> list[Floats]:
    """What the regressor says of every pair, a split at a time; in a process of its own, by a
    `python` with torch, as nothing here imports it."""
    with tempfile.TemporaryDirectory() as name:
        given, answer = Path(name) / "given.npz", Path(name) / "answer.npz"
        np.savez(
            given,
            pictures=pictures,
            texts=texts,
            picture_of=pairs.pictures,
            text_of=pairs.texts,
            levels=pairs.values.mean(axis=1),
            parts=np.stack(splits),
            seed=seed,
        )
        command = [python, "-P", "-m", "export_onnx.icr.crossed", str(given), str(answer)]
        done = subprocess.run(command, cwd=ROOT, env=environment(), check=False)
        if done.returncode:
            raise BenchError("the regressor was not trained: see above")
        with np.load(answer) as found:
            return list(_rows(found["levels"]))


def _rows(found: NDArray[np.float64]) -> Iterator[Floats]:
    return (row for row in found)
