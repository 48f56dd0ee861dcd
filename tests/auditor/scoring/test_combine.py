from dataclasses import replace

import pytest

from auditor.findings import Part
from auditor.profiles import Profile
from auditor.scoring.combine import LEVELS, LIKELIHOOD, interval, level_of, quality, total
from auditor.scoring.score import level_words
from auditor.scoring.weights import PARTS, shipped_likelihood, shipped_weights

PORTRAIT = Profile("portrait", "the test says so", 25, {"compatibility": 0.5})


def parts(**values: float | None) -> dict[str, Part]:
    return {name: Part(values.get(name, 0.5), "") for name in PARTS}


@pytest.mark.parametrize("profile", [PORTRAIT, Profile("photograph", "", 25)])
@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("rest", [0.05, 0.5, 0.95])
def test_quality_rises_with_each_part_whatever_the_others_are(
    name: str, rest: float, profile: Profile
) -> None:
    others = dict.fromkeys(PARTS, rest)
    steps = [step / 20 for step in range(1, 21)]
    values = [quality(parts(**others | {name: step}), shipped_weights(), profile) for step in steps]
    assert values == sorted(set(values))


def test_quality_runs_from_one_to_five(photograph) -> None:
    weights = shipped_weights()
    assert quality(parts(**dict.fromkeys(PARTS, 1.0)), weights, photograph) > 4.7
    assert 1 <= quality(parts(**dict.fromkeys(PARTS, 0.0)), weights, photograph) < 1.3


def test_a_part_that_is_not_there_is_taken_to_be_a_usual_one(weights, photograph) -> None:
    same = dict.fromkeys(PARTS, 0.5)
    without = parts(**same | {"compatibility": None})
    assert quality(without, weights, photograph) == quality(parts(**same), weights, photograph)


@pytest.mark.parametrize("value", [-90.0, -6.0, -5.9, 0.0, 3.9, 4.0, 90.0])
def test_the_line_to_the_levels_rises_and_never_leaves_the_scale(weights, value: float) -> None:
    here, higher = (level_of(at, weights.levels) for at in (value, value + 0.01))
    assert 1 <= here <= higher <= 5


def test_the_interval_lies_around_the_quality_and_on_the_scale(weights) -> None:
    assert interval(3.0, weights) == (2.5, 3.5)
    assert interval(1.2, weights) == (1.0, 1.7)


def test_a_part_that_the_purpose_asks_less_of_counts_less(photograph) -> None:
    weak = parts(compatibility=0.05)
    weights = shipped_weights()
    assert quality(weak, weights, PORTRAIT) > quality(weak, weights, photograph)


def test_every_level_has_its_words() -> None:
    assert [level_words(q) for q in (1.0, 2.4, 2.6, 4.0, 4.8)] == [
        LEVELS[0],
        LEVELS[1],
        LEVELS[2],
        LEVELS[3],
        LEVELS[4],
    ]


def test_the_weights_say_which_run_made_them() -> None:
    import json
    from importlib.resources import files

    data = json.loads((files("auditor.scoring") / "weights.json").read_text("utf-8"))
    assert {"command", "date", "model", "data", "lower when worsened, percent"} <= set(data["run"])


@pytest.mark.parametrize("added", [-2.0, 1.5])
def test_what_a_language_model_finds_likelier_is_worth_more(weights, photograph, added) -> None:
    plain = parts()
    heard = plain | {"form": replace(plain["form"], numbers={LIKELIHOOD: added})}
    moved = total(heard, weights, photograph) - total(plain, weights, photograph)
    assert moved == pytest.approx(shipped_likelihood().quality * added)
    assert shipped_likelihood().quality > 0
