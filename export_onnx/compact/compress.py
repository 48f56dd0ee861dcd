"""Stores an ONNX file's weights as int8; ONNX Runtime widens them once, when it opens the file.

The arithmetic stays float32, so a result depends neither on the batch nor on the machine's int8
instructions. A weight becomes Cast(int8) * scale with one scale for each output channel.
"""

from __future__ import annotations

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

SMALLEST = 4096
"""Weights with fewer values stay as they are: they cost nothing and matter most."""


def compress(model: onnx.ModelProto) -> onnx.ModelProto:
    """A copy of `model` with its large matrices, kernels and tables as int8."""
    small = onnx.ModelProto()
    small.CopyFrom(model)
    axes = _output_axes(small.graph)
    kept, widened = [], []
    for weight in small.graph.initializer:
        axis = axes.get(weight.name)
        values = numpy_helper.to_array(weight)
        if axis is None or values.dtype != np.float32 or values.size < SMALLEST:
            kept.append(weight)
            continue
        stored, nodes = _stored(weight.name, values, axis)
        kept += stored
        widened += nodes
    nodes = [*widened, *small.graph.node]
    del small.graph.initializer[:], small.graph.node[:]
    small.graph.initializer.extend(kept)
    small.graph.node.extend(nodes)
    onnx.checker.check_model(small)
    return small


def _output_axes(graph: onnx.GraphProto) -> dict[str, int]:
    """The axis of each weight's output channels, by the operation that reads the weight."""
    axes: dict[str, int] = {}
    for node in graph.node:
        if node.op_type in ("Gather", "GatherND"):
            axes[node.input[0]] = 0
        elif node.op_type == "Conv":
            axes[node.input[1]] = 0
        elif node.op_type == "MatMul":
            axes[node.input[1]] = -1
        elif node.op_type == "Gemm":
            axes[node.input[1]] = 0 if _attribute(node, "transB") else 1
    return axes


def _attribute(node: onnx.NodeProto, name: str) -> int:
    return next((attribute.i for attribute in node.attribute if attribute.name == name), 0)


def _stored(
    name: str, values: NDArray[np.float32], axis: int
) -> tuple[list[onnx.TensorProto], list[onnx.NodeProto]]:
    others = tuple(place for place in range(values.ndim) if place != axis % values.ndim)
    scale = np.maximum(np.abs(values).max(axis=others, keepdims=True), 1e-12) / 127
    rounded = np.round(values / scale).astype(np.int8)
    stored = [
        numpy_helper.from_array(rounded, f"{name}.int8"),
        numpy_helper.from_array(scale.astype(np.float32), f"{name}.scale"),
    ]
    float32 = onnx.TensorProto.FLOAT
    nodes = [
        helper.make_node("Cast", [f"{name}.int8"], [f"{name}.cast"], to=float32),
        helper.make_node("Mul", [f"{name}.cast", f"{name}.scale"], [name]),
    ]
    return stored, nodes
