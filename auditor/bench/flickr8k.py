"""Flickr8k: agreement with people's ratings of captions, and retrieval (Hodosh et al. 2013).

Folder `flickr8k-ratings`: `captions.tsv` (`PICTURE#K`, text), `ExpertAnnotations.txt` (picture,
caption id, three ratings 1–4), `CrowdFlowerAnnotations.txt` (picture, caption id, share of yes, yes
and no as counts), `images/`. A pair whose text is one of that picture's own captions is left out of
the ratings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from auditor.bench import retrieval
from auditor.bench.data.files import benchmark, published_format, read_rows
from auditor.bench.embed import Track, score_all
from auditor.bench.metrics import Floats, Ints, Metric, kendall
from models.encoder import Encoder

KEYS = ("expert_tau_c", "crowd_tau_b", "t2i_r1", "t2i_r10", "i2t_r1")


@dataclass(frozen=True, slots=True)
class Ratings:
    """Rated pairs: positions of picture and text, both (n,), and people's ratings (n, raters)."""

    pictures: Ints
    texts: Ints
    values: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Flickr8k:
    pictures: tuple[Path, ...]
    texts: tuple[str, ...]
    owners: Ints
    """Position of each text's own picture, (texts,)."""
    expert: Ratings
    crowd: Ratings


def run(folder: Path, encoder: Encoder, seed: int, track: Track) -> dict[str, Metric]:
    """Read, score and evaluate. Raises BenchError, ModelError."""
    data = read(benchmark(folder, "flickr8k-ratings"))
    return evaluate(data, score_all(encoder, data.pictures, data.texts, track), seed)


def evaluate(data: Flickr8k, scores: Floats, seed: int) -> dict[str, Metric]:
    """All figures from the scores (pictures, texts); pictures are drawn again for the intervals."""
    expert, crowd = data.expert, data.crowd
    return {
        "expert_tau_c": kendall(
            scores[expert.pictures, expert.texts], expert.values, expert.pictures, "c", seed
        ),
        "crowd_tau_b": kendall(
            scores[crowd.pictures, crowd.texts], crowd.values, crowd.pictures, "b", seed
        ),
        **retrieval.evaluate(scores, data.owners, seed),
    }


def read(folder: Path) -> Flickr8k:
    """Read the published files. Raises BenchError."""
    path = folder / "captions.tsv"
    with published_format(path):
        captions = dict(read_rows(path))
    owners = [caption.split("#")[0] for caption in captions]
    names = {name: position for position, name in enumerate(dict.fromkeys(owners))}
    places = {caption: position for position, caption in enumerate(captions)}
    return Flickr8k(
        pictures=tuple(folder / "images" / name for name in names),
        texts=tuple(captions.values()),
        owners=np.array([names[owner] for owner in owners]),
        expert=_ratings(folder / "ExpertAnnotations.txt", slice(2, 5), names, places),
        crowd=_ratings(folder / "CrowdFlowerAnnotations.txt", slice(2, 3), names, places),
    )


def _ratings(
    path: Path, columns: slice, names: Mapping[str, int], places: Mapping[str, int]
) -> Ratings:
    with published_format(path):
        foreign = [row for row in read_rows(path) if row[0] != row[1].split("#")[0]]
        return Ratings(
            pictures=np.array([names[row[0]] for row in foreign]),
            texts=np.array([places[row[1]] for row in foreign]),
            values=np.array([[float(value) for value in row[columns]] for row in foreign]),
        )
