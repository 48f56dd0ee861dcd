"""The two whole towers, from pixels and token ids to the shared space, as they are exported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from export_onnx.compact.backbones import PictureTrunk
from export_onnx.compact.bert import Bert
from export_onnx.compact.conse import conse
from export_onnx.compact.heads import SENTENCE, Heads, TextHead


@dataclass(frozen=True, slots=True)
class Mix:
    """How the learned heads and the ConSE vectors share one dot product.

    score = learned * (cosine of the heads) + named * (sentence · centred ConSE vector)
    """

    learned: float = 0.6
    named: float = 0.4


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


class CompactTextTower(nn.Module):
    """Token ids (n, t) to the shared space (n, width + 384), unit sentences (n, 384) and the
    frozen trunk's last tokens (n, t, 384), for other heads to read."""

    def __init__(self, trunk: Bert, head: TextHead, mix: Mix) -> None:
        super().__init__()
        self.trunk = trunk
        self.head = head
        self.learned = mix.learned**0.5
        self.named = mix.named**0.5

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        states = self.trunk(ids)
        features = text_features(states)
        sentence = features[:, -SENTENCE:]
        read = self.head.read(states[-1 - len(self.head.layers)])
        learned = self.head(features, read) * self.learned
        return torch.cat([learned, sentence * self.named], 1), sentence, states[-1]


def text_features(states: Sequence[Tensor]) -> Tensor:
    """The mean tokens of every second layer, each a unit vector; the sentence comes last."""
    means = [functional.normalize(state.mean(1), dim=1) for state in states[::2]]
    return torch.cat(means, 1)
