"""Algorithm 1 by hand, what it promises, and the way of a rater through tutorial and probation."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise

import pytest

from auditor.rating import LEVELS, RatedItem, Rating
from auditor.ratings.points import Consensus, consensus, levels_by_others, points
from auditor.ratings.training import (
    ENOUGH,
    ROUND,
    RaterStanding,
    Stage,
    answered,
    drawing,
    pair_of,
    remember,
    standing_of,
    taught_pairs,
)


@pytest.mark.parametrize(
    ("level", "earlier", "expected"),
    [
        # v = 1 + (1/n)(1 + (n − 1)σ²/4), d = |x − r|/v
        (3, [3, 3], 2),  # d = 0
        (4, [3, 3], 0),  # v = 1.333, d = .75
        (5, [3, 3], -1),  # d = 1.5
        (4, [2, 4], 0),  # σ² = 1, v = 1.5, d = .667
        (5, [2, 4], -1),  # d = 1.333
        (4, [5], 0),  # n = 2, v = 1.5, d = .667
        (1, [5], -2),  # d = 2.667
        (4, [1, 5], 0),  # σ² = 4, v = 2, d = .5
        (5, [1, 5], -1),  # d = 1
        (4, [3] * 9, 0),  # v = 1.1, d = .909
        (5, [3] * 9, -2),  # d = 1.818
        (3, [2, 3], 2),  # the mean 2.5 is rounded up to 3
        (2, [2, 3], 0),  # σ² = .25, v = 1.375, d = .727
    ],
)
def test_points_by_hand(level: int, earlier: list[float], expected: int) -> None:
    others = consensus(earlier, None)
    assert others is not None
    assert points(level, others) == expected


def test_never_more_points_farther_from_the_others() -> None:
    for number in (1, 2, 3, 4):
        for earlier in combinations_with_replacement(LEVELS, number):
            others = consensus([float(each) for each in earlier], None)
            assert others is not None
            by_distance = sorted(LEVELS, key=lambda level: abs(level - others.level))
            given = [points(level, others) for level in by_distance]
            assert all(near >= far for near, far in pairwise(given))
            assert points(others.level, others) == 2


def test_the_less_the_others_agree_the_farther_one_may_be_from_them() -> None:
    for level in LEVELS:
        given = [points(level, Consensus(3.0, v, 4, 4)) for v in (0, 1, 2, 3, 4)]
        assert given == sorted(given)


def test_the_program_speaks_until_two_people_have() -> None:
    assert consensus([], None) is None
    assert consensus([], 2.6) == Consensus(2.6, 0.0, 0, 2)
    assert consensus([5], 3.0) == Consensus(4.0, 1.0, 1, 2)
    assert consensus([5, 4], 1.0) == consensus([5, 4], None)


def test_of_each_other_person_the_last_rating_counts_and_ones_own_does_not() -> None:
    item = RatedItem("", "fox", "v")
    given = [("Anna", 1, "01"), ("Ben", 2, "02"), ("Ben", 4, "03"), ("Me", 5, "04")]
    ratings = [
        Rating(rater, item, level, True, f"2026-01-{day}T00:00:00+00:00")
        for rater, level, day in given
    ]
    assert sorted(levels_by_others(ratings, item, "Me")) == [1, 4]
    assert levels_by_others(ratings, RatedItem("", "owl", "v"), "Me") == []


def played(standing: RaterStanding, gifts: list[int]) -> RaterStanding:
    for given in gifts:
        standing = answered(standing, given)
    return standing


def test_a_good_rater_goes_from_the_tutorial_through_twenty_pairs() -> None:
    after = played(RaterStanding(), [2] * 10)
    assert after == RaterStanding(Stage.FIRST)
    assert played(after, [2] * (ROUND - 1)).stage is Stage.FIRST
    assert played(after, [2] * ROUND) == RaterStanding(Stage.RATER, ROUND, 2 * ROUND)
    assert pair_of(played(after, [2] * ROUND)) is None


def test_too_few_points_lead_into_probation_until_they_are_reached() -> None:
    first = RaterStanding(Stage.FIRST)
    lost = played(first, [2] * 12 + [0] * 8)
    assert lost == RaterStanding(Stage.PROBATION)  # 24 points: reset
    assert pair_of(lost) == taught_pairs()["curated"][0]
    again = played(lost, [-1] * ROUND)
    assert again == RaterStanding(Stage.PROBATION)
    won = played(again, [2] * 13)
    assert (won.stage, won.points) == (Stage.RATER, 26)
    assert played(first, [2] * 12 + [1] + [0] * 7).points == ENOUGH


def test_points_in_the_tutorial_do_not_count() -> None:
    assert played(RaterStanding(), [2] * 9) == RaterStanding(Stage.TUTORIAL, 9, 0)


def test_our_pairs_use_the_whole_scale_and_have_pictures_and_reasons() -> None:
    pairs = taught_pairs()
    assert (len(pairs["tutorial"]), len(pairs["curated"])) == (10, ROUND)
    for part in pairs.values():
        assert {pair.level for pair in part} == set(LEVELS)
        assert all(pair.why and drawing(pair.picture).startswith(b"\x89PNG") for pair in part)
    texts = [pair.text for part in pairs.values() for pair in part]
    assert len(set(texts)) == len(texts)


def test_a_machine_remembers_each_rater_and_survives_a_broken_file(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    remember("Anna", RaterStanding(Stage.PROBATION, 3, 4))
    remember("Ben", RaterStanding(Stage.RATER, 20, 30))
    assert standing_of("Anna") == RaterStanding(Stage.PROBATION, 3, 4)
    assert standing_of("Cara") == RaterStanding()
    [path] = tmp_path.rglob("raters.json")
    path.write_text('{"Anna": {"stage": "judge"}, "Ben": 3', "utf-8")
    assert standing_of("Anna") == RaterStanding()
    path.write_text('{"Anna": {"stage": "probation", "pairs": 99, "points": 0}}', "utf-8")
    assert standing_of("Anna") == RaterStanding()
