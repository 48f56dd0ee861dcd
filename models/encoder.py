"""Embeds pictures and texts with a two-tower model from its folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from models.manifest import Manifest, ModelError, read_manifest, verify_files
from models.prepare import picture_array
from models.session import Session, open_session
from models.texts import Windows, open_windows

Matrix = NDArray[np.float32]

PICTURE_FILE = "picture.onnx"
TEXT_FILE = "text.onnx"
TOKENIZER_FILE = "tokenizer.json"
SHIPPED = ("compact",)


@dataclass(frozen=True, slots=True)
class TextEmbeddings:
    shared: Matrix
    """(n, dimension): compared with pictures by dot product."""
    sentence: Matrix
    """(n, sentence_dimension): unit vectors, compared with other texts."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """Both towers. Each picture and text is run alone: what else is embedded changes nothing."""

    manifest: Manifest
    provider: str
    """The one really in use: cuda or cpu."""
    _pictures: Session = field(repr=False)
    _texts: Session = field(repr=False)
    _windows: Windows = field(repr=False)

    def embed_pictures(self, images: Sequence[Image.Image]) -> Matrix:
        """(n, dimension) float32. Raises ModelError."""
        rows = [self._pictures.run({"pixels": self._pixels(image)})[0][0] for image in images]
        return np.array(rows, dtype=np.float32).reshape(-1, self.manifest.dimension)

    def embed_texts(self, texts: Sequence[str]) -> TextEmbeddings:
        """Texts longer than the model's window are cut at sentences and their parts averaged.

        Raises ValueError for a blank text, ModelError when the model cannot run.
        """
        rows = [self._embed_text(text) for text in texts]
        shared = np.array([row[0] for row in rows], dtype=np.float32)
        sentence = np.array([row[1] for row in rows], dtype=np.float32)
        return TextEmbeddings(
            shared.reshape(-1, self.manifest.dimension),
            sentence.reshape(-1, self.manifest.sentence_dimension),
        )

    def _pixels(self, image: Image.Image) -> Matrix:
        m = self.manifest
        return picture_array(image, m.image_size, m.image_mean, m.image_std)[np.newaxis]

    def _embed_text(self, text: str) -> tuple[Matrix, Matrix]:
        windows = self._windows.of(text)
        outputs = [self._texts.run({"ids": window[np.newaxis]})[:2] for window in windows]
        lengths = np.array([len(window) for window in windows], dtype=np.float32)
        shared, sentence = (
            _pool(np.concatenate(parts), lengths) for parts in zip(*outputs, strict=True)
        )
        return shared, sentence


def load(name: str = "compact", *, provider: str = "auto", threads: int | None = None) -> Encoder:
    """Open a model that ships with the program. Raises ModelError naming the models there are."""
    return load_folder(folder_of(name), provider=provider, threads=threads)


def folder_of(name: str) -> Path:
    """Where a model's files lie. Raises ModelError naming the models there are."""
    if name not in SHIPPED:
        raise ModelError(f"There is no model {name}; known models: {', '.join(SHIPPED)}")
    return Path(__file__).parent / name


def load_folder(folder: Path, *, provider: str = "auto", threads: int | None = None) -> Encoder:
    """Open the model in a folder after comparing its files with the manifest. Raises ModelError."""
    manifest = read_manifest(folder)
    verify_files(manifest, folder)
    pictures = open_session(folder / PICTURE_FILE, provider, threads)
    texts = open_session(folder / TEXT_FILE, provider, threads)
    windows = open_windows(folder / TOKENIZER_FILE, manifest.max_tokens)
    return Encoder(manifest, pictures.provider, pictures, texts, windows)


def _pool(rows: Matrix, lengths: Matrix) -> Matrix:
    """Mean of the windows' vectors weighted by tokens, at the mean of their lengths."""
    if len(rows) == 1:
        alone: Matrix = rows[0]
        return alone
    weights = (lengths / lengths.sum())[:, np.newaxis]
    mean: Matrix = np.sum(rows * weights, axis=0, dtype=np.float32)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    stretch = float((norms * weights).sum()) / max(float(np.linalg.norm(mean)), 1e-12)
    return mean * np.float32(stretch)
