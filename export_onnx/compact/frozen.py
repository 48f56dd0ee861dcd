"""What the frozen trunks say about all the training data, ready to train on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from export_onnx.compact.altered import altered, vocabulary
from export_onnx.compact.backbones import (
    PictureTrunk,
    class_names,
    text_backbone,
    tokenizer_path,
)
from export_onnx.compact.bert import Bert
from export_onnx.compact.data import Example
from export_onnx.compact.features import (
    Arrays,
    Rows,
    by_length,
    picture_features,
    text_readings,
)
from export_onnx.compact.heads import SENTENCE
from export_onnx.compact.step import ReadTexts
from export_onnx.compact.towers import text_features
from export_onnx.compact.training import SeenPictures, TrainingSet
from models.texts import Windows, open_windows

MAX_TOKENS = 256
"""The length that all-MiniLM-L6-v2 was trained for."""


@dataclass(frozen=True, slots=True)
class Backbones:
    picture: PictureTrunk
    text: Bert
    windows: Windows
    names: Tensor
    """Unit sentence vectors (1000, 384) of the ImageNet classes' names."""


def open_backbones() -> Backbones:
    picture, text = PictureTrunk(), text_backbone()
    windows = open_windows(tokenizer_path(), MAX_TOKENS)
    return Backbones(picture, text, windows, _sentences(text, windows, class_names()))


def _sentences(text: Bert, windows: Windows, names: Sequence[str]) -> Tensor:
    vectors = torch.empty(len(names), text.width)
    for rows, ids in by_length([windows.of(name)[0] for name in names]):
        vectors[rows] = text_features(text(ids))[:, -SENTENCE:]
    return vectors


def training_set(
    backbones: Backbones,
    examples: Sequence[Example],
    views: int,
    layers: int,
    cache: Path | None,
) -> TrainingSet:
    """All pictures in `views` views, all texts and their altered forms below the last `layers`
    layers, and which of the pictures to train on."""
    paths = [example.picture for example in examples]
    texts = list(dict.fromkeys(text for example in examples for text in example.texts))
    row = {text: number for number, text in enumerate(texts)}
    forms, rows = _altered(texts)
    below = len(backbones.text.layers) - layers
    return TrainingSet(
        [
            _seen(picture_features(backbones.picture, paths, number, cache))
            for number in range(views)
        ],
        backbones.names,
        _read(text_readings(backbones.text, backbones.windows, [*texts, *forms], below, cache)),
        [np.array([row[text] for text in example.texts]) for example in examples],
        rows,
        np.flatnonzero([not example.held_out for example in examples]),
    )


def _altered(texts: Sequence[str]) -> tuple[list[str], Rows]:
    """The altered form of each text that has one, and its row after all texts, or -1."""
    known, rng = vocabulary(texts), np.random.default_rng(0)
    forms = [altered(text, known, rng) for text in texts]
    has = np.array([form is not None for form in forms])
    rows = np.where(has, len(texts) + np.cumsum(has) - 1, -1)
    return [form for form in forms if form is not None], rows


def _seen(found: Arrays) -> SeenPictures:
    return SeenPictures(*(torch.from_numpy(found[name]) for name in ("maps", "levels", "logits")))


def _read(found: Arrays) -> ReadTexts:
    tokens = torch.from_numpy(found["tokens"]).split(found["lengths"].tolist())
    return ReadTexts(torch.from_numpy(found["features"]), tokens)
