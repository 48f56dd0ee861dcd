"""Makes tests/models/tiny: two towers of a few hundred bytes as transformers exports them, seeded.

python tests/tools/tiny_towers.py      (needs the package onnx)
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FOLDER = Path(__file__).parent.parent / "models" / "tiny"
DIMENSION, WORDS, SIDE = 8, 40, 16


def main() -> None:
    rng = np.random.default_rng(0)
    colours = numpy_helper.from_array(rng.normal(size=(3, DIMENSION)).astype("f"), "colours")
    words = numpy_helper.from_array(rng.normal(size=(WORDS, DIMENSION)).astype("f"), "words")
    axis = numpy_helper.from_array(np.array([1]), "axis")
    last = numpy_helper.from_array(np.array([2]), "last")
    vision = helper.make_graph(
        [
            helper.make_node("GlobalAveragePool", ["pixel_values"], ["mean"]),
            helper.make_node("Flatten", ["mean"], ["flat"]),
            helper.make_node("MatMul", ["flat", "colours"], ["image_embeds"]),
        ],
        "vision",
        [_value("pixel_values", TensorProto.FLOAT, ["n", 3, SIDE, SIDE])],
        [_value("image_embeds", TensorProto.FLOAT, ["n", DIMENSION])],
        [colours],
    )
    text = helper.make_graph(
        [
            helper.make_node("Gather", ["words", "input_ids"], ["vectors"]),
            helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
            helper.make_node("Unsqueeze", ["mask", "last"], ["column"]),
            helper.make_node("Mul", ["vectors", "column"], ["kept"]),
            helper.make_node("ReduceSum", ["kept", "axis"], ["text_embeds"], keepdims=0),
        ],
        "text",
        [
            _value("input_ids", TensorProto.INT64, ["n", "t"]),
            _value("attention_mask", TensorProto.INT64, ["n", "t"]),
        ],
        [_value("text_embeds", TensorProto.FLOAT, ["n", DIMENSION])],
        [words, axis, last],
    )
    FOLDER.mkdir(exist_ok=True)
    for graph in (vision, text):
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
        onnx.checker.check_model(model, full_check=True)
        onnx.save(model, FOLDER / f"{graph.name}_model.onnx")


def _value(name: str, kind: int, shape: list[int | str]) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)


if __name__ == "__main__":
    main()
