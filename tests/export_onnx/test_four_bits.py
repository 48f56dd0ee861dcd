"""Weights of 4 bits compute what the widened ones compute."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

import onnx

from export_onnx.compact.e5 import widened
from export_onnx.compact.four_bits import in_four_bits
from export_onnx.compact.onnx_file import write_onnx
from models.session import open_session


def blocks(rows: int, count: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    made = rng.integers(0, 256, (rows, count, 18), dtype=np.uint8)
    scales = rng.uniform(0.01, 0.1, (rows, count, 1)).astype(np.float16)
    made[..., :2] = scales.view(np.uint8)
    return made


class Network(torch.nn.Module):
    def __init__(self, table: np.ndarray, matrix: np.ndarray) -> None:
        super().__init__()
        self.table = torch.nn.Embedding.from_pretrained(torch.tensor(table))
        self.linear = torch.nn.Linear(64, 96)
        self.linear.weight = torch.nn.Parameter(torch.tensor(matrix))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.linear(self.table(ids))


def test_a_block_is_a_scale_and_numbers_around_nought() -> None:
    block = np.zeros((1, 1, 18), dtype=np.uint8)
    block[0, 0, :2] = np.array([0.5], dtype=np.float16).view(np.uint8)
    block[0, 0, 2] = 0xF0  # weight 0 is 0, weight 16 is 15
    found = widened(block)[0]
    assert found[[0, 16, 1]].tolist() == [-4.0, 3.5, -4.0]


def test_the_file_is_an_eighth_and_computes_the_same(tmp_path: Path) -> None:
    table, matrix = blocks(500, 2, 0), blocks(96, 2, 1)
    network = Network(widened(table), widened(matrix))
    whole, small = tmp_path / "whole.onnx", tmp_path / "small.onnx"
    write_onnx(network, torch.ones(2, 8, dtype=torch.int64), whole, "ids", ("y",))
    onnx.save(in_four_bits(onnx.load(whole), [table, matrix]), small)
    assert small.stat().st_size < 0.25 * whole.stat().st_size
    ids = np.random.default_rng(0).integers(0, 500, (1, 12))
    (expected,), (found,) = (open_session(path, "cpu").run({"ids": ids}) for path in (whole, small))
    cosine = (expected * found).sum() / np.linalg.norm(expected) / np.linalg.norm(found)
    assert cosine > 0.9999


def test_other_weights_stay_as_they_are(tmp_path: Path) -> None:
    network = Network(widened(blocks(50, 2, 0)), widened(blocks(96, 2, 1)))
    path = tmp_path / "whole.onnx"
    write_onnx(network, torch.ones(2, 8, dtype=torch.int64), path, "ids", ("y",))
    kept = in_four_bits(onnx.load(path), [blocks(96, 2, 2)])
    assert {node.op_type for node in kept.graph.node} & {"MatMul", "Gather", "Gemm"}
    assert not any(node.domain for node in kept.graph.node)
