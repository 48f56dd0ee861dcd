"""What the frozen networks say about all the training data, ready to train on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from export_onnx.compact.backbones import (
    PictureBackbone,
    class_names,
    text_backbone,
    tokenizer_path,
)
from export_onnx.compact.bert import Bert
from export_onnx.compact.conse import conse
from export_onnx.compact.data import Example
from export_onnx.compact.features import picture_features, text_means
from export_onnx.compact.towers import text_features
from export_onnx.compact.training import TrainingSet
from models.texts import Windows, open_windows

MAX_TOKENS = 256
"""The length that all-MiniLM-L6-v2 was trained for."""


@dataclass(frozen=True, slots=True)
class Backbones:
    picture: PictureBackbone
    text: Bert
    windows: Windows
    names: Tensor
    """Unit sentence vectors (1000, 384) of the ImageNet classes' names."""


def open_backbones() -> Backbones:
    picture, text = PictureBackbone(), text_backbone()
    windows = open_windows(tokenizer_path(), MAX_TOKENS)
    return Backbones(picture, text, windows, _sentences(text, windows, class_names()))


def _sentences(text: Bert, windows: Windows, names: Sequence[str]) -> Tensor:
    """Unit vectors; names of equal length are run together, so that none is padded."""
    ids = [windows.of(name)[0] for name in names]
    means = torch.empty(len(names), text.width)
    for length in {len(row) for row in ids}:
        rows = [row for row, tokens in enumerate(ids) if len(tokens) == length]
        means[rows] = text(torch.from_numpy(np.stack([ids[row] for row in rows])))[0][-1]
    return functional.normalize(means, dim=1)


def training_set(
    backbones: Backbones,
    examples: Sequence[Example],
    views: int,
    layers: Sequence[int],
    cache: Path | None,
) -> TrainingSet:
    """Features of all pictures in `views` views, and which of the pictures to train on."""
    paths = [example.picture for example in examples]
    seen = [picture_features(backbones.picture, paths, view, cache) for view in range(views)]
    texts = list(dict.fromkeys(text for example in examples for text in example.texts))
    means = text_means(backbones.text, backbones.windows, texts, cache)
    row = {text: number for number, text in enumerate(texts)}
    return TrainingSet(
        [view.cells for view in seen],
        [_mixtures(view.logits, backbones.names) for view in seen],
        text_features(means.float().unbind(1), layers),
        [np.array([row[text] for text in example.texts]) for example in examples],
        np.flatnonzero([not example.held_out for example in examples]),
    )


def _mixtures(logits: Tensor, names: Tensor) -> Tensor:
    """In parts, because each picture has CLASSES vectors on the way."""
    return torch.cat([conse(part, names) for part in logits.split(1000)])
