"""From a network of several inputs to an ONNX file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

from export_onnx.openclip.graph import LARGEST, OPSET, save
from export_onnx.openclip.network import quiet

Open = Sequence[int]
"""The axes of an input that may have any length; the example has two places there at least."""


def write(
    network: nn.Module,
    inputs: Mapping[str, tuple[Tensor, Open]],
    outputs: Sequence[str],
    path: Path,
) -> None:
    """Export a network in fp32; weights beyond what a file holds go into one beside it."""
    any_length = torch.export.Dim.DYNAMIC
    with quiet():
        program = torch.onnx.export(
            network.eval(),
            tuple(example for example, _ in inputs.values()),
            dynamo=True,
            opset_version=OPSET,
            input_names=list(inputs),
            output_names=list(outputs),
            dynamic_shapes=tuple(dict.fromkeys(axes, any_length) for _, axes in inputs.values()),
            verbose=False,
        )
    assert program is not None
    values = (value.const_value for value in program.model.graph.initializers.values())
    size = sum(value.nbytes for value in values if value is not None)
    program.save(path, external_data=size > LARGEST)
    save(onnx.load(path), path)
    onnx.checker.check_model(str(path))
