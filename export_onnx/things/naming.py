"""Hears in a text's sentence vector which of the detector's classes it names."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from export_onnx.compact.heads import SENTENCE
from export_onnx.objects.words import CLASSES

HIDDEN = 64
STEPS = 3000
BATCH = 512
RATE = 2e-3
SELDOM = -5.0
"""Log odds that a text names a class, before anything is learned."""
PHRASES = ("{}", "A {}.", "Two {}", "A photo of a {}", "A man with a {}", "A {} on a table")
"""With every word for a class, since many are seldom named in the training texts."""


def class_phrases() -> list[str]:
    words = [word for name, others in CLASSES for word in (name, *others.split())]
    return [phrase.format(word) for word in words for phrase in PHRASES]


class Naming(nn.Module):
    """Unit sentence vectors (n, 384) to log odds (n, 80) that a text names each class."""

    def __init__(self) -> None:
        super().__init__()
        self.wide = nn.Linear(SENTENCE, HIDDEN)
        self.out = nn.Linear(HIDDEN, len(CLASSES))
        nn.init.constant_(self.out.bias, SELDOM)

    def forward(self, sentences: Tensor) -> Tensor:
        odds: Tensor = self.out(functional.relu(self.wide(sentences)))
        return odds


class WeightedNaming(nn.Module):
    """As it is exported: `weight` times the probabilities, over the root of how many are named, so
    that a text does not gain by naming much."""

    def __init__(self, naming: Naming, weight: float) -> None:
        super().__init__()
        self.naming = naming
        self.weight = weight

    def forward(self, sentences: Tensor) -> Tensor:
        likely = self.naming(sentences).sigmoid()
        return self.weight * likely / likely.sum(1, keepdim=True).clamp(min=1.0).sqrt()


def new_naming(sentences: NDArray[np.float32], labels: NDArray[np.float32], seed: int) -> Naming:
    """From unit sentence vectors (n, 384) to log odds (n, 80) that the text names each class;
    `labels` (n, 80) are 1 where it does."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    naming = Naming()
    optimiser = torch.optim.AdamW(naming.parameters(), RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, STEPS)
    said, named = torch.from_numpy(sentences), torch.from_numpy(labels)
    for _ in range(STEPS):
        some = rng.integers(len(said), size=BATCH)
        loss = functional.binary_cross_entropy_with_logits(
            naming(said[some]), named[some], reduction="sum"
        )
        optimiser.zero_grad()
        (loss / BATCH).backward()
        optimiser.step()
        schedule.step()
    return naming.requires_grad_(False).eval()


def heard(
    naming: Naming, sentences: NDArray[np.float32], labels: NDArray[np.float32]
) -> tuple[float, float]:
    """Precision and recall of what it takes to be named (probability .5 and more)."""
    said = (naming(torch.from_numpy(sentences)) > 0).numpy()
    both = float((said & (labels > 0)).sum())
    return both / max(float(said.sum()), 1.0), both / max(float(labels.sum()), 1.0)


def parts(count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows to learn from and rows to look at: one in ten."""
    rows = np.arange(count)
    return rows[rows % 10 != 0], rows[rows % 10 == 0]
