"""Words of every script, after UAX #29."""

import pytest

from auditor.texts.compare import normalise, share_of_words
from auditor.texts.compare import words as compared
from auditor.texts.sentences import sentences, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("हाथी घास पर चलते हैं", ["हाथी", "घास", "पर", "चलते", "हैं"]),
        ("ช้างเดินบนหญ้า", ["ช้าง", "เดิน", "บน", "หญ้า"]),
        ("一名男子在户外探险。", ["一名", "男子", "在", "户外", "探险"]),
        ("大きなヒグマが一頭", ["大きな", "ヒグマ", "が", "一頭"]),
        ("코끼리가 걷고 있다", ["코끼리가", "걷고", "있다"]),
        ("שָׁלוֹם עולם", ["שָׁלוֹם", "עולם"]),
        ("e\u0301te\u0301 chaud", ["e\u0301te\u0301", "chaud"]),
        ("می\u200cروم خانه", ["می\u200cروم", "خانه"]),
        ("the dog's well-fed", ["the", "dog's", "well-fed"]),
    ],
)
def test_words_end_where_readers_of_the_language_end_them(text, expected):
    assert words(text) == expected


def test_a_text_without_spaces_shares_words_with_its_caption():
    assert share_of_words("ヒグマが一頭", "森の中の大きなヒグマ") == pytest.approx(1 / 3)
    assert share_of_words("ช้างเดินบนหญ้า", "ช้าง") == pytest.approx(1 / 4)


def test_what_sounds_the_same_is_the_same_wherever_words_part():
    assert normalise("森の中の熊。") == "森の中の熊"
    assert compared("森の中の熊") == ["森", "の", "中", "の", "熊"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("森の中に熊がいる。こちらを見ている。", 2),
        ("एक हाथी चल रहा है। उसके पास बच्चा है।", 2),
        ("ایک ہاتھی چل رہا ہے۔ اس کے پاس بچہ ہے۔", 2),
        ("森の中の熊", 1),
    ],
)
def test_sentences_end_at_the_marks_of_their_script(text, number):
    assert len(sentences(text)) == number
