"""A light adapter of both towers and the join of the parts, trained together on texts made worse
and on ratings (Kreiss, Zelikman et al. 2024, section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TuningRecipe:
    """How both are trained; nothing here was chosen by what is reported."""

    steps: int = 400
    rate: float = 1e-3
    """Of the adapter."""
    join_rate: float = 0.05
    decay: float = 0.01
    rank: int = 16
    rated: float = 1.0
    """What the ratings count beside the pairs."""


@dataclass(frozen=True, slots=True)
class TuningSamples:
    """Texts with what they are held against, by rows of shared vectors."""

    pictures: Tensor
    texts: Tensor
    contexts: Tensor
    """(samples, dimension) each."""
    parts: Tensor
    """(samples, parts), what the model's own parts say of each text."""


@dataclass(frozen=True, slots=True)
class TuningLessons:
    """What is learned, by numbers of samples."""

    better: Tensor
    worse: Tensor
    """(pairs,) each."""
    weights: Tensor
    """(pairs,): every kind of pair counts alike."""
    rated: Tensor
    ratings: Tensor
    """(rated,) each."""


class TunedScore(nn.Module):
    """Before anything is learned this is contextual CLIPScore (Kreiss et al. 2022, equation 3)."""

    def __init__(self, dimension: int, parts: int, rank: int) -> None:
        super().__init__()
        self.seen, self.said = (Adapter(dimension, rank) for _ in range(2))
        self.whole = nn.Parameter(torch.ones(()))
        self.join = nn.Parameter(torch.zeros(parts))

    def forward(self, samples: TuningSamples) -> Tensor:
        """A score (samples,)."""
        picture = functional.normalize(self.seen(samples.pictures), dim=1)
        context, text = self.said(samples.contexts), self.said(samples.texts)
        about = functional.normalize(context, dim=1)
        shared = (functional.normalize(text, dim=1) * context).sum(1)
        added = (text * (picture - about)).sum(1)
        return self.whole * (shared + added) + samples.parts @ self.join


class Adapter(nn.Module):
    """A vector, and what a narrow layer adds to it, nothing at first (Houlsby et al. 2019)."""

    def __init__(self, width: int, rank: int) -> None:
        super().__init__()
        self.down, self.up = nn.Linear(width, rank, bias=False), nn.Linear(rank, width)
        for weight in self.up.parameters():
            nn.init.zeros_(weight)

    def forward(self, rows: Tensor) -> Tensor:
        return rows + self.up(self.down(rows))


def tuned(
    samples: TuningSamples, lessons: TuningLessons, recipe: TuningRecipe, seed: int
) -> TunedScore:
    """A score fitted to the lessons: what is worse shall score lower, and scores shall agree with
    the ratings."""
    torch.manual_seed(seed)
    dimension, parts = samples.texts.shape[1], samples.parts.shape[1]
    score = TunedScore(dimension, parts, recipe.rank)
    adapters = [*score.seen.parameters(), *score.said.parameters()]
    groups = [
        {"params": adapters, "lr": recipe.rate, "weight_decay": recipe.decay},
        {"params": [score.whole, score.join], "lr": recipe.join_rate, "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups)
    spread = float(score(samples).detach().std().clamp_min(1e-6))
    for _ in range(recipe.steps):
        optimizer.zero_grad()
        found = score(samples) / spread
        apart = functional.softplus(found[lessons.worse] - found[lessons.better])
        loss = (lessons.weights * apart).sum()
        if len(lessons.rated):
            loss = loss + recipe.rated * (1 - correlation(found[lessons.rated], lessons.ratings))
        loss.backward()
        optimizer.step()
    return score.eval()


def agreement(score: TunedScore, samples: TuningSamples, lessons: TuningLessons) -> float:
    """What the lessons say of a score: the share of pairs that it has the right way round, every
    kind alike, and the correlation with the ratings where there are any."""
    with torch.no_grad():
        found = score(samples)
        right = (found[lessons.worse] < found[lessons.better]).float()
        told = float((lessons.weights * right).sum())
        if len(lessons.rated) > 1:
            told += float(correlation(found[lessons.rated], lessons.ratings))
    return told


def correlation(left: Tensor, right: Tensor) -> Tensor:
    """Pearson's r."""
    left, right = left - left.mean(), right - right.mean()
    return (left * right).sum() / (left.norm() * right.norm()).clamp_min(1e-6)


def lessons_of(pairs: Mapping[str, NDArray[np.generic]], taken: NDArray[np.bool_]) -> TuningLessons:
    """Of the samples that may be learned from, (samples,). `pairs`: `better`, `worse` and `kind`
    (pairs,), `rated` and `ratings`."""
    both = taken[pairs["better"]] & taken[pairs["worse"]]
    kinds = pairs["kind"][both]
    counts = np.bincount(kinds, minlength=1)
    present = max(1, int((counts > 0).sum()))
    known = taken[pairs["rated"]]
    return TuningLessons(
        torch.from_numpy(pairs["better"][both]),
        torch.from_numpy(pairs["worse"][both]),
        torch.from_numpy((1 / (counts[kinds] * present)).astype(np.float32)),
        torch.from_numpy(pairs["rated"][known]),
        torch.from_numpy(pairs["ratings"][known].astype(np.float32)),
    )
