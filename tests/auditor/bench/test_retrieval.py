import numpy as np
import pytest

from auditor.bench.retrieval import evaluate

OWNERS = np.array([0, 0, 1, 1])


def test_a_picture_is_found_by_any_of_its_captions():
    scores = np.array([[0.1, 0.9, 0.5, 0.5], [0.0, 0.0, 0.6, 0.1]])
    metrics = evaluate(scores, OWNERS, seed=0)
    assert metrics["i2t_r1"].value == 100
    assert metrics["i2t_r1"].n == 2


def test_each_caption_is_a_query_among_the_pictures():
    scores = np.array([[0.1, 0.9, 0.5, 0.5], [0.0, 0.0, 0.6, 0.1]])
    metrics = evaluate(scores, OWNERS, seed=0)
    assert metrics["t2i_r1"].value == 75
    assert metrics["t2i_r1"].n == 4
    assert metrics["t2i_r10"].value == 100


def test_a_tie_with_a_wrong_candidate_is_a_loss():
    metrics = evaluate(np.ones((2, 4)), OWNERS, seed=0)
    assert metrics["t2i_r1"].value == 0
    assert metrics["i2t_r1"].value == 0


def test_ten_wrong_pictures_ahead_are_too_many():
    scores = np.arange(12.0)[:, None] * np.ones(12)
    metrics = evaluate(scores, np.arange(12), seed=0)
    assert metrics["t2i_r1"].value == pytest.approx(100 / 12)
    assert metrics["t2i_r10"].value == pytest.approx(1000 / 12)
