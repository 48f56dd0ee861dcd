"""Late interaction of a text's tokens with a picture's cells, which stands in for ViLBERT's
alignment score (Lu et al. 2019, section 3.2).

Both are projected into one space; each token takes its best cell, and the score is the mean over
the tokens (Khattab & Zaharia 2020; Yao et al. 2022, equation 3). `python -m
export_onnx.caption_heads` opens the shipped model's networks and trains the projections.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from auditor.bench.embed import unit_rows
from auditor.bench.trained import HEADS, layers_of, made_for, not_made
from models.encoder import TEXT_FILE, TOKENIZER_FILE
from models.manifest import Manifest
from models.pictures import decode
from models.prepare import picture_array
from models.registry import find
from models.session import Session, open_session
from models.texts import Windows, open_windows
from models.towers import TOKENS

Floats = NDArray[np.float32]
PICTURES_KEPT = 2_000
"""Pictures whose cells are remembered, some 100 kB each."""


@dataclass(frozen=True, slots=True)
class OpenPicture:
    """A picture network whose cells and classes can be seen."""

    manifest: Manifest
    session: Session

    def look(self, picture: bytes) -> tuple[Floats, Floats]:
        """Cells (c, width) and what is said of each class (classes,) of a picture's file. Raises
        PictureError, ModelError."""
        m = self.manifest
        pixels = picture_array(decode(picture).image, m.image_size, m.image_mean, m.image_std)
        cells, classes = self.session.run({"pixels": pixels[np.newaxis]}, ["cells", "classes"])
        return cells[0], classes[0]

    def names(self) -> Floats:
        """The sentence embeddings (classes, width) of the classes' names, unit vectors. Raises
        ModelError."""
        size = self.manifest.image_size
        blank = np.zeros((1, 3, size, size), dtype=np.float32)
        (rows,) = self.session.run({"pixels": blank}, ["names"])
        return unit_rows(rows)


class Alignment:
    """A trained head; remembers the cells of pictures."""

    def __init__(
        self,
        picture: OpenPicture,
        text: Session,
        windows: Windows,
        cell: tuple[Floats, Floats],
        token: tuple[Floats, Floats],
    ) -> None:
        """`cell` and `token`: weight and bias of the projections."""
        self._text, self._windows, self._token = text, windows, token
        self._cells = lru_cache(PICTURES_KEPT)(lambda file: projected(picture.look(file)[0], cell))

    def score(self, text: str, picture: bytes) -> float:
        """Mean over the tokens of the cosine, −1 to 1, with the best cell. Raises PictureError,
        ModelError."""
        ids = self._windows.of(text)
        runs = (self._text.run({"ids": window[np.newaxis]}, [TOKENS])[0][0] for window in ids)
        tokens = np.concatenate([rows[1:-1] for rows in runs])  # without those that stand around
        return interaction(projected(tokens, self._token), self._cells(picture))


def projected(rows: Floats, layer: tuple[Floats, Floats]) -> Floats:
    """Rows (n, width) as unit vectors (n, dimension)."""
    weight, bias = layer
    return unit_rows(rows @ weight.T + bias)


def interaction(tokens: Floats, cells: Floats) -> float:
    """Of unit vectors (t, dimension) and (c, dimension)."""
    return float((tokens @ cells.T).max(axis=1).mean()) if len(tokens) else -1.0


def load_picture(manifest: Manifest, scorer: str) -> OpenPicture:
    """The model's picture network. Raises BenchError where nobody opened it, ModelError."""
    path = made_for(manifest, "cells", ".onnx")
    if not path.is_file():
        raise not_made(manifest, scorer, HEADS, path)
    return OpenPicture(manifest, open_session(path, "cpu"))


def load_alignment(manifest: Manifest) -> Alignment:
    """Raises BenchError where nobody trained it, ModelError."""
    cell, token = layers_of(manifest, "alignment", ("cell", "token"), HEADS)
    folder = find(manifest.name)
    return Alignment(
        load_picture(manifest, "alignment"),
        open_session(folder / TEXT_FILE, "cpu"),
        open_windows(folder / TOKENIZER_FILE, manifest.max_tokens),
        cell,
        token,
    )
