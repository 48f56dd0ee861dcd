"""ConSE (Norouzi et al. 2014, equation 2): a picture as a mixture of its classes' names."""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional

CLASSES = 100
TEMPERATURE = 2.0


def conse(logits: Tensor, names: Tensor) -> Tensor:
    """Logits (n, 1000) and the names' unit vectors (1000, 384) to unit vectors (n, 384)."""
    best, places = (logits / TEMPERATURE).topk(min(CLASSES, logits.shape[1]), dim=1)
    mixed = (best.softmax(1).unsqueeze(2) * names[places]).sum(1)
    return functional.normalize(mixed, dim=1)
