from __future__ import annotations

from importlib.resources import files

import pytest

from auditor.texts.wordlists import (
    VARIABLE,
    WordsError,
    check_user_words,
    opening,
    parse_words,
    words_for,
)

WORD_FILES = [f for f in (files("auditor.texts") / "words").iterdir() if f.name.endswith(".txt")]


@pytest.mark.parametrize("file", WORD_FILES, ids=lambda file: file.name)
def test_a_word_file_has_no_entry_twice(file) -> None:
    for entries in parse_words(file.read_text("utf-8")).values():
        assert all(entries), "an entry without a word"
        assert sorted(entries) == sorted(set(entries))


def test_an_entry_before_the_first_section_is_an_error_with_its_line() -> None:
    with pytest.raises(WordsError, match="line 2"):
        parse_words("# words\nimage\n[placeholder]\n")


def test_english_counts_for_every_language_and_for_a_tag_that_is_none() -> None:
    english = words_for("en-GB")
    for tag in (None, "", "xx", "../en", "x-klingon"):
        assert english.placeholder <= words_for(tag).placeholder


def test_an_opening_is_found_as_whole_words_and_the_longest_wins() -> None:
    assert opening("This is a photo of a fox", words_for("en").prefix) == "this is a photo of"
    assert opening("Photo offprint", words_for("en").prefix) == ""


LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "ja")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_words_of_its_own(language: str) -> None:
    lists = words_for(language)
    english = words_for("en")
    assert lists.placeholder > english.placeholder or language == "en"
    assert lists.looks
    assert lists.complex
    assert lists.no_destination


def test_a_section_that_nobody_knows_is_an_error_with_its_line() -> None:
    with pytest.raises(WordsError, match="line 1: there is no section"):
        parse_words("[placeholders]\nimage\n")


def test_a_user_adds_words_and_takes_words_out(tmp_path) -> None:
    (tmp_path / "en.txt").write_text("[placeholder]\nteam shot\n!Logo\n")
    (tmp_path / "eo.txt").write_text("[placeholder]\nbildo\n")
    lists = words_for("en", extra=tmp_path)
    assert "team shot" in lists.placeholder
    assert "logo" not in lists.placeholder
    assert "logo" in words_for("en").placeholder
    assert "bildo" in words_for("eo", extra=tmp_path).placeholder


def test_the_folder_of_a_users_words_is_named_by_the_environment(tmp_path, monkeypatch) -> None:
    (tmp_path / "de.txt").write_text("[placeholder]\nteambild\n")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert "teambild" in words_for("de-AT").placeholder


def test_a_users_file_that_cannot_be_used_is_named(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    check_user_words()
    (tmp_path / "de.txt").write_text("teambild\n")
    with pytest.raises(WordsError, match=r"de\.txt cannot be used as a word list: line 1"):
        check_user_words()


def test_a_folder_that_was_named_and_is_not_there_is_an_error(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "none"))
    with pytest.raises(WordsError, match="no folder"):
        check_user_words()


def test_japanese_words_are_found_inside_a_text() -> None:
    assert opening("この写真は東京です", words_for("ja").prefix) == "この写真は"
