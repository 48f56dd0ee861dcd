"""Trains the heads, and the top of both networks under them, with a contrastive loss."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from export_onnx.compact.backbones import PictureTail
from export_onnx.compact.heads import SENTENCE, PictureHead, TextHead

Rows = NDArray[np.int64]


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
    rate: float = 1e-3
    """Learning rate of the new layers."""
    tuned_rate: float = 2e-4
    """Learning rate of the layers that come trained."""
    decay: float = 0.1
    smoothing: float = 0.05
    soft: float = 0.2
    """Share of the target that goes to what the texts of other pictures share with the own ones."""
    sharpness: float = 20.0
    """Of the softmax over sentence cosines that says how this share is laid out."""


@dataclass(frozen=True, slots=True)
class SeenPictures:
    """One view of every picture, as the frozen trunk sees it."""

    maps: Tensor
    """(pictures, 9, 9, channels) float16"""
    levels: Tensor
    """(pictures, LEVELS) float16"""
    conse: Tensor
    """(pictures, 384)"""


@dataclass(frozen=True, slots=True)
class ReadTexts:
    """Every text, as the frozen trunk reads it."""

    features: Tensor
    """(texts, features), the sentence last."""
    tokens: Sequence[Tensor]
    """Below the trained layers: (t, 384) float16 for each text."""


@dataclass(frozen=True, slots=True)
class TrainingSet:
    views: Sequence[SeenPictures]
    texts: ReadTexts
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
    maps: Tensor
    levels: Tensor
    conse: Tensor
    texts: Rows
    means: Tensor
    """(n, 384): the mean sentence of all texts of each picture, a unit vector."""


def new_heads(
    tail: PictureTail, layers: nn.ModuleList, data: TrainingSet, recipe: Recipe, seed: int
) -> Heads:
    """ConSE vectors and sentences start with one orthogonal map, so the heads agree with them."""
    torch.manual_seed(seed)
    features = data.texts.features.shape[1]
    sizes = (recipe.width, recipe.queries, recipe.hidden, recipe.dropout)
    picture, text = PictureHead(tail, *sizes), TextHead(layers, features, *sizes)
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
    return Heads(picture, text)


def train(data: TrainingSet, heads: Heads, recipe: Recipe, seed: int) -> None:
    """InfoNCE in both directions; each picture brings one random view and text an epoch."""
    torch.manual_seed(seed)
    modules = nn.ModuleList([heads.picture, heads.text]).train()
    scale = nn.Parameter(torch.tensor(math.log(14.0)))
    groups = _groups(heads, scale, recipe)
    optimiser = torch.optim.AdamW(groups)
    steps = recipe.epochs * (len(data.chosen) // recipe.batch)
    rates = [group["lr"] for group in groups]
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rates, steps, pct_start=0.1)
    batches = _batches(data, recipe, np.random.default_rng(seed))
    with (
        ThreadPoolExecutor(2, initializer=torch.set_num_threads, initargs=(1,)) as pool,
        click.progressbar(batches, steps, label="training") as bar,
    ):
        for batch in bar:
            optimiser.zero_grad()
            _learn(heads, scale, data.texts, batch, recipe, pool)
            optimiser.step()
            schedule.step()
    modules.eval().requires_grad_(False)


def _groups(heads: Heads, scale: Tensor, recipe: Recipe) -> list[dict[str, Any]]:
    """The layers that come trained move slowly and are hardly drawn to zero."""
    tuned = [*heads.picture.tail.parameters(), *heads.text.layers.parameters()]
    known = {id(parameter) for parameter in tuned}
    both = [*heads.picture.parameters(), *heads.text.parameters()]
    new = [parameter for parameter in both if id(parameter) not in known]
    return [
        {"params": new, "lr": recipe.rate, "weight_decay": recipe.decay},
        {"params": tuned, "lr": recipe.tuned_rate, "weight_decay": 0.01},
        {"params": [scale], "lr": recipe.rate, "weight_decay": 0.0},
    ]


def _batches(data: TrainingSet, recipe: Recipe, rng: np.random.Generator) -> Iterator[_Batch]:
    sentences = data.texts.features[:, -SENTENCE:]
    means = torch.stack([sentences[rows].mean(0) for rows in data.owned])
    means = functional.normalize(means, dim=1)
    for _ in range(recipe.epochs):
        order = rng.permutation(data.chosen)
        for start in range(0, len(order) - recipe.batch + 1, recipe.batch):
            rows = order[start : start + recipe.batch]
            yield _batch(data, means, rows, rng)


def _batch(data: TrainingSet, means: Tensor, rows: Rows, rng: np.random.Generator) -> _Batch:
    """Half of the pictures are mirrored, in the map, which costs nothing."""
    views = rng.integers(len(data.views), size=len(rows))
    seen = [(data.views[view], row) for view, row in zip(views, rows, strict=True)]
    maps = torch.stack([view.maps[row] for view, row in seen]).float()
    mirrored = torch.from_numpy(rng.random(len(rows)) < 0.5)
    maps[mirrored] = maps[mirrored].flip(2)
    return _Batch(
        maps,
        torch.stack([view.levels[row] for view, row in seen]).float(),
        torch.stack([view.conse[row] for view, row in seen]),
        np.array([rng.choice(data.owned[row]) for row in rows]),
        means[rows],
    )


def _learn(
    heads: Heads, scale: Tensor, texts: ReadTexts, batch: _Batch, recipe: Recipe, pool: Executor
) -> None:
    """Adds the gradients of one batch.

    The towers meet only in the loss, so each runs forwards and backwards on a thread of its own:
    quicker than one after the other on two threads, and the same to the last bit each time.
    """
    said = texts.features[batch.texts]
    ends = [
        pool.submit(heads.picture, batch.maps, batch.levels, batch.conse),
        pool.submit(_write, heads.text, said, texts.tokens, batch.texts),
    ]
    outputs = [end.result() for end in ends]
    pictures, written = (output.detach().requires_grad_() for output in outputs)
    scores = pictures @ written.T * scale.exp().clamp(max=100)
    likeness = batch.means @ said[:, -SENTENCE:].T * recipe.sharpness
    same = torch.from_numpy(batch.texts[:, np.newaxis] == batch.texts)
    same.fill_diagonal_(False)  # Two pictures that share a text are not each other's mistake.
    scores, likeness = scores.masked_fill(same, -100.0), likeness.masked_fill(same, -100.0)
    by_picture = functional.cross_entropy(scores, _targets(likeness, recipe))
    by_text = functional.cross_entropy(scores.T, _targets(likeness.T, recipe))
    ((by_picture + by_text) / 2).backward()
    back = [
        pool.submit(output.backward, end.grad)
        for output, end in zip(outputs, (pictures, written), strict=True)
    ]
    for done in back:
        done.result()


def _write(head: TextHead, features: Tensor, tokens: Sequence[Tensor], rows: Rows) -> Tensor:
    return head(features, read_all(head, tokens, rows))


def _targets(likeness: Tensor, recipe: Recipe) -> Tensor:
    """(n, n), rows of sum 1: mostly the own one, some to what says nearly the same."""
    count = len(likeness)
    own = torch.eye(count) * (1 - recipe.smoothing) + recipe.smoothing / count
    return (1 - recipe.soft) * own + recipe.soft * likeness.softmax(1)


def read_all(head: TextHead, tokens: Sequence[Tensor], rows: Rows) -> Tensor:
    """Texts of equal length are run together, so that none is padded."""
    lengths = np.array([len(tokens[row]) for row in rows])
    places, parts = [], []
    for length in np.unique(lengths):
        at = np.flatnonzero(lengths == length)
        parts.append(head.read(torch.stack([tokens[row] for row in rows[at]]).float()))
        places.append(at)
    return torch.cat(parts)[np.argsort(np.concatenate(places))]
