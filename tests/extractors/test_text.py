from extractors.text import collapse, cut_end, cut_start


def test_every_kind_of_white_space_becomes_one_space() -> None:
    assert collapse("\n a\u00a0\t b\r\n") == "a b"


def test_a_short_text_is_not_cut() -> None:
    assert cut_start("one two", 10) == cut_end("one two", 10) == "one two"


def test_cuts_fall_between_words() -> None:
    assert cut_start("one two three", 9) == "one two"
    assert cut_end("one two three", 9) == "two three"
    assert cut_end("one two three", 8) == "three"


def test_a_word_longer_than_the_limit_is_cut_all_the_same() -> None:
    assert cut_start("abcdefgh", 3) == "abc"
    assert cut_end("abcdefgh", 3) == "fgh"
