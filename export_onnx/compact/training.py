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
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from export_onnx.compact.backbones import PictureTail
from export_onnx.compact.features import Rows
from export_onnx.compact.heads import Heads, ObjectHead, PictureHead, Sizes, TextHead
from export_onnx.compact.step import PARTS, Batch, Loss, ReadTexts, learn


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides what comes out, but for the data."""

    sizes: Sizes = field(default_factory=Sizes)
    epochs: int = 6
    batch: int = 256
    altered: int = 64
    """Altered texts beside the texts of a batch, at most."""
    translated: int = 32
    """Sentences with a translation beside them."""
    unseen: float = 0.15
    """Share of the batches in which nothing is said of objects: the towers serve without them."""
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
    objects: Tensor
    """(pictures, OBJECT_FEATURES) float16"""
    names: Tensor
    """Unit sentence vectors (1000, 384) of the ImageNet classes' names."""
    middle: Tensor
    """(384,): what all texts' sentences have in common."""
    texts: ReadTexts
    owned: Sequence[Rows]
    """The rows of each picture's texts."""
    altered: Rows
    """The row of the altered form of each text; -1 where there is none."""
    translations: Rows
    """(pairs, 2) rows of English sentences and of their translations."""
    groups: Rows
    """A number for each picture; the same for those that show the same."""
    shown: NDArray[np.float64]
    """Probability of each picture of being shown in an epoch."""
    chosen: Rows
    """The pictures to train on; the others are held out."""


def new_heads(
    tail: PictureTail, layers: nn.ModuleList, data: TrainingSet, recipe: Recipe, seed: int
) -> Heads:
    """ConSE vectors and sentences start with one orthogonal map, so the heads agree with them."""
    torch.manual_seed(seed)
    picture, objects = PictureHead(recipe.sizes), ObjectHead(recipe.sizes)
    text = TextHead(layers, recipe.sizes)
    levels = data.views[0].levels[data.chosen].float()
    found = data.objects[data.chosen].float()
    shared = nn.init.orthogonal_(torch.empty(recipe.sizes.width, len(data.middle)))
    with torch.no_grad():
        picture.centre.copy_(levels.mean(0))
        picture.spread.copy_(levels.std(0) + 1e-3)
        picture.classes.weight.copy_(shared)
        objects.centre.copy_(found.mean(0))
        objects.spread.copy_(found.std(0) + 1e-3)
        text.middle.copy_(data.middle)
        text.turned.weight.zero_()
        text.straight.weight.copy_(shared)
        text.again.weight.zero_()
        text.objects.weight.mul_(0.3)
        text.named.bias.fill_(-4.0)
        picture.straight.weight.mul_(0.5)
        picture.narrow.weight.mul_(0.3)
        text.narrow.weight.mul_(0.3)
    return Heads(tail, picture, objects, text)


def train(data: TrainingSet, heads: Heads, recipe: Recipe, seed: int) -> None:
    """InfoNCE in both directions; each picture brings one random view and text an epoch."""
    torch.manual_seed(seed)
    modules = nn.ModuleList([heads.tail, heads.picture, heads.objects, heads.text]).train()
    mean = AveragedModel(modules, multi_avg_fn=get_ema_multi_avg_fn(recipe.averaged))
    scale = nn.Parameter(torch.tensor(math.log(14.0)))
    optimiser = torch.optim.AdamW(_groups(heads, scale, recipe))
    rng = np.random.default_rng(seed)
    order = _order(data, recipe, rng)
    steps = len(order) // recipe.batch
    rates = [group["lr"] for group in optimiser.param_groups]
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rates, steps, pct_start=0.1)
    batches = _batches(data, recipe, order, rng)
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
    heads_of = (heads.picture, heads.objects, heads.text)
    both = [parameter for head in heads_of for parameter in head.parameters()]
    new = [parameter for parameter in both if id(parameter) not in known]
    return [
        {"params": new, "lr": recipe.rate, "weight_decay": recipe.decay},
        {"params": tuned, "lr": recipe.tuned_rate, "weight_decay": 0.01},
        {"params": [scale], "lr": recipe.rate, "weight_decay": 0.0},
    ]


def _order(data: TrainingSet, recipe: Recipe, rng: np.random.Generator) -> Rows:
    """The pictures of all epochs, in the order in which they are shown."""
    epochs = []
    for _ in range(recipe.epochs):
        shown = data.chosen[rng.random(len(data.chosen)) < data.shown[data.chosen]]
        epochs.append(rng.permutation(shown))
    return np.concatenate(epochs)


def _batches(
    data: TrainingSet, recipe: Recipe, order: Rows, rng: np.random.Generator
) -> Iterator[Batch]:
    sentences = data.texts.sentences
    wanted = torch.stack([sentences[rows].mean(0) for rows in data.owned])
    wanted = functional.normalize(wanted, dim=1)
    for start in range(0, len(order) - recipe.batch + 1, recipe.batch):
        yield _batch(data, wanted, order[start : start + recipe.batch], recipe, rng)


def _batch(
    data: TrainingSet, wanted: Tensor, rows: Rows, recipe: Recipe, rng: np.random.Generator
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
    objects = data.objects[rows].float()
    return Batch(
        maps,
        torch.stack([view.levels[row] for view, row in seen]).float(),
        torch.stack([view.logits[row] for view, row in seen]),
        objects if rng.random() >= recipe.unseen else objects[:0],
        data.groups[rows],
        texts,
        forms[forms >= 0][: recipe.altered],
        _translations(data, recipe.translated, rng),
        wanted[rows],
    )


def _translations(data: TrainingSet, count: int, rng: np.random.Generator) -> Rows:
    """(at most count, 2) pairs of different sentences."""
    some = data.translations[rng.permutation(len(data.translations))[: 2 * count]]
    _, first = np.unique(some[:, 0], return_index=True)
    return some[np.sort(first)[:count]]
