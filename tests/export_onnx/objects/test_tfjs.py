"""Graph models of TensorFlow.js compute in ONNX what their operations say."""

from pathlib import Path

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.objects.tfjs import TfjsError, read_tfjs
from models.session import open_session
from tests.export_onnx.tfjs_graphs import GraphFile


def run(graph: GraphFile, folder: Path, picture: np.ndarray) -> np.ndarray:
    path = folder / "graph.onnx"
    onnx.save(read_tfjs(graph.save(folder / "graph.json")), path)
    return open_session(path, "cpu").run({"input_1": picture.astype(np.float32)})[0]


def test_a_convolution_reads_channels_last(tmp_path: Path) -> None:
    graph = GraphFile()
    kernel = np.arange(2 * 2 * 3 * 4, dtype=np.float32).reshape(2, 2, 3, 4) / 8
    seen = graph.convolution("conv", graph.picture(1, 4, 4, 3), kernel, stride=2)
    graph.end("out", seen, [1, 2, 2, 4])
    picture = np.random.default_rng(0).normal(size=(1, 4, 4, 3))
    found = run(graph, tmp_path, picture)
    patches = picture.reshape(1, 2, 2, 2, 2, 3).transpose(0, 1, 3, 2, 4, 5)
    expected = np.einsum("nyxhwc,hwco->nyxo", patches, kernel)
    assert np.allclose(found, expected, atol=1e-5)


def test_padding_pooling_and_leaks(tmp_path: Path) -> None:
    graph = GraphFile()
    sides = graph.constant("sides", [[0, 0], [1, 0], [0, 1], [0, 0]])
    low = graph.constant("low", -9.0, "float32")
    padded = graph.add("PadV2", "padded", [graph.picture(1, 3, 3, 1), sides, low])
    window = {"list": {"i": ["1", "2", "2", "1"]}}
    pooled = graph.add("MaxPool", "pooled", [padded], ksize=window, strides=window)
    graph.end("out", graph.add("LeakyRelu", "leaky", [pooled], alpha={"f": 0.5}), [1, 2, 2, 1])
    picture = -np.arange(1.0, 10.0).reshape(1, 3, 3, 1)
    assert run(graph, tmp_path, picture)[0, ..., 0].tolist() == [[-0.5, -1.5], [-2.0, -3.0]]


def test_a_map_is_made_larger_around_the_middles_of_its_cells(tmp_path: Path) -> None:
    graph = GraphFile()
    size = graph.constant("size", [1, 4])
    corners = {"half_pixel_centers": {"b": True}, "align_corners": {"b": False}}
    wide = graph.add("ResizeBilinear", "wide", [graph.picture(1, 1, 2, 1), size], **corners)
    graph.end("out", wide, [1, 1, 4, 1])
    found = run(graph, tmp_path, np.array([0.0, 4.0]).reshape(1, 1, 2, 1))
    assert found.ravel().tolist() == [0.0, 1.0, 3.0, 4.0]


def test_shapes_that_are_put_together_from_parts_are_computed_at_once(tmp_path: Path) -> None:
    graph = GraphFile()
    none, two = graph.constant("none", np.zeros((0, 1))), graph.constant("two", [2])
    empty, zero = graph.constant("empty", np.zeros(0)), graph.constant("zero", 0)
    dense = graph.add("SparseToDense", "dense", [none, two, empty, zero])
    shape = graph.add("AddV2", "shape", [graph.constant("known", [3, 2]), dense])
    flat = graph.add("Reshape", "flat", [graph.picture(1, 1, 2, 3), shape])
    parts = graph.add(
        "SplitV", "parts", [flat, graph.constant("sizes", [1, 2]), graph.constant("axis", 0)]
    )
    joined = graph.add("ConcatV2", "joined", [f"{parts}:1", parts, graph.constant("first", 0)])
    graph.end("out", joined, [3, 2])
    found = run(graph, tmp_path, np.arange(6.0).reshape(1, 1, 2, 3))
    assert found.tolist() == [[2, 3], [4, 5], [0, 1]]


def test_an_operation_that_is_not_known_is_named(tmp_path: Path) -> None:
    graph = GraphFile()
    graph.end("out", graph.add("Cumsum", "sum", [graph.picture(1, 2)]), [1, 2])
    with pytest.raises(TfjsError, match="Cumsum"):
        read_tfjs(graph.save(tmp_path / "graph.json"))
