from __future__ import annotations

from importlib.resources import files

import pytest

from auditor.rules.wordlists import opening, parse_words, words_for

SECTIONS = {"placeholder", "prefix", "prefix-exception", "credit"}
WORD_FILES = [f for f in (files("auditor.rules") / "words").iterdir() if f.name.endswith(".txt")]


@pytest.mark.parametrize("file", WORD_FILES, ids=lambda file: file.name)
def test_a_word_file_has_known_sections_and_no_entry_twice(file) -> None:
    sections = parse_words(file.read_text("utf-8"))
    assert sections.keys() <= SECTIONS
    for entries in sections.values():
        assert all(entries), "an entry without a word"
        assert sorted(entries) == sorted(set(entries))


def test_an_entry_before_the_first_section_is_an_error_with_its_line() -> None:
    with pytest.raises(ValueError, match="line 2"):
        parse_words("# words\nimage\n[placeholder]\n")


def test_english_counts_for_every_language_and_for_a_tag_that_is_none() -> None:
    english = words_for("en-GB")
    for tag in (None, "", "xx", "../en", "x-klingon"):
        assert english.placeholder <= words_for(tag).placeholder


def test_an_opening_is_found_as_whole_words_and_the_longest_wins() -> None:
    assert opening("This is a photo of a fox", words_for("en").prefix) == "this is a photo of"
    assert opening("Photo offprint", words_for("en").prefix) == ""
