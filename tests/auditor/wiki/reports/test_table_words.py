from __future__ import annotations

import pytest

from auditor.findings import ASKS_FOR_WORK
from auditor.wiki.edits.summaries import summary_of
from auditor.wiki.reports.report import ASKS_EDITORS
from auditor.wiki.reports.table_words import _OTHERS, table_words


@pytest.mark.parametrize("lang", sorted(_OTHERS))
def test_a_language_has_all_words(lang: str) -> None:
    said = table_words(lang)
    assert (said.lang, len(said.heads), set(said.statuses)) == (lang, 6, set(ASKS_EDITORS))
    words = (said.title, *said.heads, *said.statuses.values())
    assert all(word.strip() == word and word for word in words)
    assert not any(mark in word for word in words for mark in "|[]{}")
    assert len(set(said.statuses.values())) == len(said.statuses)


def test_the_languages_are_those_of_the_summaries() -> None:
    english = summary_of(1, 0, "xx", "", "tool")
    assert all(summary_of(1, 0, lang, "", "tool") != english for lang in _OTHERS)


def test_a_form_of_a_language_has_its_words_and_an_unknown_one_english() -> None:
    assert table_words("de-AT").heads == table_words("de").heads
    assert table_words("zh-Hant").lang == "zh"
    assert (table_words("").lang, table_words("xx").heads[0]) == ("en", "Article")
    assert set(table_words("en").statuses) >= set(ASKS_FOR_WORK)
