"""Trains the heads, and the top of both networks under them, with a contrastive loss."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import click
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from export_onnx.compact.backbones import PictureTail
from export_onnx.compact.features import Rows
from export_onnx.compact.heads import SENTENCE, Heads, PictureHead, TextHead
from export_onnx.compact.step import PARTS, Batch, Loss, ReadTexts, learn


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides what comes out, but for the data."""

    layers: int = 2
    """Layers of the text trunk that are trained, in a copy."""
    width: int = 384
    queries: int = 2
    hidden: int = 256
    dropout: float = 0.5
    epochs: int = 6
    batch: int = 256
    altered: int = 128
    """Altered texts beside the texts of a batch, at most."""
    rate: float = 1e-3
    """Learning rate of the new layers."""
    tuned_rate: float = 2e-4
    """Learning rate of the layers that come trained."""
    decay: float = 0.1
    averaged: float = 0.98
    """Share of the old in the running mean of the weights, which is what comes out."""
    loss: Loss = field(default_factory=Loss)


@dataclass(frozen=True, slots=True)
class SeenPictures:
    """One view of every picture, as the untrained network sees it."""

    maps: Tensor
    """(pictures, 9, 9, MAP) float16"""
    levels: Tensor
    """(pictures, LEVELS) float16"""
    logits: Tensor
    """(pictures, 1000)"""


@dataclass(frozen=True, slots=True)
class TrainingSet:
    views: Sequence[SeenPictures]
    names: Tensor
    """Unit sentence vectors (1000, 384) of the ImageNet classes' names."""
    texts: ReadTexts
    owned: Sequence[Rows]
    """The rows of each picture's texts."""
    altered: Rows
    """The row of the altered form of each text that a picture owns; -1 where there is none."""
    chosen: Rows
    """The pictures to train on; the others are held out."""


def new_heads(
    tail: PictureTail, layers: nn.ModuleList, data: TrainingSet, recipe: Recipe, seed: int
) -> Heads:
    """ConSE vectors and sentences start with one orthogonal map, so the heads agree with them."""
    torch.manual_seed(seed)
    features = data.texts.features.shape[1]
    sizes = (recipe.width, recipe.queries, recipe.hidden, recipe.dropout)
    picture, text = PictureHead(*sizes), TextHead(layers, features, *sizes)
    levels = data.views[0].levels[data.chosen].float()
    shared = nn.init.orthogonal_(torch.empty(recipe.width, SENTENCE))
    with torch.no_grad():
        picture.centre.copy_(levels.mean(0))
        picture.spread.copy_(levels.std(0) + 1e-3)
        picture.classes.weight.copy_(shared)
        text.straight.weight.copy_(shared)
        text.again.weight.zero_()
        picture.straight.weight.mul_(0.5)
        picture.narrow.weight.mul_(0.3)
        text.narrow.weight.mul_(0.3)
    return Heads(tail, picture, text)


def train(data: TrainingSet, heads: Heads, recipe: Recipe, seed: int) -> None:
    """InfoNCE in both directions; each picture brings one random view and text an epoch."""
    torch.manual_seed(seed)
    modules = nn.ModuleList([heads.tail, heads.picture, heads.text]).train()
    mean = AveragedModel(modules, multi_avg_fn=get_ema_multi_avg_fn(recipe.averaged))
    scale = nn.Parameter(torch.tensor(math.log(14.0)))
    optimiser = torch.optim.AdamW(_groups(heads, scale, recipe))
    steps = recipe.epochs * (len(data.chosen) // recipe.batch)
    rates = [group["lr"] for group in optimiser.param_groups]
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rates, steps, pct_start=0.1)
    batches = _batches(data, recipe, np.random.default_rng(seed))
    with (
        ThreadPoolExecutor(PARTS, initializer=torch.set_num_threads, initargs=(1,)) as pool,
        click.progressbar(batches, steps, label="training") as bar,
    ):
        for batch in bar:
            optimiser.zero_grad()
            learn(heads, scale, data.texts, data.names, batch, recipe.loss, pool)
            optimiser.step()
            schedule.step()
            mean.update_parameters(modules)
    modules.load_state_dict(mean.module.state_dict())
    modules.eval().requires_grad_(False)


def _groups(heads: Heads, scale: Tensor, recipe: Recipe) -> list[dict[str, Any]]:
    """The layers that come trained move slowly and are hardly drawn to zero."""
    tuned = [*heads.tail.parameters(), *heads.text.layers.parameters()]
    known = {id(parameter) for parameter in tuned}
    both = [*heads.picture.parameters(), *heads.text.parameters()]
    new = [parameter for parameter in both if id(parameter) not in known]
    return [
        {"params": new, "lr": recipe.rate, "weight_decay": recipe.decay},
        {"params": tuned, "lr": recipe.tuned_rate, "weight_decay": 0.01},
        {"params": [scale], "lr": recipe.rate, "weight_decay": 0.0},
    ]


def _batches(data: TrainingSet, recipe: Recipe, rng: np.random.Generator) -> Iterator[Batch]:
    sentences = data.texts.features[:, -SENTENCE:]
    means = torch.stack([sentences[rows].mean(0) for rows in data.owned])
    means = functional.normalize(means, dim=1)
    for _ in range(recipe.epochs):
        order = rng.permutation(data.chosen)
        for start in range(0, len(order) - recipe.batch + 1, recipe.batch):
            yield _batch(data, means, order[start : start + recipe.batch], recipe.altered, rng)


def _batch(
    data: TrainingSet, means: Tensor, rows: Rows, most: int, rng: np.random.Generator
) -> Batch:
    """Half of the pictures are mirrored, in the map, which costs nothing."""
    texts = np.array([rng.choice(data.owned[row]) for row in rows])
    forms = data.altered[texts]
    first = np.argsort(forms < 0, kind="stable")  # Those that have an altered form come first.
    rows, texts, forms = rows[first], texts[first], forms[first]
    views = rng.integers(len(data.views), size=len(rows))
    seen = [(data.views[view], row) for view, row in zip(views, rows, strict=True)]
    maps = torch.stack([view.maps[row] for view, row in seen]).float()
    mirrored = torch.from_numpy(rng.random(len(rows)) < 0.5)
    maps[mirrored] = maps[mirrored].flip(2)
    return Batch(
        maps,
        torch.stack([view.levels[row] for view, row in seen]).float(),
        torch.stack([view.logits[row] for view, row in seen]),
        texts,
        forms[forms >= 0][:most],
        means[rows],
    )
