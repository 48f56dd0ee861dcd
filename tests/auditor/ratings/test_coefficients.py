"""Coefficients of agreement, held to published examples and to SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kendalltau

from auditor.ratings import coefficients
from auditor.ratings.coefficients import counts, joined, tau_c, tau_of

NAN = float("nan")

# Krippendorff 2011, "Computing Krippendorff's alpha-reliability", section D: four observers.
KRIPPENDORFF = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
).T

# Fleiss 1971, as retold in many textbooks: ten items, fourteen raters, five levels; κ = .210.
FLEISS = (
    (0, 0, 0, 0, 14),
    (0, 2, 6, 4, 2),
    (0, 0, 3, 5, 6),
    (0, 3, 9, 2, 0),
    (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0),
    (3, 2, 6, 3, 0),
    (2, 5, 3, 2, 2),
    (6, 5, 2, 1, 0),
    (0, 2, 2, 3, 7),
)


def once(levels: np.ndarray) -> np.ndarray:
    return np.ones(len(levels))


def random_levels(seed: int, items: int = 60, raters: int = 4, missing: float = 0.0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    levels = rng.integers(1, 6, size=(items, raters)).astype(float)
    levels[rng.random(levels.shape) < missing] = NAN
    return levels


def test_krippendorffs_own_example() -> None:
    found = coefficients.krippendorff_alpha(KRIPPENDORFF, once(KRIPPENDORFF))
    assert found == pytest.approx(0.815, abs=5e-4)


def test_fleiss_own_example() -> None:
    levels = np.array(
        [[level for level, n in enumerate(row, 1) for _ in range(n)] for row in FLEISS], dtype=float
    )
    assert coefficients.fleiss_kappa(levels, once(levels)) == pytest.approx(0.210, abs=5e-4)


def test_weighted_kappa_of_a_table_by_hand() -> None:
    # Three items apart by one of nine; expected squares 4/3 a pair: 1 − (3/9)/(4/3) = .75.
    left = np.array([1.0, 1, 1, 2, 2, 2, 3, 3, 3])
    right = np.array([1.0, 1, 2, 2, 2, 3, 3, 3, 2])
    apart = (left[:, None] - right[None, :]) ** 2
    expected = 1 - ((left - right) ** 2).mean() / apart.mean()
    assert coefficients.weighted_kappa(left, right, np.ones(9)) == pytest.approx(expected)
    assert coefficients.weighted_kappa(left, left, np.ones(9)) == 1


@pytest.mark.parametrize("seed", range(5))
def test_tau_c_is_that_of_scipy(seed: int) -> None:
    levels = random_levels(seed, raters=2)
    left, right = levels.T
    right = np.where(np.arange(len(left)) % 2 == 0, left, right)
    expected = kendalltau(left, right, variant="c").statistic
    assert tau_c(counts(left, right, np.ones(len(left)))) == pytest.approx(expected)


def test_one_rater_is_held_against_each_rating_of_the_others() -> None:
    levels = random_levels(7, raters=3)
    own = np.tile(levels[:, 0], 2)
    others = np.concatenate([levels[:, 1], levels[:, 2]])
    expected = kendalltau(own, others, variant="c").statistic
    assert tau_of(levels, once(levels), 0) == pytest.approx(expected)


def test_kendalls_w_is_one_where_all_agree_and_follows_its_link_with_spearman() -> None:
    same = np.tile(np.arange(1.0, 6)[:, None], (1, 3))
    assert coefficients.kendall_w(same, once(same)) == pytest.approx(1)
    two = np.array([[1.0, 2], [2, 1], [3, 4], [4, 3], [5, 5]])
    rho = np.corrcoef(two.T)[0, 1]  # without ties, levels 1 to 5 are their own ranks
    assert coefficients.kendall_w(two, once(two)) == pytest.approx((rho + 1) / 2)


@pytest.mark.parametrize(
    "measure",
    [
        coefficients.kendall_w,
        coefficients.fleiss_kappa,
        coefficients.mean_weighted_kappa,
        coefficients.krippendorff_alpha,
        lambda levels, times: tau_of(levels, times, 0),
    ],
)
def test_an_item_that_counts_twice_is_as_two_items(measure) -> None:
    levels = random_levels(3)
    times = np.arange(len(levels)) % 3.0
    repeated = np.repeat(levels, times.astype(int), axis=0)
    assert measure(levels, times) == pytest.approx(measure(repeated, once(repeated)))


def test_chance_gives_no_agreement_and_missing_ratings_change_little() -> None:
    levels = random_levels(1, items=4000, missing=0.3)
    for measure in (coefficients.fleiss_kappa, coefficients.krippendorff_alpha):
        assert abs(measure(levels, once(levels))) < 0.03


@pytest.mark.parametrize("levels", [np.full((3, 2), 4.0), np.full((3, 1), 4.0), np.zeros((0, 2))])
def test_what_the_ratings_do_not_say_is_no_number(levels) -> None:
    for measure in (
        coefficients.kendall_w,
        coefficients.fleiss_kappa,
        coefficients.mean_weighted_kappa,
        coefficients.krippendorff_alpha,
    ):
        assert np.isnan(measure(levels, once(levels)))


def test_joining_makes_four_of_five_and_leaves_what_is_missing() -> None:
    assert joined(np.array([[5.0, 4], [3, NAN]])).tolist()[0] == [4, 4]
    assert np.isnan(joined(np.array([[NAN]]))).all()
