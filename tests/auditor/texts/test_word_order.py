import numpy as np
import pytest

from auditor.bench.fit.word_order import log_odds
from auditor.texts.word_order import class_of, word_order


@pytest.mark.parametrize(
    ("text", "thrown"),
    [
        ("A red fox in the snow", "fox in A the snow red"),
        ("The Zorbian ambassador to Quellia signs a treaty.", "to signs Quellia a The treaty."),
        ("Two men stand beside an old truck.", "stand truck. beside men old an Two"),
    ],
)
def test_words_in_order_gain_more_than_words_thrown_together(text: str, thrown: str) -> None:
    assert word_order(text).gain > 8 > word_order(thrown).gain


@pytest.mark.parametrize("text", ["Logo", "Castle Howard", "Smith, Jones", ""])
def test_the_order_of_names_says_little(text: str) -> None:
    assert abs(word_order(text).gain) < 3


def test_pieces_between_spaces_are_what_has_an_order() -> None:
    assert word_order("a black-and-white photo, torn").words == 4


def test_small_words_are_classes_of_their_own_and_names_of_one() -> None:
    common = frozenset({"the", "on"})
    told = [class_of(piece, common) for piece in ("The", "on", "Quellia", "1987", "running", ",")]
    assert told == ["^the", "on", "name", "year", "~ing", ","]


def test_what_was_never_seen_together_counts_against_it_and_little_was_seen_counts_little() -> None:
    classes = ["<", ">", "a", "b"]
    odds = log_odds([["<", "a", "b", ">"]] * 40 + [["<", "b", ">"]], classes)
    place = {name: number for number, name in enumerate(classes)}
    assert odds[place["a"], place["b"]] > 0 > odds[place["a"], place["a"]]
    few = log_odds([["<", "a", "b", ">"]], classes)
    assert np.abs(few).max() < odds[place["a"], place["b"]]
