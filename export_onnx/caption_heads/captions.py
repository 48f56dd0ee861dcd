"""Captions to learn from, and captions that are made wrong of them (Lee et al. 2021, section 3)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from export_onnx.compact.data import DataError, Example
from export_onnx.form.alter import exchanged, shuffled
from models.encoder import Encoder
from models.pictures import decode

Floats = NDArray[np.float32]
CANDIDATES = 50
"""Captions of other pictures, of which the nearest is the hard one."""
CAPTIONS = 5
"""Captions of an example; after them come texts made of them, and translations."""
AT_ONCE = 64
FALLBACK = " and nothing else"
"""Added where a caption has no word that could be exchanged: untrue, as pictures show more."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """One caption of each picture, embedded."""

    pictures: Floats
    """(n, dimension)."""
    texts: Floats
    """(n, dimension)."""
    captions: tuple[str, ...]


def embedded_pairs(examples: Sequence[Example], encoder: Encoder, seed: int) -> Pairs:
    """One caption of each example, drawn by the seed. Raises DataError, PictureError,
    ModelError."""
    rng = random.Random(seed)  # noqa: S311 - nothing secret
    captions = tuple(rng.choice(example.texts[:CAPTIONS]) for example in examples)
    pictures = [
        encoder.embed_pictures([picture_of(each) for each in examples[start : start + AT_ONCE]])
        for start in range(0, len(examples), AT_ONCE)
    ]
    return Pairs(np.concatenate(pictures), texts_of(captions, encoder), captions)


def picture_of(example: Example) -> Image.Image:
    """Raises DataError, PictureError."""
    try:
        return decode(example.picture.read_bytes()).image
    except OSError as error:
        raise DataError(f"A picture cannot be read: {error}") from error


def texts_of(captions: Sequence[str], encoder: Encoder) -> Floats:
    """Shared embeddings (n, dimension)."""
    starts = range(0, len(captions), AT_ONCE)
    rows = [encoder.embed_texts(captions[start : start + AT_ONCE]).shared for start in starts]
    return np.concatenate(rows)


def retrieved(pairs: Pairs, seed: int) -> list[str]:
    """For each picture, the caption that comes nearest to it of some of other pictures."""
    rng = np.random.default_rng(seed)
    found = []
    for number, picture in enumerate(pairs.pictures):
        drawn = rng.integers(len(pairs.captions), size=CANDIDATES)
        drawn = drawn[drawn != number]
        found.append(pairs.captions[int(drawn[np.argmax(pairs.texts[drawn] @ picture)])])
    return found


def repeated(text: str, rng: random.Random) -> str:
    """The text with one to three of its words said again right after."""
    words = text.split()
    start = rng.randrange(len(words))
    end = min(len(words), start + rng.randint(1, 3))
    return " ".join((*words[:end], *words[start:end], *words[end:]))


def made_wrong(pairs: Pairs, seed: int) -> list[list[str]]:
    """The captions made wrong in four ways: another picture's, a word exchanged, words said again,
    words in another order."""
    rng = random.Random(seed)  # noqa: S311 - nothing secret
    own = pairs.captions
    return [
        retrieved(pairs, seed),
        [exchanged(text, rng) or text.rstrip(". ") + FALLBACK for text in own],
        [repeated(text, rng) for text in own],
        [shuffled(text, rng) or repeated(text, rng) for text in own],
    ]
