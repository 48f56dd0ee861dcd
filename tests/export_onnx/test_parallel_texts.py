"""Lessons from sentences that people put into other languages, a text a line."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.data import DataError
from export_onnx.languages.parallel_texts import (
    ALL_NEWS,
    NEWS,
    NTREX,
    SENTENCES,
    TATOEBA,
    news_lessons,
    sentence_lessons,
    whole_news,
)

CAPTIONS = [f"A dog runs past {count} trees." for count in range(40)]


@pytest.fixture
def sentences(tmp_path: Path) -> Path:
    said = [f"I think so {number}." for number in range(SENTENCES)]
    for code in TATOEBA.values():
        texts = {"eng": [*said, "A dog runs past trees."], code: [*said, f"perro {code}"]}
        for tag, lines in texts.items():
            path = tmp_path / f"tatoeba.{code}-eng.{tag}"
            path.write_text("\n".join(lines) + "\n", "utf-8")
    return tmp_path


def test_the_sentences_most_like_captions_are_read(sentences: Path) -> None:
    lessons = list(sentence_lessons(sentences, CAPTIONS))
    like = [each for each in lessons if each.english == ("A dog runs past trees.",)]
    assert {each.language: each.text for each in like}["fi"] == "perro fin"
    assert all(sum(each.language == tag for each in lessons) <= SENTENCES for tag in TATOEBA)


def test_files_of_unlike_length_are_told(sentences: Path) -> None:
    (sentences / "tatoeba.fin-eng.fin").write_text("Koira.\n")
    with pytest.raises(DataError, match="as many"):
        list(sentence_lessons(sentences, CAPTIONS))


def test_of_news_the_same_sentences_are_read_in_each_language(tmp_path: Path) -> None:
    english = [f"The minister said so {number}." for number in range(NEWS)]
    english.append("A dog runs past trees.")
    (tmp_path / "newstest2019-src.eng.txt").write_text("\n".join(english) + "\n")
    for code in NTREX.values():
        texts = "\n".join(f"{text} {code}" for text in english) + "\n"
        (tmp_path / f"newstest2019-ref.{code}.txt").write_text(texts)
    lessons = list(news_lessons(tmp_path, CAPTIONS))
    assert "A dog runs past trees. mlt" in {each.text for each in lessons}
    assert len({each.english for each in lessons}) * len(NTREX) == len(lessons)
    (tmp_path / "newstest2019-ref.mlt.txt").write_text("Kelb.\n")
    with pytest.raises(DataError, match="as many"):
        list(news_lessons(tmp_path, CAPTIONS))


def test_of_whole_news_each_sentence_is_read_and_none_held_out(tmp_path: Path) -> None:
    (tmp_path / "newstest2019-src.eng.txt").write_text("The minister.\nA dog.\n")
    for code in ALL_NEWS.values():
        (tmp_path / f"newstest2019-ref.{code}.txt").write_text(f"{code} 1\n{code} 2\n")
    lessons = list(whole_news(tmp_path))
    assert ("fi", "fin 2", ("A dog.",)) in {(x.language, x.text, x.english) for x in lessons}
    assert len(lessons) == 2 * len(ALL_NEWS)
    assert not any(lesson.held_out for lesson in lessons)
