import numpy as np
import pytest

from auditor.bench import speed


def test_rates_come_from_the_rounds_and_the_time_of_a_pair_from_the_pairs():
    rounds = np.tile([0.01, 0.04], (4, 1))
    metrics = speed.evaluate(rounds, np.full(10, 0.1), seed=0)
    assert metrics["compact_images_per_s"].value == pytest.approx(25)
    assert metrics["compact_with_decode_per_s"].value == pytest.approx(20)
    assert metrics["pair_ms"].value == pytest.approx(100)
    assert metrics["pair_ms"].high == pytest.approx(100)


def test_every_picture_is_timed_once_and_every_pair(benchmarks, encoder, monkeypatch):
    monkeypatch.setattr(speed, "ROUND", 3)
    tracked = []
    metrics = speed.run(benchmarks, encoder, 0, lambda items, name: tracked.append(name) or items)
    assert tuple(metrics) == speed.KEYS
    assert tracked == ["Rounds", "Pairs"]
    assert [metric.n for metric in metrics.values()] == [4, 4, 4]
    assert all(metric.value > 0 for metric in metrics.values())


def test_pictures_are_run_on_one_core_each(benchmarks, encoder, monkeypatch):
    asked = []
    monkeypatch.setattr(
        type(encoder), "with_threads", lambda self, threads: asked.append(threads) or self
    )
    speed.run(benchmarks, encoder, 0, lambda items, _: items)
    assert asked == [1]
