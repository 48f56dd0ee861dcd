"""The trained part: what carries pictures and texts into one space."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from export_onnx.compact.backbones import CELL, LEVELS, PictureTail

SENTENCE = 384


class PictureHead(nn.Module):
    """What the picture network saw to unit vectors (n, width).

    `queries` learned questions each weigh the cells; their answers and the plain mean, the levels
    and the ConSE vector go through a residual network with one hidden layer.
    """

    def __init__(self, width: int, queries: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.centre = nn.Buffer(torch.zeros(LEVELS))
        self.spread = nn.Buffer(torch.ones(LEVELS))
        self.norm = nn.LayerNorm(CELL)
        self.queries = nn.Linear(CELL, queries, bias=False)
        self.drop = nn.Dropout(dropout)
        pooled = CELL * (queries + 1)
        self.straight = nn.Linear(pooled, width)
        self.classes = nn.Linear(SENTENCE, width, bias=False)
        self.widen = nn.Linear(pooled + SENTENCE + LEVELS, hidden)
        self.narrow = nn.Linear(hidden, width)

    def forward(self, cells: Tensor, levels: Tensor, conse: Tensor) -> Tensor:
        """`cells` (n, CELLS, CELL), `levels` (n, LEVELS), `conse` (n, 384)."""
        cells = self.norm(cells)
        weights = (self.queries(cells) * CELL**-0.5).softmax(1).transpose(1, 2)
        pooled = self.drop(torch.cat([cells.mean(1), (weights @ cells).flatten(1)], 1))
        levels = ((levels - self.centre) / self.spread).clamp(-4, 4)
        inside = self.widen(torch.cat([pooled, conse, self.drop(levels)], 1))
        joined = self.straight(pooled) + self.classes(conse)
        return functional.normalize(joined + self._narrowed(inside), dim=1)

    def _narrowed(self, inside: Tensor) -> Tensor:
        return self.narrow(self.drop(functional.gelu(inside)))


class TextHead(nn.Module):
    """What the trunk read to unit vectors (n, width).

    Copies of the trunk's last layers, trained, read its tokens once more; `queries` learned
    questions weigh what they say.
    """

    def __init__(
        self,
        layers: nn.ModuleList,
        features: int,
        width: int,
        queries: int,
        hidden: int,
        dropout: float,
    ) -> None:
        super().__init__()
        self.layers = layers
        self.drop = nn.Dropout(dropout)
        self.queries = nn.Linear(SENTENCE, queries, bias=False)
        self.straight = nn.Linear(SENTENCE, width, bias=False)
        pooled = SENTENCE * (queries + 1)
        self.again = nn.Linear(pooled, width, bias=False)
        self.widen = nn.Linear(features + pooled, hidden)
        self.narrow = nn.Linear(hidden, width)

    def read(self, tokens: Tensor) -> Tensor:
        """Tokens (n, t, 384) of texts of one length, to (n, 384 * (queries + 1))."""
        for layer in self.layers:
            tokens = layer(tokens)
        weights = self.queries(tokens).softmax(1).transpose(1, 2)
        return torch.cat([tokens.mean(1), (weights @ tokens).flatten(1)], 1)

    def forward(self, features: Tensor, read: Tensor) -> Tensor:
        """`features` (n, features), of which the last 384 are the sentence, and `read`'s answer."""
        level = functional.layer_norm(read, read.shape[1:]) / 8
        inside = self.widen(self.drop(torch.cat([features, level], 1)))
        joined = self.straight(features[:, -SENTENCE:]) + self.again(read)
        inside = self.narrow(self.drop(functional.gelu(inside)))
        return functional.normalize(joined + inside, dim=1)


@dataclass(frozen=True, slots=True)
class Heads:
    """All that is trained."""

    tail: PictureTail
    picture: PictureHead
    text: TextHead
