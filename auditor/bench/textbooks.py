"""Textbooks: figures of whole books that were kept back, each with its written text.

Does a figure's own text score above another text of the same book, and above one of another book
(of whatever language)? Folder `textbooks`: `pairs.json`, a list of `image`, `alt`, `volume` (the
book) and, where several pairs show one picture, `group`. Texts of one group, or of one picture,
are never held against each other; equal scores count as wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from auditor.bench.data.files import benchmark, published_format, read_json
from auditor.bench.embed import Track, score_all
from auditor.bench.metrics import Floats, Ints, Metric, numbered, share
from models.encoder import Encoder

KEYS = ("same_book", "other_book")


@dataclass(frozen=True, slots=True)
class Textbooks:
    """Pairs; every field has one entry a pair."""

    pictures: tuple[Path, ...]
    texts: tuple[str, ...]
    languages: tuple[str, ...]
    books: Ints
    groups: Ints
    """Pairs of one number show the same thing."""


def run(folder: Path, encoder: Encoder, seed: int, track: Track) -> dict[str, Metric]:
    """Read, score and evaluate. Raises BenchError, ModelError."""
    data = read(benchmark(folder, "textbooks"))
    scores = score_all(encoder, data.pictures, data.texts, track, data.languages)
    return evaluate(scores, data.books, data.groups, seed)


def evaluate(scores: Floats, books: Ints, groups: Ints, seed: int) -> dict[str, Metric]:
    """Percent of comparisons that the own text wins, every figure counting alike.

    `scores` is (pictures, texts), the own text at the picture's own place; `books` and `groups`
    are (pairs,).
    """
    same = books[:, None] == books
    related = groups[:, None] == groups
    found = {}
    for key, rivals in (("same_book", same & ~related), ("other_book", ~same & ~related)):
        wins, there = _won(scores, rivals)
        if there.any():
            found[key] = share(wins[there], numbered(map(str, groups[there])), seed)
    return found


def _won(scores: Floats, rivals: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.bool_]]:
    """The share of its rivals that each own text beats, and which have a rival at all."""
    beaten = np.count_nonzero((np.diag(scores)[:, None] > scores) & rivals, axis=1)
    count = np.count_nonzero(rivals, axis=1)
    return beaten / np.maximum(count, 1), count > 0


def read(folder: Path) -> Textbooks:
    """Read the pairs. Raises BenchError."""
    path = folder / "pairs.json"
    with published_format(path):
        pairs = read_json(path)
        return Textbooks(
            pictures=tuple(folder / pair["image"] for pair in pairs),
            texts=tuple(pair["alt"] for pair in pairs),
            languages=tuple(pair.get("language", "en") for pair in pairs),
            books=numbered(pair["volume"] for pair in pairs),
            groups=numbered(str(pair.get("group", pair["image"])) for pair in pairs),
        )
