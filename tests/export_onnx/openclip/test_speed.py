"""What is held against torch is held against it in the same rounds."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytest.importorskip("open_clip", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.openclip.speed import main, paces


def test_a_way_that_takes_half_the_time_is_twice_as_fast_whatever_else_runs() -> None:
    other_work = np.array([[1.0], [5.0], [1.0], [9.0]])
    torch, onnx = paces(other_work * [2.0, 1.0], 8, np.random.default_rng(0))
    assert torch.of_torch == 1
    assert onnx.of_torch == onnx.low == onnx.high == 2
    assert onnx.images_per_s == pytest.approx(8 / 4)


def test_each_way_is_timed_at_each_batch_size() -> None:
    options = ["tiny-vit", "--rounds", "3", "--batch", "1", "--batch", "2"]
    result = CliRunner().invoke(main, options)
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    assert set(answer["batches"]) == {"1", "2"}
    for found in answer["batches"].values():
        assert set(found) == {"torch fp32", "onnx fp32 cpu", "onnx int8 cpu"}
    assert answer["parity"]["fp32"]["difference"] <= 1e-4


def test_an_unknown_architecture_is_one_clear_line() -> None:
    result = CliRunner().invoke(main, ["nothing"])
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: There is no architecture nothing; known architectures")
