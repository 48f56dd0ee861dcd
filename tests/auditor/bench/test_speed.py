import numpy as np
import pytest

from auditor.bench import speed


def test_rates_and_the_time_of_a_pair_come_from_the_three_steps():
    seconds = np.tile([0.01, 0.04, 0.05], (10, 1))
    metrics = speed.evaluate(seconds, seed=0)
    assert metrics["compact_images_per_s"].value == pytest.approx(25)
    assert metrics["compact_with_decode_per_s"].value == pytest.approx(20)
    assert metrics["pair_ms"].value == pytest.approx(100)
    assert metrics["pair_ms"].high == pytest.approx(100)


def test_every_pair_is_timed_once(benchmarks, encoder):
    metrics = speed.run(benchmarks, encoder, 0, lambda items, _: items)
    assert tuple(metrics) == speed.KEYS
    assert [metric.n for metric in metrics.values()] == [4, 4, 4]
    assert all(metric.value > 0 for metric in metrics.values())
