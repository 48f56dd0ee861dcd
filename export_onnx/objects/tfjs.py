"""Reads a graph model of TensorFlow.js (`NAME.json`, its weights beside it) and writes it as ONNX,
operation by operation.

Only what the detector uses is known. TensorFlow's convolutions read (n, height, width, channels),
ONNX's (n, channels, height, width): each is put between two transpositions, which ONNX Runtime
cancels against those of the graph.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

OPSET = 18
NUMBERS = {"float32": np.float32, "int32": np.int32}
Array = NDArray[np.generic]
Node = Mapping[str, Any]


class TfjsError(Exception):
    """The graph is not one that can be read here; the message says what is unknown."""


@dataclass(slots=True)
class _Graph:
    """What is written so far."""

    known: dict[str, Array]
    """Values that do not depend on the input, by name."""
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    weights: dict[str, Array] = field(default_factory=dict)

    def add(self, kind: str, inputs: Sequence[str], output: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def constant(self, name: str, value: Array) -> str:
        self.weights[name] = value
        return name

    def input(self, name: str) -> str:
        """A value by its name in the graph, written as a weight where it is known."""
        name = name.removesuffix(":0")
        if name in self.known and name not in self.weights:
            self.weights[name] = self.known[name]
        return name

    def value(self, name: str) -> Array:
        """Raises TfjsError where the value depends on the input."""
        try:
            return self.known[name.removesuffix(":0")]
        except KeyError:
            raise TfjsError(f"{name} is not known before the picture is") from None


def read_tfjs(path: Path) -> onnx.ModelProto:
    """The graph of `path` and the weights beside it. Raises TfjsError, OSError."""
    description = json.loads(path.read_text("utf-8"))
    topology = description["modelTopology"]["node"]
    graph = _Graph(_weights(description, path.parent))
    inputs, outputs = [], []
    for node in topology:
        if node["op"] == "Placeholder":
            inputs.append(_described(node["name"], node["attr"]["shape"]["shape"]))
        elif node["op"] != "Const":
            _translate(graph, node)
    for name, tensor in sorted(description["signature"]["outputs"].items()):
        outputs.append(_described(name.removesuffix(":0"), tensor["tensorShape"]))
    stored = [numpy_helper.from_array(value, name) for name, value in graph.weights.items()]
    made = helper.make_graph(graph.nodes, path.stem, inputs, outputs, stored)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10)
    onnx.checker.check_model(model)
    return model


def _described(name: str, shape: Node) -> onnx.ValueInfoProto:
    sides = [int(side["size"]) for side in shape["dim"]]
    return helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, sides)


def _weights(description: Mapping[str, Any], folder: Path) -> dict[str, Array]:
    """float32 or int32, whatever they are stored as."""
    found: dict[str, Array] = {}
    for group in description["weightsManifest"]:
        data = b"".join((folder / path).read_bytes() for path in group["paths"])
        place = 0
        for weight in group["weights"]:
            kind = weight.get("quantization", {}).get("dtype", weight["dtype"])
            count = math.prod(weight["shape"])
            stored = np.frombuffer(data, kind, count, place)
            place += stored.nbytes
            values = stored.astype(NUMBERS[weight["dtype"]]).reshape(weight["shape"])
            found[weight["name"]] = values
    return found


def _translate(graph: _Graph, node: Node) -> None:
    """Computed at once where all inputs are known, else written as ONNX."""
    inputs = [name for name in node.get("input", ()) if not name.startswith("^")]
    plain = [name.removesuffix(":0") for name in inputs]
    if node["op"] in _COMPUTED and all(name in graph.known for name in plain):
        graph.known[node["name"]] = _COMPUTED[node["op"]](*(graph.known[name] for name in plain))
        return
    if node["op"] not in _WRITTEN:
        raise TfjsError(f"The operation {node['op']} is unknown")
    _WRITTEN[node["op"]](graph, node, inputs)


def _sparse_to_dense(places: Array, shape: Array, values: Array, default: Array) -> Array:
    dense = np.full(tuple(shape.astype(int)), default, default.dtype)
    for place, value in zip(places.reshape(-1, max(1, shape.size)), values.ravel(), strict=False):
        dense[tuple(np.atleast_1d(place).astype(int))] = value
    return dense


_COMPUTED: Mapping[str, Callable[..., Array]] = {
    "SparseToDense": _sparse_to_dense,
    "AddV2": np.add,
    "Add": np.add,
}


def _convolution(graph: _Graph, node: Node, inputs: Sequence[str]) -> None:
    if _text(node, "padding") != "VALID":
        raise TfjsError(f"The padding of {node['name']} is unknown")
    name, kernel = node["name"], graph.value(inputs[1])
    weight = graph.constant(f"{name}.kernel", np.ascontiguousarray(kernel.transpose(3, 2, 0, 1)))
    source = graph.add("Transpose", [graph.input(inputs[0])], f"{name}.in", perm=[0, 3, 1, 2])
    strides = _numbers(node, "strides")[1:3]
    seen = graph.add("Conv", [source, weight], f"{name}.out", strides=strides)
    graph.add("Transpose", [seen], name, perm=[0, 2, 3, 1])


def _pooling(graph: _Graph, node: Node, inputs: Sequence[str]) -> None:
    name = node["name"]
    source = graph.add("Transpose", [graph.input(inputs[0])], f"{name}.in", perm=[0, 3, 1, 2])
    sides, strides = _numbers(node, "ksize")[1:3], _numbers(node, "strides")[1:3]
    seen = graph.add("MaxPool", [source], f"{name}.out", kernel_shape=sides, strides=strides)
    graph.add("Transpose", [seen], name, perm=[0, 2, 3, 1])


def _transpose(graph: _Graph, node: Node, inputs: Sequence[str]) -> None:
    order = [int(axis) for axis in graph.value(inputs[1])]
    graph.add("Transpose", [graph.input(inputs[0])], node["name"], perm=order)


def _pad(graph: _Graph, node: Node, inputs: Sequence[str]) -> None:
    sides = graph.value(inputs[1]).astype(np.int64).T.ravel()
    names = [graph.input(inputs[0]), graph.constant(f"{node['name']}.sides", sides)]
    if len(inputs) > 2:
        names.append(graph.input(inputs[2]))
    graph.add("Pad", names, node["name"])


def _reshape(graph: _Graph, node: Node, inputs: Sequence[str]) -> None:
    shape = graph.constant(f"{node['name']}.shape", graph.value(inputs[1]).astype(np.int64))
    graph.add("Reshape", [graph.input(inputs[0]), shape], node["name"])


def _resize(graph: _Graph, node: Node, inputs: Sequence[str]) -> None:
    """Half-pixel centres, on (n, height, width, channels)."""
    attributes = node["attr"]
    if attributes.get("align_corners", {}).get("b") or not attributes["half_pixel_centers"]["b"]:
        raise TfjsError(f"The corners of {node['name']} are unknown")
    name = node["name"]
    source = graph.add("Transpose", [graph.input(inputs[0])], f"{name}.in", perm=[0, 3, 1, 2])
    sides = graph.value(inputs[1]).astype(np.int64)
    like = graph.add("Shape", [source], f"{name}.shape", end=2)
    wanted = graph.add(
        "Concat", [like, graph.constant(f"{name}.sides", sides)], f"{name}.to", axis=0
    )
    seen = graph.add(
        "Resize",
        [source, "", "", wanted],
        f"{name}.out",
        mode="linear",
        coordinate_transformation_mode="half_pixel",
    )
    graph.add("Transpose", [seen], name, perm=[0, 2, 3, 1])


def _split(graph: _Graph, node: Node, inputs: Sequence[str]) -> None:
    sizes = graph.constant(f"{node['name']}.sizes", graph.value(inputs[1]).astype(np.int64))
    outputs = [
        node["name"],
        *(f"{node['name']}:{place}" for place in range(1, len(graph.weights[sizes]))),
    ]
    axis = int(graph.value(inputs[2]))
    graph.nodes.append(
        helper.make_node("Split", [graph.input(inputs[0]), sizes], outputs, axis=axis)
    )


def _concat(graph: _Graph, node: Node, inputs: Sequence[str]) -> None:
    *parts, axis = inputs
    names = [graph.input(part) for part in parts]
    graph.add("Concat", names, node["name"], axis=int(graph.value(axis)))


def _leaky(graph: _Graph, node: Node, inputs: Sequence[str]) -> None:
    alpha = float(node["attr"]["alpha"]["f"])
    graph.add("LeakyRelu", [graph.input(inputs[0])], node["name"], alpha=alpha)


def _same(kind: str) -> Callable[[_Graph, Node, Sequence[str]], None]:
    def write(graph: _Graph, node: Node, inputs: Sequence[str]) -> None:
        graph.add(kind, [graph.input(name) for name in inputs], node["name"])

    return write


_WRITTEN: Mapping[str, Callable[[_Graph, Node, Sequence[str]], None]] = {
    "Add": _same("Add"),
    "AddV2": _same("Add"),
    "ConcatV2": _concat,
    "Conv2D": _convolution,
    "Identity": _same("Identity"),
    "LeakyRelu": _leaky,
    "MaxPool": _pooling,
    "Pad": _pad,
    "PadV2": _pad,
    "Reshape": _reshape,
    "ResizeBilinear": _resize,
    "Sigmoid": _same("Sigmoid"),
    "SplitV": _split,
    "Transpose": _transpose,
}


def _numbers(node: Node, name: str) -> list[int]:
    return [int(number) for number in node["attr"][name]["list"]["i"]]


def _text(node: Node, name: str) -> str:
    return base64.b64decode(node["attr"][name]["s"]).decode()
