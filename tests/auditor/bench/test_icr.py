"""The parts of the rated pairs, and the figure over five of them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kendalltau

from auditor.bench.flickr8k import Ratings
from auditor.bench.icr import TEST, TRAIN, VALIDATION, evaluate, parts_of


@pytest.mark.parametrize("seed", range(3))
def test_pictures_are_parted_by_64_16_and_20_percent(seed: int) -> None:
    found = parts_of(1000, seed)
    assert [int((found == part).sum()) for part in (TRAIN, VALIDATION, TEST)] == [640, 160, 200]
    assert (found == parts_of(1000, seed)).all()
    assert (found != parts_of(1000, seed + 1)).any()


def test_the_figure_is_the_mean_of_the_parts_that_were_kept_out() -> None:
    rng = np.random.default_rng(0)
    pairs = Ratings(
        np.repeat(np.arange(50), 4),
        np.arange(200),
        rng.integers(1, 5, size=(200, 3)).astype(float),
    )
    scores = pairs.values.mean(axis=1) + rng.normal(0, 0.5, size=200)
    splits = [parts_of(50, seed) for seed in (0, 1)]
    found = evaluate([scores, scores], pairs, splits, 0)
    expected = []
    for parts in splits:
        out = parts[pairs.pictures] == TEST
        ratings = pairs.values[out].ravel()
        tau = kendalltau(np.repeat(scores[out], 3), ratings, variant="c").statistic
        expected.append(100 * tau)
    assert found.value == pytest.approx(np.mean(expected))
    assert found.n == 40
    assert found.low < found.value < found.high
