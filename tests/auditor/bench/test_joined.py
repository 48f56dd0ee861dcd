import numpy as np

from auditor.bench.joined import FOLDS, WEIGHTS, Falls, figures

SEED = 0


def falls(first: list[float], second: list[float]) -> dict[str, Falls]:
    both = np.array([first, second], dtype=float).T
    return {"shuffled_words": Falls(both, np.arange(len(first)))}


def test_a_second_score_that_knows_what_the_first_does_not_is_heard() -> None:
    found = figures(falls([0.1, -0.1] * 10, [0.0, 1.0] * 10), SEED)
    assert found["alone_shuffled_words"].value == 50
    assert found["joined_shuffled_words"].value == 100
    assert found["joined_weight"].value > 0


def test_one_that_knows_nothing_gets_no_weight() -> None:
    rng = np.random.default_rng(SEED)
    first = np.where(np.arange(100) < 80, 1.0, -1.0)
    found = figures(falls(first.tolist(), rng.normal(0, 0.01, 100).tolist()), SEED)
    assert found["joined_weight"].value == WEIGHTS[0]
    assert found["joined_shuffled_words"] == found["alone_shuffled_words"]


def test_no_row_is_judged_by_a_weight_that_saw_its_picture() -> None:
    """Of one picture alone the second score knows better: what is learned from it is said of the
    others, and the picture itself keeps what the others taught."""
    found = figures(falls([-0.1, *[0.1] * (FOLDS - 1)], [1.0, *[-5.0] * (FOLDS - 1)]), SEED)
    assert found["joined_shuffled_words"].value < 100
