"""Llama's decoder (Touvron et al. 2023, section 2.2; grouped queries: Ainslie et al. 2023) in
operations that export cleanly.

One text is read at a time, some tokens after others: keys and values of what was read before come
in and go out. A place may hold a mixture of tokens, as a picture does that is told in words
(Norouzi et al. 2014).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional


@dataclass(frozen=True, slots=True)
class DecoderShape:
    vocabulary: int
    width: int
    layers: int
    heads: int
    groups: int
    """Heads of keys and values, each for as many of `heads`."""
    hidden: int
    epsilon: float
    base: float
    """Of the rotary positions (Su et al. 2021)."""

    @property
    def size(self) -> int:
        """Width of one head."""
        return self.width // self.heads


class RootMeanSquare(nn.Module):
    """Scales to a root mean square of 1 (Zhang & Sennrich 2019)."""

    def __init__(self, width: int, epsilon: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.epsilon = epsilon

    def forward(self, tokens: Tensor) -> Tensor:
        square = tokens.pow(2).mean(-1, keepdim=True)
        return self.weight * (tokens * torch.rsqrt(square + self.epsilon))


class DecoderLayer(nn.Module):
    def __init__(self, shape: DecoderShape) -> None:
        super().__init__()
        self.shape = shape
        self.before = RootMeanSquare(shape.width, shape.epsilon)
        self.query = nn.Linear(shape.width, shape.heads * shape.size, bias=False)
        self.key = nn.Linear(shape.width, shape.groups * shape.size, bias=False)
        self.value = nn.Linear(shape.width, shape.groups * shape.size, bias=False)
        self.mixed = nn.Linear(shape.heads * shape.size, shape.width, bias=False)
        self.after = RootMeanSquare(shape.width, shape.epsilon)
        self.gate = nn.Linear(shape.width, shape.hidden, bias=False)
        self.widen = nn.Linear(shape.width, shape.hidden, bias=False)
        self.narrow = nn.Linear(shape.hidden, shape.width, bias=False)

    def forward(
        self, tokens: Tensor, past: Tensor, turn: tuple[Tensor, Tensor], barred: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Tokens (t, width) and past (2, groups, p, size) to the same after it, (2, groups, p + t,
        size); `barred` (t, p + t) is −∞ where a token may not look."""
        normed = self.before(tokens)
        query = _turned(self._split(self.query(normed), self.shape.heads), turn)
        key = _turned(self._split(self.key(normed), self.shape.groups), turn)
        value = self._split(self.value(normed), self.shape.groups)
        present = torch.cat([past, torch.stack([key, value])], 2)
        keys, values = (
            part.repeat_interleave(self.shape.heads // self.shape.groups, 0) for part in present
        )
        weights = (query @ keys.transpose(1, 2) * self.shape.size**-0.5 + barred).softmax(-1)
        tokens = tokens + self.mixed((weights @ values).transpose(0, 1).flatten(1))
        normed = self.after(tokens)
        tokens = tokens + self.narrow(functional.silu(self.gate(normed)) * self.widen(normed))
        return tokens, present

    def _split(self, tokens: Tensor, heads: int) -> Tensor:
        """(t, heads · size) to (heads, t, size)."""
        return tokens.unflatten(1, (heads, self.shape.size)).transpose(0, 1)


class Decoder(nn.Module):
    """Token ids and weights (t, k) and past (layers, 2, groups, p, size) to what comes next at each
    place, logits (t, vocabulary), and the past of the next call, (layers, 2, groups, p + t, size).
    """

    def __init__(self, shape: DecoderShape) -> None:
        super().__init__()
        self.shape = shape
        self.words = nn.Embedding(shape.vocabulary, shape.width)
        self.layers = nn.ModuleList(DecoderLayer(shape) for _ in range(shape.layers))
        self.norm = RootMeanSquare(shape.width, shape.epsilon)
        self.head = nn.Linear(shape.width, shape.vocabulary, bias=False)

    def forward(self, ids: Tensor, weights: Tensor, past: Tensor) -> tuple[Tensor, Tensor]:
        tokens = (self.words(ids) * weights.unsqueeze(-1)).sum(1)
        before, new = past.shape[3], tokens.shape[0]
        places = torch.arange(before + new, device=tokens.device)
        turn = self._turn(places[before:])
        barred = torch.where(places > places[before:, None], float("-inf"), 0.0)
        presents = []
        for layer, own in zip(self.layers, past, strict=True):
            tokens, present = layer(tokens, own, turn, barred)
            presents.append(present)
        return self.head(self.norm(tokens)), torch.stack(presents)

    def _turn(self, places: Tensor) -> tuple[Tensor, Tensor]:
        """Cosines and sines (t, size) by which the places turn queries and keys."""
        size = self.shape.size
        rates = self.shape.base ** (-torch.arange(0, size, 2, dtype=torch.float32) / size)
        angles = places.float()[:, None] * rates
        angles = torch.cat([angles, angles], 1)
        return angles.cos(), angles.sin()


def _turned(tokens: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    one, two = tokens.chunk(2, -1)
    return tokens * turn[0] + torch.cat([-two, one], -1) * turn[1]
