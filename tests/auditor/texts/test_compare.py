from __future__ import annotations

import pytest

from auditor.texts.compare import (
    SHOWN,
    contains_phrase,
    is_blank,
    normalise,
    share_of_words,
    shown,
)


@pytest.mark.parametrize("text", ["", " \t\n", "\u00a0", "\u200b\ufeff", "\u2800", "\u3164"])
def test_text_that_shows_nothing_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", "+", " . ", "🦊", "狐"])
def test_text_that_shows_something_is_not_blank(text: str) -> None:
    assert not is_blank(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  The “Red”  FOX! ", "the red fox"),
        ("red-fox_2", "red fox 2"),
        ("Ann’s ﬁsh", "ann's fish"),
        ("狐と雪", "狐と雪"),
        ("...", ""),
    ],
)
def test_normalising_keeps_what_is_heard(text: str, plain: str) -> None:
    assert normalise(text) == plain


def test_a_phrase_stands_in_a_text_as_whole_words_only() -> None:
    assert contains_phrase("All about foxes, in Kent", "Foxes in")
    assert not contains_phrase("A pilgrimage", "image")
    assert not contains_phrase("A pilgrimage", "...")


def test_share_of_words_counts_repeats() -> None:
    assert share_of_words("fox fox", "one fox") == 0.5
    assert share_of_words("", "fox") == 0.0


def test_a_message_repeats_one_line_of_bounded_length() -> None:
    assert shown("a\n b") == "a b"
    assert len(shown("x" * 1_000_000)) == SHOWN
