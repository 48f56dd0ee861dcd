"""The head: from the frozen network's last layer to five answers about a text."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

ANSWERS = ("ordered", "finished", "describes", "coherent", "likely")
"""Are the words in order; is it whole, not broken off; does it describe a picture; is it of one
piece, not carried on with another text; is none of its colours, ages and numbers odd."""
TOKEN = 384


class FormHead(nn.Module):
    """Tokens (n, t, 384) of unpadded texts to logits (n, 5), in the order of ANSWERS."""

    def __init__(self, width: int = 96) -> None:
        super().__init__()
        self.narrow = nn.Linear(TOKEN, width)
        self.near = nn.Linear(3 * width, width)
        self.wide = nn.Linear(3 * width, width)
        self.mixed = nn.Linear(4 * width, width)
        self.answer = nn.Linear(width, len(ANSWERS))
        self.drop = nn.Dropout(0.1)

    def forward(self, tokens: Tensor) -> Tensor:
        features = functional.gelu(self.narrow(self.drop(tokens)))
        features = features + functional.gelu(self.near(_with_neighbours(features)))
        features = features + functional.gelu(self.wide(_with_neighbours(features)))
        ends = features[:, 0], features[:, -2]
        pooled = torch.cat([features.mean(1), features.amax(1), *ends], 1)
        answers: Tensor = self.answer(functional.gelu(self.mixed(self.drop(pooled))))
        return answers


def _with_neighbours(features: Tensor) -> Tensor:
    """(n, t, width) to (n, t, 3 * width): each token beside the one before and the one after."""
    before = functional.pad(features, (0, 0, 1, 0))[:, :-1]
    after = functional.pad(features, (0, 0, 0, 1))[:, 1:]
    return torch.cat([before, features, after], 2)
