"""The whole towers, from pixels and token ids to the shared space, as they are exported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from export_onnx.compact.backbones import PictureTrunk
from export_onnx.compact.bert import Bert
from export_onnx.compact.conse import conse
from export_onnx.compact.heads import MEANS, TUNED_LAYERS, Heads, ObjectHead, TextHead
from export_onnx.objects.words import CLASSES

EVERY = 4
"""Layers between those whose mean tokens stand beside what the trained ones say."""


@dataclass(frozen=True, slots=True)
class Mix:
    """How the learned heads, the ConSE vectors and the objects share one dot product.

    score = learned * (cosine of the heads) + named * (sentence · centred ConSE vector)
          + objects * (objects found · objects said)
          + classes * (log odds of the classes · probability that the text names each)
    """

    learned: float = 0.6
    named: float = 0.4
    objects: float = 0.6
    classes: float = 0.01


class CompactPictureTower(nn.Module):
    """Pixels (n, 3, side, side) to (n, width + 384)."""

    def __init__(
        self, trunk: PictureTrunk, heads: Heads, names: Tensor, centre: Tensor, mix: Mix
    ) -> None:
        super().__init__()
        self.trunk = trunk
        self.tail = heads.tail
        self.head = heads.picture
        self.names = nn.Buffer(names)
        self.centre = nn.Buffer(centre)
        self.learned = mix.learned**0.5
        self.named = mix.named**0.5

    def forward(self, pixels: Tensor) -> Tensor:
        maps, levels = self.trunk(pixels)
        cells, logits = self.tail(maps)
        mixture = conse(logits, self.names)
        learned = self.head(cells, levels, mixture) * self.learned
        return torch.cat([learned, (mixture - self.centre) * self.named], 1)


class CompactObjectTower(nn.Module):
    """What the detector found, (n, OBJECT_FEATURES), to (n, OBJECTS + classes): what it is compared
    by, and by how much the log odds of each class are above their mean."""

    def __init__(self, head: ObjectHead, mix: Mix) -> None:
        super().__init__()
        self.head = head
        self.weight = mix.objects**0.5

    def forward(self, found: Tensor) -> Tensor:
        odds = found[:, : len(CLASSES)] - self.head.centre[: len(CLASSES)]
        return torch.cat([self.head(found) * self.weight, odds], 1)


class CompactTextTower(nn.Module):
    """Token ids (n, t) to the shared space (n, width + 384 + OBJECTS + classes), unit sentences (n,
    384) and the last tokens (n, t, 384), for other heads to read."""

    def __init__(self, trunk: Bert, head: TextHead, mix: Mix) -> None:
        super().__init__()
        self.trunk = trunk.without_top(TUNED_LAYERS)
        self.head = head
        self.learned = mix.learned**0.5
        self.named = mix.named**0.5
        self.objects = mix.objects**0.5
        self.classes = mix.classes

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        states = self.trunk(ids)
        below = states[-1]
        above = self.head.tuned(below)
        said = self.head(text_means(states), self.head.pooled(below, above))
        parts = [
            said.learned * self.learned,
            said.sentence * self.named,
            said.objects * self.objects,
            said.named.sigmoid() * self.classes,
        ]
        return torch.cat(parts, 1), said.sentence, above


def text_means(states: Sequence[Tensor]) -> Tensor:
    """The mean tokens of MEANS layers below the trained ones, each a unit vector."""
    chosen = states[::EVERY][:MEANS]
    return torch.cat([functional.normalize(state.mean(1), dim=1) for state in chosen], 1)
