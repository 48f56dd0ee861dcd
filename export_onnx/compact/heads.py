"""The trained part: what carries pictures, objects and texts into one space."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from export_onnx.compact.backbones import CELL, LEVELS, PictureTail
from export_onnx.objects.words import CLASSES

SENTENCE = 384
TUNED_LAYERS = 2
"""Of the text network, trained in place."""
MEANS = 3
"""Mean tokens of layers below the trained ones that stand beside what these say."""
OBJECTS = 128
"""Dimensions in which objects and texts meet."""
OBJECT_FEATURES = len(CLASSES) + 768
"""Log odds of the classes, then mean and largest value of the detector's channels."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Of the heads."""

    width: int = 384
    queries: int = 2
    hidden: int = 256
    dropout: float = 0.5


class PictureHead(nn.Module):
    """What the picture network saw to unit vectors (n, width).

    `queries` learned questions each weigh the cells; their answers and the plain mean, the levels
    and the ConSE vector go through a residual network with one hidden layer.
    """

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.centre = nn.Buffer(torch.zeros(LEVELS))
        self.spread = nn.Buffer(torch.ones(LEVELS))
        self.norm = nn.LayerNorm(CELL)
        self.queries = nn.Linear(CELL, sizes.queries, bias=False)
        self.drop = nn.Dropout(sizes.dropout)
        pooled = CELL * (sizes.queries + 1)
        self.straight = nn.Linear(pooled, sizes.width)
        self.classes = nn.Linear(SENTENCE, sizes.width, bias=False)
        self.widen = nn.Linear(pooled + SENTENCE + LEVELS, sizes.hidden)
        self.narrow = nn.Linear(sizes.hidden, sizes.width)

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


class ObjectHead(nn.Module):
    """What the detector found, (n, OBJECT_FEATURES), to unit vectors (n, OBJECTS)."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.centre = nn.Buffer(torch.zeros(OBJECT_FEATURES))
        self.spread = nn.Buffer(torch.ones(OBJECT_FEATURES))
        self.drop = nn.Dropout(sizes.dropout / 2)
        self.straight = nn.Linear(OBJECT_FEATURES, OBJECTS)
        self.widen = nn.Linear(OBJECT_FEATURES, sizes.hidden)
        self.narrow = nn.Linear(sizes.hidden, OBJECTS)

    def forward(self, found: Tensor) -> Tensor:
        level = self.drop(((found - self.centre) / self.spread).clamp(-4, 4))
        inside = self.narrow(self.drop(functional.gelu(self.widen(level))))
        return functional.normalize(self.straight(level) + inside, dim=1)


@dataclass(frozen=True, slots=True)
class TextAnswers:
    """What the text head makes of n texts."""

    learned: Tensor
    """(n, width), unit vectors: compared with pictures."""
    objects: Tensor
    """(n, OBJECTS): compared with what the detector found; near zero where a text names nothing
    that it knows."""
    sentence: Tensor
    """(n, 384), unit vectors: compared with other texts."""
    named: Tensor
    """(n, 80): log odds that the text names each class."""


class TextHead(nn.Module):
    """What the network read to the vectors of `TextAnswers`.

    Its last layers are trained in place; `queries` learned questions weigh what they say.
    """

    def __init__(self, layers: nn.ModuleList, sizes: Sizes) -> None:
        super().__init__()
        self.layers = layers
        self.middle = nn.Buffer(torch.zeros(SENTENCE))
        self.drop = nn.Dropout(sizes.dropout)
        self.queries = nn.Linear(SENTENCE, sizes.queries, bias=False)
        self.turned = nn.Linear(SENTENCE, SENTENCE, bias=False)
        self.straight = nn.Linear(SENTENCE, sizes.width, bias=False)
        pooled = SENTENCE * (sizes.queries + 2)
        self.again = nn.Linear(pooled, sizes.width, bias=False)
        self.widen = nn.Linear(MEANS * SENTENCE + pooled, sizes.hidden)
        self.narrow = nn.Linear(sizes.hidden, sizes.width)
        self.widen_objects = nn.Linear(pooled, sizes.hidden)
        self.objects = nn.Linear(sizes.hidden, OBJECTS)
        self.gate = nn.Linear(sizes.hidden, 1)
        self.named = nn.Linear(pooled, len(CLASSES))

    def tuned(self, tokens: Tensor) -> Tensor:
        """Tokens (n, t, 384) below the trained layers to those above them."""
        for layer in self.layers:
            tokens = layer(tokens)
        return tokens

    def pooled(self, below: Tensor, above: Tensor) -> Tensor:
        """Tokens of texts of one length to (n, 384 * (queries + 2)): mean below, mean above,
        answers."""
        weights = self.queries(above).softmax(1).transpose(1, 2)
        return torch.cat([below.mean(1), above.mean(1), (weights @ above).flatten(1)], 1)

    def sentence(self, means: Tensor) -> Tensor:
        """Mean tokens above (n, 384) to unit vectors, less what all texts have in common."""
        level = functional.normalize(means, dim=1)
        return functional.normalize(level + self.turned(level) - self.middle, dim=1)

    def forward(self, means: Tensor, pooled: Tensor) -> TextAnswers:
        """`means` (n, MEANS * 384) of lower layers, and `pooled`'s answer."""
        sentence = self.sentence(pooled[:, SENTENCE : 2 * SENTENCE])
        level = functional.layer_norm(pooled, pooled.shape[1:]) / 8
        inside = self.widen(self.drop(torch.cat([means, level], 1)))
        joined = self.straight(sentence) + self.again(pooled)
        learned = joined + self.narrow(self.drop(functional.gelu(inside)))
        things = self.drop(functional.gelu(self.widen_objects(level)))
        return TextAnswers(
            functional.normalize(learned, dim=1),
            self.objects(things) * self.gate(things).sigmoid(),
            sentence,
            self.named(level),
        )


@dataclass(frozen=True, slots=True)
class Heads:
    """All that is trained."""

    tail: PictureTail
    picture: PictureHead
    objects: ObjectHead
    text: TextHead
