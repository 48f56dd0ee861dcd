import pytest

from auditor.texts.sentences import (
    MOST_SENTENCES,
    repeated_share,
    said_once,
    sentences,
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A fox. It sleeps!", ["A fox.", "It sleeps!"]),
        ("A fox", ["A fox"]),
        ("St. Paul and J. K. Rowling wave. No. 5 is left.",
         ["St. Paul and J. K. Rowling wave.", "No. 5 is left."]),
        ("A sign says “Stop.” A car waits.", ["A sign says “Stop.”", "A car waits."]),
        ("at 3 p.m. on a beach", ["at 3 p.m. on a beach"]),
        ("One line\nand another", ["One line", "and another"]),
        ("… — !", []),
    ],
)  # fmt: skip
def test_sentences_end_where_a_reader_pauses(text: str, found: list[str]) -> None:
    assert sentences(text) == found


def test_very_many_sentences_are_judged_as_a_few_and_a_rest() -> None:
    found = sentences(" ".join(f"Fox {number} sleeps." for number in range(30)))
    assert len(found) == MOST_SENTENCES + 1
    assert found[-1].endswith("Fox 29 sleeps.")


@pytest.mark.parametrize(
    ("text", "once", "share"),
    [
        ("A red fox sleeps A red fox sleeps", "A red fox sleeps", 0.5),
        ("A fox. It sleeps. A fox. It sleeps.", "A fox. It sleeps.", 0.5),
        ("A fox. A FOX!", "A fox.", 0.5),
        ("fox fox", "fox", 0.5),
        ("A fox and a fox.", "A fox and a fox.", 0.0),
    ],
)
def test_what_is_said_twice_is_found_and_left_out(text: str, once: str, share: float) -> None:
    assert said_once(text) == once
    assert repeated_share(text) == pytest.approx(share)


def test_a_run_of_words_in_another_sentence_is_a_repetition_too() -> None:
    text = "A man sits on the red chair. He sits on the red chair."
    assert repeated_share(text) == pytest.approx(5 / 13)
