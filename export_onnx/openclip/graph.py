"""From a tower to an ONNX file, and from its file to smaller ones."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import (  # type: ignore[import-untyped]
    QuantType,
    quantize_dynamic,
)
from onnxruntime.transformers.float16 import (  # type: ignore[import-untyped]
    convert_float_to_float16,
)
from torch import Tensor, nn

from export_onnx.compact.onnx_file import forget_sources
from export_onnx.openclip.network import quiet

OPSET = 18
LARGEST = 1_900_000_000
"""Bytes of weights that stay inside the file: protobuf ends at 2 GiB. More go beside it."""


def write_graph(tower: nn.Module, example: Tensor, path: Path, name: str, output: str) -> None:
    """Export a tower in fp32; its batch stays open.

    `example` must hold at least two items, or the exporter takes the batch to be always one.
    """
    with quiet():
        program = torch.onnx.export(
            tower.eval(),
            (example,),
            dynamo=True,
            opset_version=OPSET,
            input_names=[name],
            output_names=[output],
            dynamic_shapes=({0: torch.export.Dim.DYNAMIC},),
            verbose=False,
        )
    assert program is not None
    weights = (value.const_value for value in program.model.graph.initializers.values())
    size = sum(weight.nbytes for weight in weights if weight is not None)
    program.save(path, external_data=size > LARGEST)
    save(onnx.load(path), path)
    onnx.checker.check_model(str(path), full_check=True)


def to_fp16(source: Path, target: Path) -> None:
    """Weights and arithmetic in half precision; what goes in and comes out stays fp32."""
    with quiet():
        save(convert_float_to_float16(onnx.load(source), keep_io_types=True), target)


def to_int8(source: Path, target: Path) -> None:
    """Weights of matrix products as int8 with one scale for each output channel, activations
    scaled as they come (dynamic quantisation); all else stays fp32.

    The weights use seven of their eight bits: on CPUs without VNNI the quick kernels add two
    products in sixteen bits, which eight would overflow without a word.
    """
    with quiet():
        quantize_dynamic(
            source,
            target,
            op_types_to_quantize=["MatMul", "Gemm"],
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
            use_external_data_format=_weight(onnx.load(source)) > LARGEST,
        )


def save(model: onnx.ModelProto, path: Path) -> None:
    """Without the exporter's notes on each operation, which name files of the machine it ran on."""
    forget_sources(model)
    large = _weight(model) > LARGEST
    onnx.save(model, path, save_as_external_data=large, location=f"{path.name}.data")


def _weight(model: onnx.ModelProto) -> int:
    return sum(len(weight.raw_data) for weight in model.graph.initializer)
