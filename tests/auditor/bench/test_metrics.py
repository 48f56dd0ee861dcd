import numpy as np
import pytest

from auditor.bench.errors import BenchError
from auditor.bench.metrics import kendall, share


def test_a_share_is_the_percent_of_all_observations_that_are_right():
    metric = share(np.array([1.0, 1.0, 0.0, 1.0]), np.array([0, 0, 0, 1]), seed=0)
    assert (metric.value, metric.n) == (75.0, 4)
    assert metric.low < 75 < metric.high


def test_the_interval_of_a_share_is_as_wide_as_theory_says():
    right = np.arange(400) % 2
    metric = share(right.astype(float), np.arange(400), seed=0)
    half = 100 * 1.96 * np.sqrt(0.25 / 400)
    assert metric.value - metric.low == pytest.approx(half, rel=0.15)
    assert metric.high - metric.value == pytest.approx(half, rel=0.15)


def test_observations_of_one_picture_are_drawn_together():
    right = np.tile([1.0, 0.0], 50)
    same_in_each = share(right, np.repeat(np.arange(50), 2), seed=0)
    assert same_in_each.low == same_in_each.value == same_in_each.high == 50


def test_tau_is_100_where_scores_order_pairs_as_people_do():
    ratings = np.array([[1, 1], [2, 2], [3, 3], [4, 4]], dtype=float)
    metric = kendall(np.array([0.1, 0.2, 0.3, 0.4]), ratings, np.arange(4), "b", seed=0)
    assert metric.value == pytest.approx(100)
    assert metric.n == 4


def test_each_rating_is_one_observation():
    ratings = np.array([[1, 2], [2, 3]], dtype=float)
    metric = kendall(np.array([0.1, 0.2]), ratings, np.arange(2), "c", seed=0)
    # 3 concordant pairs, none discordant, 4 observations, 2 distinct scores: 2·2·3 / (16·1).
    assert metric.value == pytest.approx(75)


def test_tau_draws_pictures_with_all_their_pairs():
    scores = np.tile([0.1, 0.2, 0.3], 10)
    ratings = np.tile([1.0, 3.0, 2.0], 10)[:, None]
    metric = kendall(scores, ratings, np.repeat(np.arange(10), 3), "b", seed=0)
    assert metric.low == pytest.approx(metric.value)
    assert metric.high == pytest.approx(metric.value)


def test_pictures_need_not_stand_together():
    scores = np.repeat([0.1, 0.2, 0.3], 10)
    ratings = np.repeat([1.0, 3.0, 2.0], 10)[:, None]
    metric = kendall(scores, ratings, np.tile(np.arange(10), 3), "b", seed=0)
    assert metric.low == pytest.approx(metric.high)


def test_scores_that_are_all_equal_are_refused():
    with pytest.raises(BenchError, match="undefined"):
        kendall(np.zeros(3), np.arange(3.0)[:, None], np.arange(3), "b", seed=0)


def test_the_seed_alone_decides_the_interval():
    right = np.random.default_rng(5).random(50)
    pictures = np.arange(50)
    assert share(right, pictures, seed=1) == share(right, pictures, seed=1)
    assert share(right, pictures, seed=1).low != share(right, pictures, seed=2).low
