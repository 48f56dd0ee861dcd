"""Scores are plain arithmetic, the same for a row whatever else is in the matrix."""

import numpy as np
import pytest

from models.manifest import Calibration
from models.scoring import calibrated, compatibility, sentence_cosine


def test_scores_are_dot_products_of_rows() -> None:
    pictures = np.array([[1, 0], [0, 2]], dtype=np.float32)
    texts = np.array([[3, 4], [5, 6], [7, 8]], dtype=np.float32)
    assert compatibility(pictures, texts).tolist() == [[3, 5, 7], [8, 12, 16]]


def test_a_score_does_not_depend_on_its_neighbours() -> None:
    rng = np.random.default_rng(0)
    texts = rng.normal(size=(50, 384)).astype(np.float32)
    together = sentence_cosine(texts, texts)
    assert together[7, 9] == sentence_cosine(texts[7:8], texts[9:10])[0, 0]


def test_no_rows_give_no_scores() -> None:
    nothing = np.zeros((0, 4), dtype=np.float32)
    assert compatibility(nothing, np.ones((3, 4), dtype=np.float32)).shape == (0, 3)


def test_the_calibration_is_the_logistic_function() -> None:
    assert calibrated(0.5, Calibration(2.0, -1.0)) == 0.5
    assert calibrated(1.0, Calibration(2.0, -1.0)) == pytest.approx(1 / (1 + np.exp(-1)))


def test_extreme_scores_stay_between_0_and_1() -> None:
    assert calibrated(1e6, Calibration(10.0, 0.0)) == 1.0
    assert calibrated(-1e6, Calibration(10.0, 0.0)) == 0.0
