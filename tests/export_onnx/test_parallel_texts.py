"""Lessons from texts that people put into other languages, a text a line."""

import gzip
import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.data import DataError
from export_onnx.languages.lessons import is_held_out
from export_onnx.languages.parallel_texts import (
    CAPTIONED,
    SENTENCES,
    TATOEBA,
    caption_lessons,
    sentence_lessons,
)

CAPTIONS = [f"A dog runs past {count} trees." for count in range(40)]
MEASURED = 7


@pytest.fixture
def captions(tmp_path: Path) -> Path:
    """As Multi30k has them; MEASURED is a picture that languages are measured on."""
    for folder in ("raw", "image_splits"):
        (tmp_path / folder).mkdir()
    names = [f"{100 + number}.jpg" for number in range(len(CAPTIONS))]
    (tmp_path / "image_splits" / "train.txt").write_text("\n".join(names) + "\n")
    for tag in ("en", *CAPTIONED):
        ending = "" if tag == "en" else f" ({tag})"
        with gzip.open(tmp_path / "raw" / f"train.{tag}.gz", "wt", encoding="utf-8") as file:
            file.writelines(f"{text}{ending}\n" for text in CAPTIONS)
    return tmp_path


@pytest.fixture
def benchmarks(tmp_path: Path) -> Path:
    path = tmp_path / "multilingual" / "captions.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"images": [{"image": f"{100 + MEASURED}_a1b2.jpg"}]}))
    return tmp_path


@pytest.fixture
def sentences(tmp_path: Path) -> Path:
    said = [f"I think so {number}." for number in range(SENTENCES)]
    for code in TATOEBA.values():
        texts = {"eng": [*said, "A dog runs past trees."], code: [*said, f"perro {code}"]}
        for tag, lines in texts.items():
            path = tmp_path / f"tatoeba.{code}-eng.{tag}"
            path.write_text("\n".join(lines) + "\n", "utf-8")
    return tmp_path


def test_a_caption_stands_beside_its_english(captions: Path, benchmarks: Path) -> None:
    lessons = list(caption_lessons(captions, benchmarks))
    assert {lesson.language for lesson in lessons} == set(CAPTIONED)
    assert all(each.text == f"{each.english[0]} ({each.language})" for each in lessons)


def test_what_is_measured_and_what_is_held_out_is_not_read(
    captions: Path, benchmarks: Path
) -> None:
    read = {lesson.english[0] for lesson in caption_lessons(captions, benchmarks)}
    kept = {text for text in CAPTIONS if not is_held_out(text)}
    assert read == kept - {CAPTIONS[MEASURED]}


def test_the_sentences_most_like_captions_are_read(sentences: Path) -> None:
    lessons = list(sentence_lessons(sentences, CAPTIONS))
    like = [each for each in lessons if each.english == ("A dog runs past trees.",)]
    assert {each.language: each.text for each in like}["fi"] == "perro fin"
    assert all(sum(each.language == tag for each in lessons) <= SENTENCES for tag in TATOEBA)


def test_files_of_unlike_length_or_none_are_told(captions: Path, benchmarks: Path) -> None:
    (captions / "raw" / "train.fr.gz").unlink()
    with pytest.raises(DataError, match=r"train\.fr\.gz"):
        list(caption_lessons(captions, benchmarks))
    with gzip.open(captions / "raw" / "train.fr.gz", "wt") as file:
        file.write("Un chien.\n")
    with pytest.raises(DataError, match="as many"):
        list(caption_lessons(captions, benchmarks))
