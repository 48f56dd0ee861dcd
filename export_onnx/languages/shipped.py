"""The weights of a student in the tower that was exported of it, widened again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor

from export_onnx.compact.data import DataError

PREFIX = "student."
"""Before the names of a student's weights in the file."""
QUERIES = "queries.weight"
"""The one matrix that is followed by no bias and read by no `Gemm`."""


def shipped_weights(path: Path, wanted: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Of the names and shapes `wanted`. The exporter keeps the names of vectors; a matrix that is
    multiplied from the right has lost its own, and is known by the bias that is added next. Raises
    DataError."""
    try:
        graph = onnx.load(path).graph
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read: {error}") from error
    stored = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    found = {
        name.removeprefix(PREFIX): values
        for name, values in _widened(stored)
        if name.startswith(PREFIX)
    }
    found |= dict(_multiplied(graph, dict(_widened(stored))))
    for name, each in wanted.items():
        if name not in found or found[name].shape != tuple(each.shape):
            raise DataError(f"{path} holds no {name} of this network")
    return {name: torch.from_numpy(np.array(found[name], np.float32)) for name in wanted}


def _widened(
    stored: Mapping[str, NDArray[Any]],
) -> Iterator[tuple[str, NDArray[Any]]]:
    for name, values in stored.items():
        if name.endswith(".int8"):
            whole = name.removesuffix(".int8")
            yield whole, values.astype(np.float32) * stored[f"{whole}.scale"]
        else:
            yield name, values


def _multiplied(
    graph: onnx.GraphProto, weights: Mapping[str, NDArray[Any]]
) -> Iterator[tuple[str, NDArray[Any]]]:
    """Matrices (outputs, inputs) that are multiplied from the right, by the names of the
    network."""
    biases = {
        node.input[0]: node.input[1].removeprefix(PREFIX)
        for node in graph.node
        if node.op_type == "Add" and node.input[1].startswith(PREFIX)
    }
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in weights:
            bias = biases.get(node.output[0])
            name = bias.replace(".bias", ".weight") if bias else QUERIES
            yield name, weights[node.input[1]].T
