from pathlib import Path

import numpy as np
import pytest

from auditor.bench import flickr8k
from auditor.bench.errors import BenchError

SHARED = Path("../shared/benchmarks")


def test_a_pair_with_the_pictures_own_caption_is_left_out(benchmarks):
    data = flickr8k.read(benchmarks / "flickr8k-ratings")
    assert data.expert.pictures.tolist() == [0, 1]
    assert data.expert.texts.tolist() == [3, 5]
    assert data.expert.values.tolist() == [[3, 2, 3], [1, 1, 1]]
    assert data.crowd.values.tolist() == [[0], [pytest.approx(1 / 3)]]


def test_every_figure_comes_with_its_count(benchmarks, encoder):
    metrics = flickr8k.run(benchmarks, encoder, 0, lambda items, _: items)
    assert tuple(metrics) == flickr8k.KEYS
    assert [metric.n for metric in metrics.values()] == [2, 2, 6, 6, 3]
    assert metrics["t2i_r1"].value == pytest.approx(400 / 6)


def test_a_rating_of_an_unknown_caption_is_a_clear_error(benchmarks):
    path = benchmarks / "flickr8k-ratings/ExpertAnnotations.txt"
    path.write_text("red.png\tnowhere.png#0\t1\t1\t1\n")
    with pytest.raises(BenchError, match=r"ExpertAnnotations\.txt is not in the published format"):
        flickr8k.read(benchmarks / "flickr8k-ratings")


def test_a_missing_picture_is_named(benchmarks, encoder):
    (benchmarks / "flickr8k-ratings/images/red.png").unlink()
    with pytest.raises(BenchError, match=r"red\.png cannot be read"):
        flickr8k.run(benchmarks, encoder, 0, lambda items, _: items)


@pytest.mark.skipif(not SHARED.exists(), reason="the published ratings are not on this machine")
def test_the_published_ratings_leave_the_pairs_that_the_literature_counts():
    data = flickr8k.read(SHARED / "flickr8k-ratings")
    assert len(data.pictures) == 1000
    assert np.bincount(data.owners).tolist() == [5] * 1000
    assert data.expert.values.shape == (5664, 3)
    assert data.crowd.values.shape == (47109, 1)
