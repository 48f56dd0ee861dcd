"""How far a language model is heard."""

import numpy as np

from auditor.bench.fit.likelihood import fitted, right

FALLS = {
    "words": np.array([[-0.3, 1.0, 1.0], [0.5, 1.0, 1.0]]),
    "said twice": np.array([[0.5, 1.0, -1.0], [0.6, 1.0, -1.0]]),
}
"""The sum falls by the first number, the doubt's by the second, the likelihood by the third."""


def test_the_least_step_that_mends_most_is_taken():
    assert fitted(FALLS, 0) == 0.4  # above .3 the first is right, from .5 on the last two are wrong


def test_what_is_right_without_it_is_left_alone():
    assert fitted(FALLS, 1) == 0


def test_no_alteration_pays_for_another():
    dear = FALLS | {"said twice": np.array([[0.2, 1.0, -1.0], [0.6, 1.0, -1.0]])}
    assert fitted(dear, 0) == 0  # what mends the words would break a text said twice


def test_a_share_is_of_falls_that_are_lower():
    assert right(FALLS["words"], 0, 0) == 50
    assert right(FALLS["words"], 0, 0.4) == 100
