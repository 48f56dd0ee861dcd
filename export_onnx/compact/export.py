"""Writes the towers as compressed ONNX files, after comparing them with their networks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import compose
from torch import Tensor, nn

from export_onnx.compact.backbones import IMAGE_SIZE
from export_onnx.compact.compress import compress
from export_onnx.compact.four_bits import in_four_bits
from export_onnx.compact.heads import OBJECT_FEATURES
from export_onnx.compact.onnx_file import write_onnx
from export_onnx.compact.parity import EXACT, STORED, CompactParity, compare, require
from export_onnx.objects.nanodet import FOUND
from models.session import open_session
from models.towers import OBJECTS

Inputs = Sequence[NDArray[np.generic]]
Smaller = Callable[[onnx.ModelProto], onnx.ModelProto]


def export_pictures(tower: nn.Module, path: Path, inputs: Inputs) -> CompactParity:
    """Raises ParityError when the file does not compute what the tower computes."""
    example = torch.zeros(2, 3, IMAGE_SIZE, IMAGE_SIZE)
    return _export(tower, example, path, ("pixels", ("image_embedding",)), inputs, compress)


def export_texts(
    tower: nn.Module, path: Path, inputs: Inputs, matrices: Iterable[NDArray[np.generic]]
) -> CompactParity:
    """`matrices`: those that are stored in 4 bits. Raises ParityError when the file does not
    compute what the tower computes."""
    example = torch.ones(2, 8, dtype=torch.int64)
    names = ("text_embedding", "sentence_embedding", "tokens")
    return _export(
        tower,
        example,
        path,
        ("ids", names),
        inputs,
        lambda model: compress(in_four_bits(model, matrices)),
    )


def export_objects(
    tower: nn.Module, detector: onnx.ModelProto, path: Path, inputs: Inputs
) -> CompactParity:
    """The detector with the `tower` on it. Raises ParityError when the file does not compute what
    the tower computes from what the detector found (`inputs`)."""
    parity = _export(
        tower, torch.zeros(2, OBJECT_FEATURES), path, (FOUND, (OBJECTS,)), inputs, compress
    )
    head = onnx.load(path)
    for model in (head, detector):
        model.ir_version = max(head.ir_version, detector.ir_version)
    joined = compose.merge_models(
        compress(detector), compose.add_prefix(head, "head."), io_map=[(FOUND, f"head.{FOUND}")]
    )
    for node in joined.graph.node:
        node.output[:] = [OBJECTS if name == f"head.{OBJECTS}" else name for name in node.output]
    for output in joined.graph.output:
        output.name = output.name.removeprefix("head.")
    onnx.checker.check_model(joined)
    onnx.save(joined, path)
    return parity


def _export(
    tower: nn.Module,
    example: Tensor,
    path: Path,
    names: tuple[str, tuple[str, ...]],
    inputs: Inputs,
    smaller: Smaller,
) -> CompactParity:
    """Parity of the file as it was written, its weights stored in few bits."""
    name, outputs = names
    write_onnx(tower, example, path, name, outputs)
    require(compare(tower, open_session(path, "cpu"), name, inputs), EXACT, path)
    onnx.save(smaller(onnx.load(path)), path)
    parity = compare(tower, open_session(path, "cpu"), name, inputs)
    require(parity, STORED, path)
    return parity
