"""Captions scored by captions that people wrote of the same picture, held against people's ratings
(Hessel et al. 2021, table 1; Scott et al. 2023).

Flickr8k-Expert, as in `flickr8k`; the references of a caption are the five of its picture. Each
figure is of all pairs; those ending in `_test` of the part that `icr` keeps out, the mean of five.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from auditor.bench import flickr8k, icr
from auditor.bench.data.files import benchmark
from auditor.bench.embed import Track, embed_pictures, embed_texts, unit_rows
from auditor.bench.metrics import Floats, Metric, kendall
from auditor.bench.scorers import Tools
from auditor.references import KEYS as BY_TEXTS
from auditor.references import PREFIX, missing, ref_clipscore, reference_scores

SCORES = (*BY_TEXTS, "ref_clipscore")
KEYS = (*SCORES, *(f"{key}_test" for key in SCORES))


def run(
    folder: Path, tools: Tools, seed: int, track: Track, only: Sequence[str]
) -> dict[str, Metric]:
    """τ_c × 100 of each score. What cannot be computed here is left out, unless it is asked for by
    name: see `left_out`. Raises BenchError, ModelError, ReferencesError."""
    data = flickr8k.read(benchmark(folder, "flickr8k-ratings"))
    skipped = () if only else left_out(only)
    wanted = [
        key
        for key in SCORES
        if key not in skipped and (not only or key in only or f"{key}_test" in only)
    ]
    scores: dict[str, Floats] = {}
    if by_texts := [key for key in wanted if key in BY_TEXTS]:
        scores |= reference_scores(*_texts(data), by_texts)
    if "ref_clipscore" in wanted:
        scores["ref_clipscore"] = _ref_clipscores(data, tools, track)
    return evaluate(scores, data, seed)


def left_out(only: Sequence[str]) -> dict[str, str]:
    """What is not computed, and why: what needs what is not there, where no figure is asked for by
    name. Raises ReferencesError."""
    return {} if only else missing()


def evaluate(scores: dict[str, Floats], data: flickr8k.Flickr8k, seed: int) -> dict[str, Metric]:
    """The figures of scores (pairs,)."""
    expert = data.expert
    splits = [icr.parts_of(len(data.pictures), seed + number) for number in range(icr.SPLITS)]
    found = {
        key: kendall(values, expert.values, expert.pictures, "c", seed)
        for key, values in scores.items()
    }
    return found | {
        f"{key}_test": icr.evaluate([values] * icr.SPLITS, expert, splits, seed)
        for key, values in scores.items()
    }


def _texts(data: flickr8k.Flickr8k) -> tuple[list[str], list[list[str]]]:
    """The caption of each pair, and what people wrote of its picture."""
    texts = [data.texts[place] for place in data.expert.texts]
    own = [[data.texts[i] for i in places] for places in _own(data)]
    return texts, [own[picture] for picture in data.expert.pictures]


def _own(data: flickr8k.Flickr8k) -> list[list[int]]:
    """The places of each picture's captions."""
    return [np.flatnonzero(data.owners == number).tolist() for number in range(len(data.pictures))]


def _ref_clipscores(data: flickr8k.Flickr8k, tools: Tools, track: Track) -> Floats:
    pictures = unit_rows(embed_pictures(tools.encoder, data.pictures, track))
    texts = unit_rows(embed_texts(tools.encoder, [PREFIX + t for t in data.texts], track))
    rated, seen = texts[data.expert.texts], data.expert.pictures
    own = _own(data)
    cosines = [texts[own[picture]] @ row for picture, row in zip(seen, rated, strict=True)]
    return ref_clipscore(np.einsum("ij,ij->i", pictures[seen], rated), cosines)
