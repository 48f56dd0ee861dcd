import pytest

from auditor.profiles import Profile
from auditor.scoring.combine import LIKELIHOOD
from auditor.scoring.form import LEFT, form_part
from auditor.texts.word_order import WordOrder


@pytest.fixture
def formed(weights, photograph):
    return lambda evidence: form_part(evidence, weights, photograph)


def test_each_fault_takes_from_the_form_and_is_told(formed, make_evidence) -> None:
    sound = formed(make_evidence())
    assert sound.reason == "no fault found"
    for fault, words in (
        ({"repeated": 0.5}, "50% of it is said twice"),
        ({"shouted": True}, "all in capitals"),
        ({"copied": 1.0}, "the caption once more"),
        ({"likeness": {"caption": 0.97}}, "the caption in other words"),
        ({"noise": "The text is the name of a file."}, "The text is the name of a file"),
        ({"machine": 0.5}, "50% of it is written for machines"),
        ({"listed": 0.5}, "strung together for search engines"),
        ({"hints": ("opening",)}, "opens by saying that it is an image"),
    ):
        part = formed(make_evidence(**fault))
        assert part.value < sound.value
        assert words in part.reason


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (0, "its words seem to be out of order"),
        (1, "it seems to break off"),
        (2, "does not read like the description of a picture"),
        (3, "it seems not to hang together"),
        (4, "no plain fault"),
    ],
)
def test_what_the_head_hears_takes_from_the_form(
    formed, make_evidence, make_measured, place: int, words: str
) -> None:
    answers = [0.9] * 5
    answers[place] = 0.05
    part = formed(make_evidence(make_measured(form=tuple(answers))))
    sound = formed(make_evidence(make_measured(form=(0.9,) * 5)))
    assert part.value < sound.value / 3
    assert words in part.reason


def test_small_doubts_of_the_head_count_for_less_than_it_says(
    formed, make_evidence, make_measured
) -> None:
    doubted = [formed(make_evidence(make_measured(form=(p, 1, 1, 1, 1)))).value for p in (0.1, 0.6)]
    assert 0.1 < doubted[0] < 0.6 < doubted[1] < 1


def test_one_sentence_out_of_order_is_heard_in_a_long_text(
    formed, make_evidence, make_measured
) -> None:
    good, bad = make_measured(), make_measured("fox red a", form=(0.05, 0.9, 0.9, 0.9, 0.9))
    assert "out of order" in formed(make_evidence(good, bad)).reason


def test_a_model_without_a_form_head_leaves_the_rules(formed, make_evidence, make_measured) -> None:
    assert formed(make_evidence(make_measured(form=()))).value == 1.0


def test_a_text_without_a_word_has_no_form(formed, make_evidence) -> None:
    assert formed(make_evidence(words=0)).value == 0.0


def test_the_likenesses_are_there_for_the_rules(formed, make_evidence) -> None:
    part = formed(make_evidence(likeness={"caption": 0.2, "link text": 0.9}))
    assert part.numbers["likeness to link text"] == 0.9


def test_the_table_of_neighbours_is_heard_beside_the_head(
    formed, make_evidence, make_measured
) -> None:
    def value(gain: float) -> float:
        order = WordOrder(gain, 4)
        return formed(make_evidence(make_measured(form=(0.5, 1, 1, 1, 1), order=order))).value

    unknown = formed(make_evidence(make_measured(form=(0.5, 1, 1, 1, 1)))).value
    assert value(0.0) < unknown < value(20.0)


def test_a_purpose_may_be_one_word_and_need_not_read_like_a_description(
    weights, make_evidence, make_measured
) -> None:
    button = Profile("button", "the test says so", 1)
    one = make_evidence(make_measured("Delete", form=(0, 0, 0.01, 0, 1)))
    assert form_part(one, weights, button).value == 1.0
    broken = make_evidence(make_measured("Delete all of the", form=(1, 0, 1, 1, 1)))
    assert form_part(broken, weights, button).value < 0.1


def test_a_copy_of_the_caption_is_left_to_the_rule_that_counts_it(formed, make_evidence) -> None:
    copy = formed(make_evidence(copied=1.0))
    assert copy.value < formed(make_evidence()).value
    assert copy.numbers[LEFT] == 1.0
    assert formed(make_evidence(shouted=True)).numbers[LEFT] < 1.0


def test_a_language_model_is_heard_of_descriptions_alone(
    weights, photograph, make_evidence
) -> None:
    likely = make_evidence(likelihood=0.7)
    assert form_part(likely, weights, photograph).numbers[LIKELIHOOD] == 0.7
    unlikely = form_part(make_evidence(likelihood=-2.0), weights, photograph)
    assert "a language model finds it unlikely" in unlikely.reason
    button = Profile("control", "the test says so", 1)
    assert LIKELIHOOD not in form_part(likely, weights, button).numbers
    assert LIKELIHOOD not in form_part(make_evidence(), weights, photograph).numbers
