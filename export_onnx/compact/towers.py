"""The two whole towers, from pixels and token ids to the shared space, as they are exported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from export_onnx.compact.bert import Bert
from export_onnx.compact.conse import conse
from export_onnx.compact.heads import PictureHead, TextHead


@dataclass(frozen=True, slots=True)
class Mix:
    """How the learned heads and the ConSE vectors share one dot product.

    score = learned * (mean cosine of the heads) + named * (sentence · centred ConSE vector)
    """

    learned: float = 0.6
    named: float = 0.4


class PictureTower(nn.Module):
    """Pixels (n, 3, side, side) to (n, heads * width + 384)."""

    def __init__(
        self,
        backbone: nn.Module,
        heads: Sequence[PictureHead],
        names: Tensor,
        centre: Tensor,
        mix: Mix,
    ) -> None:
        super().__init__()
        self.backbone = backbone
        self.heads = nn.ModuleList(heads)
        self.names = nn.Buffer(names)
        self.centre = nn.Buffer(centre)
        self.learned = (mix.learned / len(heads)) ** 0.5
        self.named = mix.named**0.5

    def forward(self, pixels: Tensor) -> Tensor:
        cells, logits = self.backbone(pixels)
        mixture = conse(logits, self.names)
        learned = [head(cells, mixture) * self.learned for head in self.heads]
        return torch.cat([*learned, (mixture - self.centre) * self.named], 1)


class TextTower(nn.Module):
    """Token ids (n, t) to the shared space (n, heads * width + 384), unit sentences (n, 384) and
    the frozen network's last tokens (n, t, 384), for other heads to read."""

    def __init__(
        self, bert: Bert, heads: Sequence[TextHead], layers: Sequence[int], mix: Mix
    ) -> None:
        super().__init__()
        self.bert = bert
        self.heads = nn.ModuleList(heads)
        self.layers = tuple(layers)
        self.learned = (mix.learned / len(heads)) ** 0.5
        self.named = mix.named**0.5

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        means, tokens = self.bert(ids)
        features = text_features(means, self.layers)
        sentence = features[:, -self.bert.width :]
        learned = [head(features) * self.learned for head in self.heads]
        return torch.cat([*learned, sentence * self.named], 1), sentence, tokens


def text_features(means: Sequence[Tensor], layers: Sequence[int]) -> Tensor:
    """The chosen layers' mean tokens, each a unit vector, side by side; the sentence comes last."""
    return torch.cat([functional.normalize(means[layer], dim=1) for layer in layers], 1)
