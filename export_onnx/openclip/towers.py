"""One module a tower: one input, one output, unit vectors.

The `model` is any of open_clip's networks, whose classes share no base that says what they do.
"""

from __future__ import annotations

from typing import Any

from torch import Tensor, nn
from torch.nn import functional


class OpenClipPictureTower(nn.Module):
    """Pixels (n, 3, size, size) to unit vectors (n, dimension)."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, pixels: Tensor) -> Tensor:
        return functional.normalize(self.model.encode_image(pixels), dim=-1)


class OpenClipTextTower(nn.Module):
    """Token ids (n, length) to unit vectors (n, dimension)."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor) -> Tensor:
        return functional.normalize(self.model.encode_text(ids), dim=-1)
