"""Trains one pair of heads on frozen features with a contrastive loss."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from export_onnx.compact.heads import SENTENCE, PictureHead, TextHead

Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides what comes out, but for the data."""

    width: int = 384
    queries: int = 2
    hidden: int = 256
    dropout: float = 0.5
    epochs: int = 8
    batch: int = 256
    rate: float = 1e-3
    decay: float = 0.1
    smoothing: float = 0.05


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """Frozen features of all pictures and texts."""

    cells: Sequence[Tensor]
    """One (pictures, 9, 1280) for each view."""
    conse: Sequence[Tensor]
    """One (pictures, 384) for each view."""
    texts: Tensor
    """(texts, features)"""
    owned: Sequence[Rows]
    """The rows of each picture's texts."""
    chosen: Rows
    """The pictures to train on; the others are held out."""


@dataclass(frozen=True, slots=True)
class Heads:
    picture: PictureHead
    text: TextHead


@dataclass(frozen=True, slots=True)
class _Batch:
    cells: Tensor
    conse: Tensor
    texts: Tensor
    same: Tensor
    """Where two pictures of the batch share a text, though they are not the same pair."""


def train(data: TrainingSet, recipe: Recipe, seed: int) -> Heads:
    """InfoNCE in both directions; each picture brings one random view and text an epoch."""
    torch.manual_seed(seed)
    heads = new_heads(recipe, data.texts.shape[1])
    modules = nn.ModuleList([heads.picture, heads.text]).train()
    scale = nn.Parameter(torch.tensor(math.log(14.0)))
    optimiser = torch.optim.AdamW(
        [
            {"params": list(modules.parameters()), "weight_decay": recipe.decay},
            {"params": [scale], "weight_decay": 0.0},
        ],
        lr=recipe.rate,
    )
    steps = recipe.epochs * (len(data.chosen) // recipe.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, recipe.rate, steps, pct_start=0.1)
    for batch in _batches(data, recipe, np.random.default_rng(seed)):
        loss = _loss(heads, scale, batch, recipe.smoothing)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    modules.eval().requires_grad_(False)
    return heads


def new_heads(recipe: Recipe, features: int) -> Heads:
    """ConSE vectors and sentences start with one orthogonal map, so the heads agree with them."""
    picture = PictureHead(recipe.width, recipe.queries, recipe.hidden, recipe.dropout)
    text = TextHead(recipe.width, features, recipe.hidden, recipe.dropout)
    shared = nn.init.orthogonal_(torch.empty(recipe.width, SENTENCE))
    with torch.no_grad():
        picture.classes.weight.copy_(shared)
        text.straight.weight.copy_(shared)
        picture.straight.weight.mul_(0.5)
        picture.narrow.weight.mul_(0.3)
        text.narrow.weight.mul_(0.3)
    return Heads(picture, text)


def _batches(data: TrainingSet, recipe: Recipe, rng: np.random.Generator) -> Iterator[_Batch]:
    for _ in range(recipe.epochs):
        order = rng.permutation(data.chosen)
        for start in range(0, len(order) - recipe.batch + 1, recipe.batch):
            yield _batch(data, order[start : start + recipe.batch], rng)


def _batch(data: TrainingSet, rows: Rows, rng: np.random.Generator) -> _Batch:
    views = rng.integers(len(data.cells), size=len(rows))
    chosen = list(zip(views, rows, strict=True))
    texts = np.array([rng.choice(data.owned[row]) for row in rows])
    same = (texts[:, np.newaxis] == texts) & ~np.eye(len(rows), dtype=bool)
    return _Batch(
        torch.stack([data.cells[view][row] for view, row in chosen]).float(),
        torch.stack([data.conse[view][row] for view, row in chosen]),
        data.texts[texts],
        torch.from_numpy(same),
    )


def _loss(heads: Heads, scale: Tensor, batch: _Batch, smoothing: float) -> Tensor:
    pictures, texts = heads.picture(batch.cells, batch.conse), heads.text(batch.texts)
    scores = pictures @ texts.T * scale.exp().clamp(max=100)
    scores = scores.masked_fill(batch.same, -100.0)
    own = torch.arange(len(scores))
    by_picture = functional.cross_entropy(scores, own, label_smoothing=smoothing)
    by_text = functional.cross_entropy(scores.T, own, label_smoothing=smoothing)
    return (by_picture + by_text) / 2
