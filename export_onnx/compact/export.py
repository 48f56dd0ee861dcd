"""Writes both towers as compressed ONNX files, after comparing them with their networks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from export_onnx.compact.backbones import IMAGE_SIZE
from export_onnx.compact.compress import compress
from export_onnx.compact.onnx_file import write_onnx
from export_onnx.compact.parity import EXACT, STORED, CompactParity, compare, require
from models.session import open_session

Inputs = Sequence[NDArray[np.generic]]


def export_pictures(tower: nn.Module, path: Path, inputs: Inputs) -> CompactParity:
    """Raises ParityError when the file does not compute what the tower computes."""
    example = torch.zeros(2, 3, IMAGE_SIZE, IMAGE_SIZE)
    return _export(tower, example, path, ("pixels", ("image_embedding",)), inputs)


def export_texts(tower: nn.Module, path: Path, inputs: Inputs) -> CompactParity:
    """Raises ParityError when the file does not compute what the tower computes."""
    example = torch.ones(2, 8, dtype=torch.int64)
    names = ("text_embedding", "sentence_embedding", "tokens")
    return _export(tower, example, path, ("ids", names), inputs)


def _export(
    tower: nn.Module,
    example: Tensor,
    path: Path,
    names: tuple[str, tuple[str, ...]],
    inputs: Inputs,
) -> CompactParity:
    """Parity of the file as it was written, its weights stored as int8."""
    name, outputs = names
    write_onnx(tower, example, path, name, outputs)
    require(compare(tower, open_session(path, "cpu"), name, inputs), EXACT, path)
    onnx.save(compress(onnx.load(path)), path)
    parity = compare(tower, open_session(path, "cpu"), name, inputs)
    require(parity, STORED, path)
    return parity
