"""Compares the torch networks with the ONNX files on real pictures and texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.session import Session

EXACT = 0.99999
"""Least cosine between torch and the ONNX file with its weights as they are."""
STORED = 0.98
"""Least cosine between torch and the ONNX file with its weights as int8."""


class ParityError(Exception):
    """The ONNX file does not compute what the torch network computes."""


@dataclass(frozen=True, slots=True)
class CompactParity:
    """Cosines between the two results, over all inputs and outputs."""

    least: float
    mean: float


def compare(
    network: nn.Module, session: Session, name: str, inputs: Sequence[NDArray[np.generic]]
) -> CompactParity:
    """Run every input through both."""
    cosines = [cosine for batch in inputs for cosine in _cosines(network, session, name, batch)]
    return CompactParity(min(cosines), sum(cosines) / len(cosines))


def require(parity: CompactParity, least: float, path: Path) -> None:
    """Raises ParityError when the smallest cosine is below `least`."""
    if not parity.least >= least:
        raise ParityError(
            f"{path.name} differs from its network: cosine {parity.least:.6f}, wanted {least}"
        )


@torch.no_grad()
def _cosines(
    network: nn.Module, session: Session, name: str, batch: NDArray[np.generic]
) -> list[float]:
    expected = network(torch.from_numpy(batch))
    outputs = (expected,) if isinstance(expected, Tensor) else expected
    pairs = zip(outputs, session.run({name: batch}), strict=True)
    return [_cosine(ours.numpy().ravel(), theirs.ravel()) for ours, theirs in pairs]


def _cosine(left: NDArray[np.float32], right: NDArray[np.float32]) -> float:
    return float(left @ right / (np.linalg.norm(left) * np.linalg.norm(right)))
