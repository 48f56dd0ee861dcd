import random

import pytest

from export_onnx.form.alter import Splices, cut, exchanged, shuffled, unstopped

TEXT = "A red fox sleeps in the tall grass."


@pytest.fixture
def rng() -> random.Random:
    return random.Random(0)


def test_shuffling_keeps_the_words_and_changes_their_order(rng) -> None:
    mixed = shuffled(TEXT, rng)
    assert mixed != TEXT
    assert sorted(mixed.split()) == sorted(TEXT.split())
    assert shuffled("fox", rng) is None
    assert shuffled("Fox fox", rng) is None


def test_a_cut_text_is_a_beginning(rng) -> None:
    part = cut(TEXT, rng)
    assert TEXT.startswith(part)
    assert 2 <= len(part.split()) < len(TEXT.split())
    assert cut("A red fox", rng) is None


def test_one_detail_is_exchanged_for_another_of_its_kind(rng) -> None:
    altered = exchanged("Red fox", rng)
    first, rest = altered.split(" ", 1)
    assert first != "Red"
    assert first[0].isupper()
    assert rest == "fox"
    assert exchanged("A fox", rng) is None


def test_a_text_is_carried_on_where_another_has_the_same_word(rng) -> None:
    splices = Splices([TEXT, "Two men in the old boat wave."])
    carried = splices.half("A cat in the window seat sits still.", rng)
    assert carried.startswith("A cat in the")
    assert carried != "A cat in the window seat sits still."
    assert splices.half("Nothing is shared here, really", rng) is None
    assert splices.whole("A cat", rng).startswith("A cat. ")


def test_the_last_full_stop_alone_is_taken_off() -> None:
    assert unstopped("A fox. It sleeps.") == "A fox. It sleeps"
