"""Opens the networks of a compact model: what they know on the way to their embeddings, as outputs
of a file of its own."""

from __future__ import annotations

from pathlib import Path

import onnx
from onnx import helper
from onnx.utils import Extractor

from export_onnx.compact.data import DataError


def write_attention(text: Path, path: Path) -> None:
    """Of `text.onnx`, from `ids` (1, t): `attention` (layers, heads, t, t) of the network that its
    sentence embedding comes from. Raises DataError for another kind of file."""
    model = onnx.load(text)
    before = _before(model, "sentence_embedding")
    found = [node for node in before if node.op_type == "Softmax" and _axis(node) == -1]
    if not found:
        raise DataError(f"{text} holds no attention that can be seen")
    names = [node.output[0] for node in found]
    model.graph.node.append(helper.make_node("Concat", names, ["attention"], axis=0))
    _save(model, ["ids"], ["attention"], path)


def write_cells(picture: Path, path: Path) -> None:
    """Of `picture.onnx`, from `pixels` (n, 3, size, size): `cells` (n, c, width), the normalised
    features, `classes` (n, classes), the logits of ImageNet's classes, and `names` (classes,
    width), the sentence embeddings of their names. Raises DataError for another kind of file."""
    model = onnx.load(picture)
    before = _before(model, "image_embedding")
    cells = [node.output[0] for node in before if node.op_type == "LayerNormalization"]
    classes = [node.output[0] for node in before if "tail.classes.weight" in node.input]
    names = [node.input[0] for node in before if node.op_type == "GatherND"]
    if not (cells and classes and names):
        raise DataError(f"{picture} holds no cells or classes that can be seen")
    opened = {"cells": cells[-1], "classes": classes[-1], "names": names[-1]}
    for name, source in opened.items():
        model.graph.node.append(helper.make_node("Identity", [source], [name]))
    _save(model, ["pixels"], list(opened), path)


def _before(model: onnx.ModelProto, output: str) -> list[onnx.NodeProto]:
    """The nodes that an output comes from, in the graph's order."""
    made_by = {name: node for node in model.graph.node for name in node.output}
    wanted, found = [output], set()
    while wanted:
        name = wanted.pop()
        if name in made_by and name not in found:
            found.add(name)
            wanted += made_by[name].input
    return [node for node in model.graph.node if found & set(node.output)]


def _axis(node: onnx.NodeProto) -> int:
    return next((each.i for each in node.attribute if each.name == "axis"), -1)


def _save(model: onnx.ModelProto, inputs: list[str], outputs: list[str], path: Path) -> None:
    for name in outputs:
        model.graph.output.append(helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
    extracted = Extractor(model).extract_model(inputs, outputs)
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(extracted, path)
