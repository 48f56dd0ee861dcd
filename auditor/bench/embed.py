"""Scores of every picture of a benchmark with every text of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from auditor.bench.errors import BenchError
from models.encoder import Encoder
from models.pictures import PictureError, decode
from models.scoring import Matrix, compatibility

PICTURES_AT_ONCE = 32
TEXTS_AT_ONCE = 256

Track = Callable[[Sequence[int], str], Iterable[int]]
"""Hands on the items of a sequence and shows how far it is, under a description."""


def score_all(
    encoder: Encoder,
    pictures: Sequence[Path],
    texts: Sequence[str],
    track: Track,
    languages: Sequence[str] = (),
) -> Matrix:
    """Raw compatibility (pictures, texts). `languages`: as Encoder.embed_texts; none: unknown.

    Raises BenchError for a picture that cannot be read, ModelError for the model.
    """
    return compatibility(
        embed_pictures(encoder, pictures, track), embed_texts(encoder, texts, track, languages)
    )


def embed_pictures(encoder: Encoder, paths: Sequence[Path], track: Track) -> Matrix:
    """Shared embeddings (pictures, dimension), decoded and embedded some at a time."""
    starts = range(0, len(paths), PICTURES_AT_ONCE)
    return np.concatenate(
        [
            encoder.embed_pictures([_open(path) for path in paths[i : i + PICTURES_AT_ONCE]])
            for i in track(starts, "Pictures")
        ]
    )


def embed_texts(
    encoder: Encoder, texts: Sequence[str], track: Track, languages: Sequence[str] = ()
) -> Matrix:
    """Shared embeddings (texts, dimension). `languages`: as Encoder.embed_texts; none: unknown."""
    rows = []
    for start in track(range(0, len(texts), TEXTS_AT_ONCE), "Texts"):
        some = slice(start, start + TEXTS_AT_ONCE)
        rows.append(encoder.embed_texts(texts[some], languages[some] or None).shared)
    return np.concatenate(rows)


def unit_rows(rows: Matrix) -> Matrix:
    """Each row (n, dimension) at length 1."""
    scaled: Matrix = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return scaled


def _open(path: Path) -> Image.Image:
    try:
        return decode(path.read_bytes()).image
    except (OSError, PictureError) as error:
        raise BenchError(f"The picture {path} cannot be read: {error}") from error
