"""From a decoder to an ONNX file that holds its matrices as they were stored.

The file widens them by the standard's own operations, which ONNX Runtime does once, when it opens
it: as small on disk as the file that they come from, as exact and as fast as if they were wide.
"""

from __future__ import annotations

import hashlib
import logging
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from export_onnx.compact.onnx_file import OPSET, forget_sources
from export_onnx.language_model.gguf_file import Blocks
from export_onnx.language_model.network import Decoder

INPUTS = ("ids", "weights", "past")
OUTPUTS = ("logits", "present")


def write_decoder(network: Decoder, matrices: Mapping[str, Blocks], path: Path) -> None:
    """Export the network; each weight that equals one of the `matrices`, when that is widened, is
    stored as that."""
    shape = network.shape
    past = torch.zeros(shape.layers, 2, shape.groups, 3, shape.size)
    example = (torch.zeros(5, 2, dtype=torch.int64), torch.full((5, 2), 0.5), past)
    open_axis = torch.export.Dim.DYNAMIC
    mixture = {0: open_axis, 1: open_axis}
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # The exporter warns about its own use of torch.
        torch.onnx.export(
            network.eval(),
            example,
            path,
            dynamo=True,
            opset_version=OPSET,
            input_names=list(INPUTS),
            output_names=list(OUTPUTS),
            dynamic_shapes=(mixture, mixture, {3: open_axis}),
            external_data=False,
            verbose=False,
        )
    model = as_stored(onnx.load(path), matrices)
    forget_sources(model)
    onnx.save(model, path)
    onnx.checker.check_model(str(path))


def as_stored(model: onnx.ModelProto, matrices: Mapping[str, Blocks]) -> onnx.ModelProto:
    """`model` with the weights that are among the `matrices` made of them."""
    known = {_key(blocks.widened()): (name, blocks) for name, blocks in matrices.items()}
    graph = model.graph
    stored: dict[str, NDArray[Any]] = {}
    nodes: list[onnx.NodeProto] = []
    for weight in list(graph.initializer):
        values = numpy_helper.to_array(weight)
        if values.ndim != 2 or values.dtype != np.float32:
            continue
        as_is, turned = known.get(_key(values)), known.get(_key(values.T))
        name, blocks = as_is or turned or ("", None)
        if blocks is None:
            continue
        graph.initializer.remove(weight)
        if f"{name}.numbers" not in stored:
            parts, more = _widening(name, blocks)
            stored |= parts
            nodes += more
        last = "Identity" if as_is else "Transpose"
        nodes.append(helper.make_node(last, [f"{name}.wide"], [weight.name]))
    graph.initializer.extend(numpy_helper.from_array(value, name) for name, value in stored.items())
    kept = list(graph.node)
    del graph.node[:]
    graph.node.extend([*nodes, *kept])
    return model


def _widening(name: str, blocks: Blocks) -> tuple[dict[str, NDArray[Any]], list[onnx.NodeProto]]:
    """What is stored of a matrix, and the nodes that make `NAME.wide` of it."""
    stored: dict[str, NDArray[Any]] = {
        f"{name}.numbers": np.ascontiguousarray(blocks.numbers),
        f"{name}.scales": np.ascontiguousarray(blocks.scales),
        f"{name}.rows": np.array([len(blocks.numbers), -1], dtype=np.int64),
    }
    nodes = []

    def node(kind: str, inputs: list[str], output: str, **more: Any) -> None:
        nodes.append(helper.make_node(kind, inputs, [f"{name}.{output}"], **more))

    numbers = f"{name}.numbers"
    if blocks.minima is not None:
        stored |= {
            f"{name}.minima": np.ascontiguousarray(blocks.minima),
            f"{name}.low": np.array(15, dtype=np.uint8),
            f"{name}.shift": np.array(4, dtype=np.uint8),
        }
        node("BitwiseAnd", [numbers, f"{name}.low"], "lower")
        node("BitShift", [numbers, f"{name}.shift"], "upper", direction="RIGHT")
        node("Concat", [f"{name}.lower", f"{name}.upper"], "both", axis=-1)
        numbers = f"{name}.both"
    node("Cast", [numbers], "floats", to=TensorProto.FLOAT)
    node("Cast", [f"{name}.scales"], "factors", to=TensorProto.FLOAT)
    node("Mul", [f"{name}.floats", f"{name}.factors"], "scaled")
    last = f"{name}.scaled"
    if blocks.minima is not None:
        node("Cast", [f"{name}.minima"], "offsets", to=TensorProto.FLOAT)
        node("Add", [last, f"{name}.offsets"], "moved")
        last = f"{name}.moved"
    node("Reshape", [last, f"{name}.rows"], "wide")
    return stored, nodes


def _key(values: NDArray[np.generic]) -> bytes:
    return hashlib.sha256(np.ascontiguousarray(values, dtype=np.float32).tobytes()).digest()
