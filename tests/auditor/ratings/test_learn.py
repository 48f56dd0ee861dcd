"""Learning from raters whose wishes are known: they are found again, and chance is not followed."""

from __future__ import annotations

import numpy as np
import pytest

from auditor.rating import RatedItem
from auditor.ratings.errors import RatingsError
from auditor.ratings.learn import Learned, learn
from auditor.ratings.scored import ScoredItem
from auditor.scoring.tuning import FEATURES

COMPATIBILITY, WORDS, REPEATED = (
    FEATURES.index(name) for name in ("compatibility", "words", "repeated")
)


def texts(number: int, seed: int) -> list[ScoredItem]:
    """Texts whose quality follows their parts, as the program's does."""
    rng = np.random.default_rng(seed)
    found = []
    for n in range(number):
        parts = rng.uniform(0.1, 0.9, size=4)
        repeated = float(rng.choice([0.0, 0.0, 0.0, 0.3, 0.5]))
        length = float(rng.uniform(0.7, 4.0))
        quality = float(np.clip(1 + 4 * parts.mean() + rng.normal(0, 0.3), 1, 5))
        row = (*parts, length, repeated)
        found.append(ScoredItem(RatedItem("", f"p{n}", f"t{n}"), quality, row, None))
    return found


def levels(items: list[ScoredItem], wish: str, seed: int) -> list[float]:
    """What a rater with such a wish gives: whole levels, with some noise."""
    rng = np.random.default_rng(seed)
    rows = np.array([each.features for each in items])
    z = (rows - rows.mean(axis=0)) / rows.std(axis=0)
    quality = np.array([each.quality for each in items])
    wished = {
        "long": z[:, WORDS],
        "no repetition": -z[:, REPEATED],
        "truth": z[:, COMPATIBILITY],
    }
    noise = rng.normal(0, 0.4, size=len(items))
    raw = 3 + 0.3 * (quality - quality.mean()) + 1.0 * wished[wish] + noise
    return [float(each) for each in np.clip(np.round(raw), 1, 5)]


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(
    ("wish", "feature"),
    [("long", "words"), ("no repetition", "repeated"), ("truth", "compatibility")],
)
def test_a_hundred_ratings_show_what_a_rater_wants(wish: str, feature: str, seed: int) -> None:
    items = texts(100, seed)
    found = learn(items, levels(items, wish, seed), {})
    assert found.correlation.after - found.correlation.before >= 0.1
    assert found.error.after <= found.error.before
    weights = found.tuning.weights
    assert max(FEATURES, key=lambda name: abs(weights[name])) == feature


@pytest.mark.parametrize("seed", range(5))
def test_raters_by_chance_change_nothing(seed: int) -> None:
    items = texts(100, seed)
    rng = np.random.default_rng(100 + seed)
    found = learn(items, [float(each) for each in rng.integers(1, 6, size=100)], {})
    assert_is_default(found)


def test_raters_who_agree_with_the_program_change_nothing() -> None:
    items = texts(100, 3)
    found = learn(items, [each.quality for each in items], {})
    assert_is_default(found)


def assert_is_default(found: Learned) -> None:
    assert not found.tuning.changes
    assert found.correlation.after == found.correlation.before


def test_what_a_part_does_not_know_is_as_usual() -> None:
    items = texts(100, 4)
    wished = levels(items, "long", 4)
    holes = [
        ScoredItem(each.item, each.quality, (float("nan"), *each.features[1:]), None)
        for each in items
    ]
    found = learn(holes, wished, {})
    assert found.tuning.weights["compatibility"] == 0
    assert found.correlation.after - found.correlation.before >= 0.1


def test_too_few_ratings_are_refused_and_it_says_how_many_are_wanted() -> None:
    items = texts(49, 0)
    with pytest.raises(RatingsError, match="too few to learn from: 50 are wanted"):
        learn(items, [3.0] * 49, {})


def test_texts_of_one_picture_are_kept_out_together() -> None:
    """Each picture stands for a wish of its own, which no other picture knows of."""
    items = [
        ScoredItem(RatedItem("", f"p{n // 10}", f"t{n}"), each.quality, each.features, None)
        for n, each in enumerate(texts(100, 5))
    ]
    rng = np.random.default_rng(0)
    by_picture = rng.integers(1, 6, size=10)
    found = learn(items, [float(by_picture[n // 10]) for n in range(100)], {})
    assert_is_default(found)
