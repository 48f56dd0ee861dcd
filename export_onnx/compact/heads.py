"""The trained part: what carries pictures and texts into one space."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from export_onnx.compact.backbones import CELL, LEVELS, PictureTail

SENTENCE = 384


class Dropout(nn.Module):
    """Dropout (Srivastava et al. 2014) with a generator of its own, so that two heads can be
    trained on two threads and still repeat with their seed."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.kept = 1 - share
        self.generator = torch.Generator().manual_seed(torch.initial_seed())

    def forward(self, x: Tensor) -> Tensor:
        if not self.training:
            return x
        mask = torch.empty_like(x).bernoulli_(self.kept, generator=self.generator)
        return x * mask / self.kept


class PictureHead(nn.Module):
    """What the trunk saw to unit vectors (n, width).

    The tail's map is averaged to 3 × 3 cells; `queries` learned questions each weigh the cells;
    their answers and the plain mean, the levels and the ConSE vector go through a residual network
    with one hidden layer.
    """

    def __init__(
        self, tail: PictureTail, width: int, queries: int, hidden: int, dropout: float
    ) -> None:
        super().__init__()
        self.tail = tail
        self.centre = nn.Buffer(torch.zeros(LEVELS))
        self.spread = nn.Buffer(torch.ones(LEVELS))
        self.norm = nn.LayerNorm(CELL)
        self.queries = nn.Linear(CELL, queries, bias=False)
        self.drop = Dropout(dropout)
        pooled = CELL * (queries + 1)
        self.straight = nn.Linear(pooled, width)
        self.classes = nn.Linear(SENTENCE, width, bias=False)
        self.widen = nn.Linear(pooled + SENTENCE + LEVELS, hidden)
        self.narrow = nn.Linear(hidden, width)

    def forward(self, maps: Tensor, levels: Tensor, conse: Tensor) -> Tensor:
        """`maps` (n, 9, 9, channels), `levels` (n, LEVELS), `conse` (n, 384)."""
        cells = functional.avg_pool2d(self.tail(maps).permute(0, 3, 1, 2), 3)
        cells = self.norm(cells.flatten(2).transpose(1, 2))
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
        self.drop = Dropout(dropout)
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
