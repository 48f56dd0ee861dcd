"""A stand-in for QACE (Lee, Scialom et al. 2021): questions that a text raises, answered from the
picture, and how far the answers agree.

The paper writes questions by one network and answers them by another that sees. Here a text raises
two kinds: "is this there?" of each word that means something, answered by ImageNet's classes that
the shipped model finds likely (by the cosine of their name's sentence embedding with the word's),
and "what colour?" of each colour it names, answered by the pixels. How many there are, and what is
written, is not asked. The score is the mean agreement, 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from auditor.bench.alignment import OpenPicture
from auditor.bench.spurts import STOP
from auditor.scoring.score import WORD

Floats = NDArray[np.float32]
LIKELY = 5
"""Classes of a picture that answer."""
SIDE = 48
"""Pixels of the picture whose colours are counted."""
SOME = 0.03
"""Share of the pixels in a colour from which on it is there."""
COLOURS = {
    "black": (20, 20, 20),
    "white": (245, 245, 245),
    "red": (200, 30, 35),
    "blue": (40, 80, 190),
    "green": (50, 130, 50),
    "yellow": (240, 220, 50),
    "brown": (115, 75, 40),
    "grey": (128, 128, 128),
    "orange": (240, 140, 30),
    "purple": (120, 50, 150),
    "pink": (240, 150, 180),
}
"""Red, green and blue, 0 to 255, of what a colour's name means."""
SAME = {"gray": "grey"}


class Answerer:
    """Answers what a text raises; remembers pictures and words."""

    def __init__(self, picture: OpenPicture, embed: Callable[[str], Floats], kept: int) -> None:
        """`embed`: the sentence embedding of a word, a unit vector; `kept`: pictures and words that
        are remembered."""
        self._names = picture.names()
        self._embed = lru_cache(kept)(embed)
        self._likely = lru_cache(kept)(lambda file: likely(picture.look(file)[1]))
        self._colours = lru_cache(kept)(colours)

    def score(self, text: str, picture: bytes) -> float:
        """Mean agreement, 0 for a text that raises nothing. Raises PictureError, ModelError."""
        agreement = []
        for word in map(str.lower, WORD.findall(text)):
            colour = SAME.get(word, word)
            if colour in COLOURS:
                agreement.append(float(colour in self._colours(picture)))
            elif word not in STOP:
                rows = self._names[self._likely(picture)]
                agreement.append(max(0.0, float((rows @ self._embed(word)).max())))
        return float(np.mean(agreement)) if agreement else 0.0


def likely(logits: Floats) -> list[int]:
    """The places of the likeliest classes, of logits (classes,)."""
    return [int(place) for place in np.argsort(-logits, kind="stable")[:LIKELY]]


def colours(picture: bytes) -> frozenset[str]:
    """The colours of a picture's file, each pixel that which it is nearest to."""
    with Image.open(BytesIO(picture)) as image:
        small = np.asarray(image.convert("RGB").resize((SIDE, SIDE)), dtype=np.float32)
    anchors = np.array(list(COLOURS.values()), dtype=np.float32)
    nearest = np.square(small.reshape(-1, 1, 3) - anchors).sum(-1).argmin(1)
    shares = np.bincount(nearest, minlength=len(anchors)) / len(nearest)
    return frozenset(name for name, share in zip(COLOURS, shares, strict=True) if share >= SOME)
