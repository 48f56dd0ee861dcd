"""From a torch network to an ONNX file: one opset, any batch."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Sequence
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

OPSET = 18


def write_onnx(
    network: nn.Module, example: Tensor, path: Path, name: str, outputs: Sequence[str]
) -> None:
    """Export a network of one input; its batch, and the length of a text in tokens, stay open.

    `example` must hold at least two items, or the exporter takes the batch to be always one.
    """
    open_axes = {0: torch.export.Dim.DYNAMIC}
    if example.dtype == torch.int64 or example.ndim == 3:
        open_axes[1] = torch.export.Dim.DYNAMIC
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # The exporter warns about its own use of torch.
        torch.onnx.export(
            network.eval(),
            (example,),
            path,
            dynamo=True,
            opset_version=OPSET,
            input_names=[name],
            output_names=list(outputs),
            dynamic_shapes=(open_axes,),
            external_data=False,
            verbose=False,
        )
    model = onnx.load(path)
    forget_sources(model)
    onnx.save(model, path)
    onnx.checker.check_model(str(path), full_check=True)


def forget_sources(model: onnx.ModelProto) -> None:
    """Drops the exporter's notes on each operation, which name files of the machine it ran on."""
    graph = model.graph
    for part in (model, graph, *graph.node, *graph.initializer, *graph.value_info):
        del part.metadata_props[:]
        part.doc_string = ""
