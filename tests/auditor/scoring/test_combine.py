import pytest

from auditor.findings import Part
from auditor.profiles import Profile
from auditor.scoring.combine import LEVELS, quality
from auditor.scoring.score import level_words
from auditor.scoring.weights import PARTS, shipped_weights

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
    assert quality(parts(**dict.fromkeys(PARTS, 1.0)), weights, photograph) > 4.9
    assert 1 <= quality(parts(**dict.fromkeys(PARTS, 0.0)), weights, photograph) < 1.3


def test_a_text_of_another_picture_stays_low_however_good_the_rest(photograph) -> None:
    rest = dict.fromkeys(PARTS[1:], 1.0)
    wrong = quality(parts(compatibility=0.01, **rest), shipped_weights(), photograph)
    right = quality(parts(compatibility=0.6, **rest), shipped_weights(), photograph)
    assert wrong < right - 1


def test_a_part_that_is_not_there_leaves_its_weight_to_the_others(photograph) -> None:
    same, weights = dict.fromkeys(PARTS, 0.5), shipped_weights()
    without = parts(**same | {"compatibility": None})
    assert quality(without, weights, photograph) == quality(parts(**same), weights, photograph)
    assert quality(parts(**dict.fromkeys(PARTS)), weights, photograph) == 1.0


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
