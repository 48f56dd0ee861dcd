"""A text network in two graphs that read several texts at once, each exactly as it is read alone.

    python -m export_onnx.compact.together models/compact

The first graph gives what texts are compared with one another by, and the second what pictures are
compared with, from what the first found on the way: so the latter costs only where it is wanted.

What a network does to one token at a time it does to the tokens of all texts side by side, so that
its matrices are read from memory once; what looks across a text (attention, means) is done text by
text. So no text is filled up, nothing needs a mask, and what is said of a text depends on no other.
Both files refer to the weights of the network that they were made of, and hold none of the large
ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import click
import numpy as np
import onnx
from onnx import TensorProto, helper, shape_inference
from onnx.external_data_helper import set_external_data
from onnx.utils import Extractor

from export_onnx.compact.package import write_manifest
from export_onnx.compact.parity import ParityError
from models.encoder import SHARED_FILE, TEXT_FILE, TOGETHER_FILE, TextEmbeddings, load_folder
from models.manifest import read_manifest
from models.towers import AT_ONCE, LENGTHS, SENTENCE, TOKENS

IDS, SHARED = "ids", "text_embedding"
PER_TOKEN = ("Add", "Div", "Erf", "Gather", "LayerNormalization", "MatMul", "Mul")
"""Operations that give each token what they give it alone, where all else is a constant."""
TOKENS_OF_ALL = "tokens of all"
LARGE = 100_000
"""Bytes from which on a weight is referred to."""
SAMPLES = (
    "A fox.",
    "Two children run along a sandy beach towards the water, and a dog follows them.",
    "Map",
    "The tower was built in 1889 for the World's Fair, and stands on the bank. " * 30,
    "A painting of a woman with a pearl earring, who looks over her shoulder.",
)


@dataclass(slots=True)
class Weaver:
    """Goes through a graph of `ids` (1, t), and makes the one of `ids` (1, T) and `lengths`."""

    shapes: dict[str, tuple[str | int, ...]]
    constant: set[str]
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    side_by_side: dict[str, str] = field(default_factory=dict)
    """By the name in the old graph: the tensor of all texts."""
    apart: dict[str, list[str]] = field(default_factory=dict)
    """Those of each text."""

    def take(self, name: str) -> None:
        """An input: tokens of all texts one after the other, or a row of each text."""
        if name == IDS or self._is_of_tokens(name):
            self.side_by_side[name] = name
        else:
            self.apart[name] = _numbered(name)
            self._new("Split", [name], self.apart[name], axis=0, num_outputs=AT_ONCE)

    def add(self, node: onnx.NodeProto) -> None:
        """Take over one operation of the old graph."""
        live = [name for name in node.input if name and name not in self.constant]
        if not live:
            self.nodes.append(node)
            self.constant.update(node.output)
        elif node.op_type in PER_TOKEN and self._is_of_tokens(node.output[0]):
            self.nodes.append(_renamed(node, {name: self._all_of(name) for name in live}, ""))
            self.side_by_side[node.output[0]] = node.output[0]
        else:
            self._add_to_each(node, live)

    def give(self, name: str) -> None:
        """An output, as an input."""
        if name not in self.side_by_side:
            self._new("Concat", self.apart[name], [name], axis=0)

    def sizes(self) -> Iterator[onnx.ValueInfoProto]:
        """Of what the tokens of all texts stand in: ONNX Runtime joins operations, as it does in
        the old graph, only where it knows that sizes are the same."""
        for old, new in self.side_by_side.items():
            if self._is_of_tokens(old):
                yield _value(new, TensorProto.FLOAT, [1, TOKENS_OF_ALL, self.shapes[old][2]])

    def _all_of(self, name: str) -> str:
        """The tensor of all texts, their tokens one after the other."""
        if name not in self.side_by_side:
            axis = len(self.shapes[name]) - 2
            self.side_by_side[name] = f"{name}.all"
            self._new("Concat", self.apart[name], [f"{name}.all"], axis=axis)
        return self.side_by_side[name]

    def _each_of(self, name: str) -> list[str]:
        """The tensor of each text."""
        if name not in self.apart:
            self.apart[name] = _numbered(name)
            self._new("Split", [self.side_by_side[name], LENGTHS], self.apart[name], axis=1)
        return self.apart[name]

    def _add_to_each(self, node: onnx.NodeProto, live: Sequence[str]) -> None:
        inputs = {name: self._each_of(name) for name in live}
        for number in range(AT_ONCE):
            own = {name: names[number] for name, names in inputs.items()}
            self.nodes.append(_renamed(node, own, f".{number}"))
        self.apart.update({name: _numbered(name) for name in node.output})

    def _is_of_tokens(self, name: str) -> bool:
        shape = self.shapes.get(name, ())
        return len(shape) == 3 and shape[:2] == self.shapes[IDS]

    def _new(
        self, kind: str, inputs: Sequence[str], outputs: Sequence[str], **numbers: int
    ) -> None:
        node = helper.make_node(kind, inputs, outputs)
        node.attribute.extend(helper.make_attribute(*number) for number in numbers.items())
        self.nodes.append(node)


def write_together(folder: Path) -> None:
    """Both graphs, beside the text network to whose weights they refer."""
    text = folder / TEXT_FILE
    model, data = shape_inference.infer_shapes(onnx.load(text)), text.read_bytes()
    between = handed_on(model.graph)
    first = woven(model, [IDS], [SENTENCE, TOKENS, *between])
    second = woven(model, [IDS, *between], [SHARED])
    for made, name in ((first, TOGETHER_FILE), (second, SHARED_FILE)):
        for weight in made.graph.initializer:
            raw = weight.raw_data
            if len(raw) >= LARGE:
                set_external_data(weight, TEXT_FILE, data.index(raw), len(raw))
                weight.ClearField("raw_data")
        (folder / name).write_bytes(made.SerializeToString())


def handed_on(graph: onnx.GraphProto) -> list[str]:
    """What the shared embedding is made of that the sentence embedding and the tokens leave on
    their way. (Whole numbers are sizes, and are counted again.)"""
    below, above = _behind(graph, [SENTENCE, TOKENS]), _behind(graph, [SHARED])
    constant = {weight.name for weight in graph.initializer}
    made = [name for node in below if _live(node, constant) for name in node.output]
    own = [node for node in above if node not in below]
    read = {name for node in own for name in node.input}
    floats = {v.name for v in graph.value_info if v.type.tensor_type.elem_type == TensorProto.FLOAT}
    return [name for name in made if name in read and name in floats]


def woven(model: onnx.ModelProto, inputs: Sequence[str], outputs: Sequence[str]) -> onnx.ModelProto:
    """The part of a graph between these tensors, for AT_ONCE texts."""
    part = Extractor(model).extract_model(list(inputs), list(outputs)).graph
    weaver = Weaver(dict(_shapes(model.graph)), {weight.name for weight in part.initializer})
    for name in inputs:
        weaver.take(name)
    for node in part.node:
        weaver.add(node)
    for name in outputs:
        weaver.give(name)
    graph = helper.make_graph(
        weaver.nodes,
        part.name,
        [*(_open(value, weaver) for value in part.input), _value(LENGTHS, _WHOLE, [AT_ONCE])],
        [_open(value, weaver) for value in part.output],
        initializer=list(part.initializer),
        value_info=list(weaver.sizes()),
    )
    made = helper.make_model(graph, opset_imports=list(model.opset_import))
    made.ir_version = model.ir_version
    onnx.checker.check_model(made)
    return made


def compare_together(folder: Path) -> None:
    """Raises ParityError where a text is not read as it is alone, to the last bit."""
    manifest = read_manifest(folder)
    both = {**manifest.files, **{n: _digest(folder / n) for n in (TOGETHER_FILE, SHARED_FILE)}}
    alone = load_folder(folder, provider="cpu")
    write_manifest(replace(manifest, files=both), folder)
    together = load_folder(folder, provider="cpu")
    for start in range(len(SAMPLES)):
        texts = [*SAMPLES[start:], *SAMPLES[: start // 2]]
        found, wanted = together.embed_texts(texts), alone.embed_texts(texts)
        if not _same(found, wanted):
            write_manifest(manifest, folder)
            raise ParityError(f"{TOGETHER_FILE} does not read a text as {TEXT_FILE} does")


def _same(one: TextEmbeddings, other: TextEmbeddings) -> bool:
    pairs = ((one.shared, other.shared), (one.sentence, other.sentence), (one.form, other.form))
    return all(np.array_equal(a, b, equal_nan=True) for a, b in pairs)


def _behind(graph: onnx.GraphProto, outputs: Sequence[str]) -> list[onnx.NodeProto]:
    """The nodes that outputs come from, in the graph's order."""
    made_by = {name: node for node in graph.node for name in node.output}
    wanted, found = list(outputs), set()
    while wanted:
        name = wanted.pop()
        if name in made_by and name not in found:
            found.add(name)
            wanted += made_by[name].input
    return [node for node in graph.node if found & set(node.output)]


def _live(node: onnx.NodeProto, constant: set[str]) -> bool:
    """Whether it depends on a text; what does not becomes constant."""
    if all(not name or name in constant for name in node.input):
        constant.update(node.output)
        return False
    return True


_WHOLE = TensorProto.INT64


def _open(value: onnx.ValueInfoProto, weaver: Weaver) -> onnx.ValueInfoProto:
    """With the sizes of all texts."""
    name, kind = value.name, value.type.tensor_type.elem_type
    width = weaver.shapes[name][2:] if name in weaver.side_by_side else weaver.shapes[name][1:]
    first = [1, TOKENS_OF_ALL] if name in weaver.side_by_side else [AT_ONCE]
    return _value(name, kind, [*first, *width])


def _value(name: str, kind: int, size: Sequence[str | int]) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, list(size))


def _numbered(name: str) -> list[str]:
    return [f"{name}.{number}" for number in range(AT_ONCE)]


def _shapes(graph: onnx.GraphProto) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    for value in (*graph.input, *graph.value_info, *graph.output):
        dims = value.type.tensor_type.shape.dim
        yield value.name, tuple(dim.dim_param or dim.dim_value for dim in dims)


def _renamed(node: onnx.NodeProto, inputs: dict[str, str], end: str) -> onnx.NodeProto:
    """A copy that reads other tensors, its outputs named with `end`."""
    copy = onnx.NodeProto()
    copy.CopyFrom(node)
    copy.input[:] = [inputs.get(name, name) for name in node.input]
    copy.output[:] = [name + end for name in node.output]
    copy.name = f"{node.name}{end}" if node.name else ""
    return copy


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Put the graphs for several texts beside the text network of the model in FOLDER."""
    try:
        write_together(folder)
        compare_together(folder)
    except ParityError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{TOGETHER_FILE} and {SHARED_FILE} in {folder}")


if __name__ == "__main__":
    main()
