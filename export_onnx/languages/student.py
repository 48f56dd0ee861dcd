"""The network that learns: e5 below, its last layers and a head on them trained."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from export_onnx.compact.bert import Bert
from export_onnx.compact.heads import MEANS, SENTENCE
from export_onnx.compact.towers import text_means

TUNED = 4
"""Layers that are trained."""
QUERIES = 2
HIDDEN = 512
READ = (MEANS + 2 + QUERIES) * SENTENCE
"""Numbers that the head reads of a text."""


@dataclass(frozen=True, slots=True)
class Meanings:
    """What is said of n texts, both unit vectors in the spaces of the shipped text tower."""

    learned: Tensor
    """(n, 384): compared with pictures."""
    sentence: Tensor
    """(n, 384): compared with other texts, and with what a picture is a picture of."""


class Student(nn.Module):
    """What the frozen layers read to what the shipped text tower says of the English original.

    A straight map, and a hidden layer beside it for what is not straight.
    """

    def __init__(self, layers: nn.ModuleList, dropout: float) -> None:
        super().__init__()
        self.layers = layers
        self.queries = nn.Linear(SENTENCE, QUERIES, bias=False)
        self.centre = nn.Buffer(torch.zeros(READ))
        self.spread = nn.Buffer(torch.ones(READ))
        self.drop = nn.Dropout(dropout)
        self.straight = nn.Linear(READ, 2 * SENTENCE)
        self.widen = nn.Linear(READ, HIDDEN)
        self.narrow = nn.Linear(HIDDEN, 2 * SENTENCE)
        nn.init.zeros_(self.queries.weight)
        nn.init.zeros_(self.narrow.weight)
        nn.init.zeros_(self.narrow.bias)

    def tuned(self, tokens: Tensor) -> Tensor:
        """Tokens (n, t, 384) below the trained layers to those above them."""
        for layer in self.layers:
            tokens = layer(tokens)
        return tokens

    def read(self, means: Tensor, below: Tensor, above: Tensor) -> Tensor:
        """Of texts of one length: means of lower layers (n, MEANS * 384) and the tokens below and
        above the trained layers to (n, READ)."""
        weights = self.queries(above).softmax(1).transpose(1, 2)
        return torch.cat([means, below.mean(1), above.mean(1), (weights @ above).flatten(1)], 1)

    def forward(self, means: Tensor, below: Tensor, above: Tensor) -> Meanings:
        level = (self.read(means, below, above) - self.centre) / self.spread
        level = self.drop(level)
        joined = self.straight(level) + self.narrow(functional.gelu(self.widen(level)))
        learned, sentence = joined.split(SENTENCE, 1)
        return Meanings(functional.normalize(learned, dim=1), functional.normalize(sentence, dim=1))


class StudentTower(nn.Module):
    """Token ids (n, t) to the shared space (n, 768), unit sentences (n, 384) and the last tokens
    (n, t, 384), as the shipped text tower."""

    def __init__(self, trunk: Bert, student: Student, lengths: tuple[float, float]) -> None:
        """`lengths`: of the two parts of the shared space."""
        super().__init__()
        self.trunk = trunk.without_top(TUNED)
        self.student = student
        self.learned, self.named = lengths

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        states = self.trunk(ids)
        above = self.student.tuned(states[-1])
        said = self.student(text_means(states), states[-1], above)
        shared = torch.cat([said.learned * self.learned, said.sentence * self.named], 1)
        return shared, said.sentence, above
