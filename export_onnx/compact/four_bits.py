"""Puts matrices back into the blocks of 4 bits that they came from.

The operations are ONNX Runtime's own (`MatMulNBits`, `GatherBlockQuantized`): weights stay as small
in memory as in the file, and nothing is lost by it. The products of `MatMulNBits` are taken in
integers, with each block of 32 inputs rounded to 8 bits, as the package's engine does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from export_onnx.compact.e5 import BLOCK, widened

DOMAIN = "com.microsoft"
ROUNDED_INPUTS = 4
"""`accuracy_level` of products in integers."""
Blocks = NDArray[Any]


def in_four_bits(model: onnx.ModelProto, matrices: Iterable[Blocks]) -> onnx.ModelProto:
    """A copy of `model` in which each weight that equals one of the `matrices` (outputs, blocks, 18
    bytes), when they are widened, is stored as that."""
    known = {_key(widened(matrix)): matrix for matrix in matrices}
    small = onnx.ModelProto()
    small.CopyFrom(model)
    graph = small.graph
    weights = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    gone: set[str] = set()
    stored: dict[str, NDArray[Any]] = {}
    for node in graph.node:
        name, axis = _weight(node)
        values = weights.get(name)
        if values is None or values.ndim != 2 or values.dtype != np.float32:
            continue
        blocks = known.get(_key(values if axis == 0 else values.T))
        if blocks is None:
            continue
        gone.add(name)
        stored |= _rewritten(node, name, blocks)
    kept = [each for each in graph.initializer if each.name not in gone]
    del graph.initializer[:]
    graph.initializer.extend(kept)
    graph.initializer.extend(numpy_helper.from_array(value, name) for name, value in stored.items())
    small.opset_import.append(helper.make_opsetid(DOMAIN, 1))
    return small


def _weight(node: onnx.NodeProto) -> tuple[str, int]:
    """The name of what may be a weight, and the axis of its rows in the package."""
    if node.op_type == "Gather":
        return node.input[0], 0
    return (node.input[1], 1) if node.op_type == "MatMul" else ("", 0)


def _rewritten(
    node: onnx.NodeProto, name: str, blocks: Blocks
) -> Mapping[str, NDArray[np.generic]]:
    """Makes the node read the blocks; the weights that it then wants, by name."""
    rows, count = blocks.shape[:2]
    scales = np.ascontiguousarray(blocks[..., :2]).view(np.float16)[..., 0].astype(np.float32)
    packed = _packed(blocks[..., 2:])
    node.domain = DOMAIN
    if node.op_type == "Gather":
        node.op_type = "GatherBlockQuantized"
        node.input[:] = [f"{name}.bits", node.input[1], f"{name}.scales"]
        _attributes(node, gather_axis=0, quantize_axis=1, block_size=BLOCK, bits=4)
        return {f"{name}.bits": packed.reshape(rows, -1), f"{name}.scales": scales}
    node.op_type = "MatMulNBits"
    node.input[:] = [node.input[0], f"{name}.bits", f"{name}.scales"]
    _attributes(
        node, K=count * BLOCK, N=rows, bits=4, block_size=BLOCK, accuracy_level=ROUNDED_INPUTS
    )
    return {f"{name}.bits": packed, f"{name}.scales": scales}


def _attributes(node: onnx.NodeProto, **values: int) -> None:
    del node.attribute[:]
    node.attribute.extend(helper.make_attribute(name, value) for name, value in values.items())


def _packed(halves: Blocks) -> NDArray[np.uint8]:
    """A block's byte j holds weights j and j + 16 in the package, 2j and 2j + 1 here."""
    numbers = np.concatenate([halves & 15, halves >> 4], -1).astype(np.uint8)
    packed: NDArray[np.uint8] = (numbers[..., ::2] | numbers[..., 1::2] << 4).astype(np.uint8)
    return packed


def _key(values: NDArray[np.generic]) -> bytes:
    return hashlib.sha256(np.ascontiguousarray(values, dtype=np.float32).tobytes()).digest()
