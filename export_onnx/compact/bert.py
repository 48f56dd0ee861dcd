"""BERT's encoder (Devlin et al. 2019, sections 3 and A.2) in operations that export cleanly.

Texts are run alone, without padding, so there is no attention mask.
"""

from __future__ import annotations

from copy import copy, deepcopy
from dataclasses import dataclass

from torch import Tensor, nn


@dataclass(frozen=True, slots=True)
class BertShape:
    vocabulary: int = 30522
    positions: int = 256
    width: int = 384
    layers: int = 6
    heads: int = 12
    hidden: int = 1536
    epsilon: float = 1e-12


class Layer(nn.Module):
    def __init__(self, shape: BertShape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.scale = (shape.width // shape.heads) ** -0.5
        self.query = nn.Linear(shape.width, shape.width)
        self.key = nn.Linear(shape.width, shape.width)
        self.value = nn.Linear(shape.width, shape.width)
        self.mixed = nn.Linear(shape.width, shape.width)
        self.mixed_norm = nn.LayerNorm(shape.width, eps=shape.epsilon)
        self.widen = nn.Linear(shape.width, shape.hidden)
        self.narrow = nn.Linear(shape.hidden, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=shape.epsilon)

    def forward(self, tokens: Tensor) -> Tensor:
        query, key, value = (
            self._split(part(tokens)) for part in (self.query, self.key, self.value)
        )
        weights = (query @ key.transpose(2, 3) * self.scale).softmax(-1)
        seen = (weights @ value).transpose(1, 2).flatten(2)
        tokens = self.mixed_norm(tokens + self.mixed(seen))
        return self.norm(tokens + self.narrow(nn.functional.gelu(self.widen(tokens))))

    def _split(self, tokens: Tensor) -> Tensor:
        """(n, t, width) to (n, heads, t, width / heads)."""
        return tokens.unflatten(2, (self.heads, -1)).transpose(1, 2)


class Bert(nn.Module):
    """Token ids (n, t) to the hidden states of the embeddings and of each layer: (n, t, width)."""

    def __init__(self, shape: BertShape) -> None:
        super().__init__()
        self.width = shape.width
        self.words = nn.Embedding(shape.vocabulary, shape.width)
        self.places = nn.Embedding(shape.positions, shape.width)
        self.kind = nn.Parameter(Tensor(shape.width).zero_())
        self.norm = nn.LayerNorm(shape.width, eps=shape.epsilon)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))

    def forward(self, ids: Tensor) -> list[Tensor]:
        places = self.places.weight[: ids.shape[1]]
        states = [self.norm(self.words(ids) + places + self.kind)]
        for layer in self.layers:
            states.append(layer(states[-1]))
        return states

    def top(self, layers: int) -> nn.ModuleList:
        """A copy of the last layers that can be trained."""
        return deepcopy(self.layers[-layers:]).requires_grad_(True).train()

    def without_top(self, layers: int) -> Bert:
        """The same network, its last layers cut off."""
        below = copy(self)
        below._modules = {**self._modules, "layers": self.layers[:-layers]}
        return below
