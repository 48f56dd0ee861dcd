import pytest

from auditor.bench import coco
from auditor.bench.errors import BenchError


def test_pictures_find_their_captions(benchmarks, encoder):
    metrics = coco.run(benchmarks, encoder, 0, lambda items, _: items)
    assert tuple(metrics) == coco.KEYS
    assert [metric.value for metric in metrics.values()] == [100, 100, 100]
    assert [metric.n for metric in metrics.values()] == [6, 6, 3]


def test_a_missing_folder_is_a_clear_error(tmp_path, encoder):
    with pytest.raises(BenchError, match=r"--data must name the folder"):
        coco.run(tmp_path, encoder, 0, lambda items, _: items)


def test_a_broken_file_is_a_clear_error(benchmarks, encoder):
    (benchmarks / "coco/captions.json").write_text("[1, 2")
    with pytest.raises(BenchError, match=r"captions\.json is not in the published format"):
        coco.run(benchmarks, encoder, 0, lambda items, _: items)
