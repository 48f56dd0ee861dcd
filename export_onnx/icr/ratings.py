"""The rated pairs of Flickr8k-Expert (Hodosh et al. 2013), and their embeddings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from export_onnx.compact.data import DataError
from models.encoder import Encoder
from models.pictures import decode

__all__ = ["DataError", "RatedPairs", "embedded", "parts_of", "read_ratings"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class RatedPairs:
    """Pairs of a picture with a caption of another one."""

    pictures: tuple[Path, ...]
    texts: tuple[str, ...]
    picture_of: Ints
    text_of: Ints
    levels: Floats
    """Mean of the three experts, 1 to 4; (pairs,) as the two before."""


def read_ratings(folder: Path) -> RatedPairs:
    """Raises DataError."""
    try:
        lines = (folder / "captions.tsv").read_text("utf-8").splitlines()
        captions = dict(line.split("\t") for line in lines)
        rows = [
            line.split("\t")
            for line in (folder / "ExpertAnnotations.txt").read_text("utf-8").splitlines()
        ]
        foreign = [row for row in rows if row[0] != row[1].split("#")[0]]
        names = {name: place for place, name in enumerate(sorted({row[0] for row in foreign}))}
        ids = {name: place for place, name in enumerate(sorted({row[1] for row in foreign}))}
        levels = [np.mean([float(each) for each in row[2:5]]) for row in foreign]
        return RatedPairs(
            tuple(folder / "images" / name for name in names),
            tuple(captions[name] for name in ids),
            np.array([names[row[0]] for row in foreign]),
            np.array([ids[row[1]] for row in foreign]),
            np.array(levels, dtype=np.float32),
        )
    except (OSError, ValueError, LookupError) as error:
        raise DataError(f"{folder} does not hold the published ratings: {error}") from error


def embedded(rated: RatedPairs, encoder: Encoder) -> tuple[Floats, Floats]:
    """Shared embeddings (pictures, dimension) and (texts, dimension). Raises DataError,
    PictureError."""
    try:
        pictures = [
            encoder.embed_pictures(
                [
                    decode(path.read_bytes()).image
                    for path in rated.pictures[start : start + _AT_ONCE]
                ]
            )
            for start in range(0, len(rated.pictures), _AT_ONCE)
        ]
    except OSError as error:
        raise DataError(f"A picture cannot be read: {error}") from error
    texts = [
        encoder.embed_texts(rated.texts[start : start + _AT_ONCE]).shared
        for start in range(0, len(rated.texts), _AT_ONCE)
    ]
    return np.concatenate(pictures), np.concatenate(texts)


def parts_of(pictures: int, seed: int) -> Ints:
    """0 to learn from, 1 to end by, 2 left out, of each picture: 64, 16 and 20 percent."""
    order = np.random.default_rng(seed).permutation(pictures)
    found = np.empty(pictures, dtype=np.int64)
    ends = [round(0.64 * pictures), round(0.8 * pictures)]
    found[order] = np.searchsorted(ends, np.arange(pictures), side="right")
    return found
