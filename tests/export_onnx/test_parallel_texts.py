"""Lessons from sentences that people put into other languages, a text a line."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.data import DataError
from export_onnx.languages.parallel_texts import SENTENCES, TATOEBA, sentence_lessons

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
