"""The trained part: two small heads that carry pictures and texts into one space."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

CELL = 1280
SENTENCE = 384


class PictureHead(nn.Module):
    """Cells (n, 9, 1280) and ConSE vector (n, 384) to unit vectors (n, width).

    Attention pooling: `queries` learned questions each weigh the cells; their answers and the plain
    mean go through a residual network with one hidden layer.
    """

    def __init__(self, width: int, queries: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(CELL)
        self.queries = nn.Linear(CELL, queries, bias=False)
        self.drop = nn.Dropout(dropout)
        self.straight = nn.Linear(CELL * (queries + 1), width)
        self.classes = nn.Linear(SENTENCE, width, bias=False)
        self.widen = nn.Linear(CELL * (queries + 1) + SENTENCE, hidden)
        self.narrow = nn.Linear(hidden, width)

    def forward(self, cells: Tensor, conse: Tensor) -> Tensor:
        cells = self.norm(cells)
        weights = (self.queries(cells) * CELL**-0.5).softmax(1).transpose(1, 2)
        pooled = self.drop(torch.cat([cells.mean(1), (weights @ cells).flatten(1)], 1))
        inside = functional.gelu(self.widen(torch.cat([pooled, conse], 1)))
        joined = self.straight(pooled) + self.classes(conse) + self.narrow(self.drop(inside))
        return functional.normalize(joined, dim=1)


class TextHead(nn.Module):
    """Text features (n, features), of which the last 384 are the sentence, to unit (n, width)."""

    def __init__(self, width: int, features: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.drop = nn.Dropout(dropout)
        self.straight = nn.Linear(SENTENCE, width, bias=False)
        self.widen = nn.Linear(features, hidden)
        self.narrow = nn.Linear(hidden, width)

    def forward(self, features: Tensor) -> Tensor:
        inside = functional.gelu(self.widen(self.drop(features)))
        joined = self.straight(features[:, -SENTENCE:]) + self.narrow(self.drop(inside))
        return functional.normalize(joined, dim=1)
