"""What words of a language are in English, learned from texts and put into a model."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.data import DataError
from export_onnx.languages.lessons import Lesson, LessonSources
from export_onnx.languages.lexicon import lexicons, meanings, put_lexicon
from models.encoder import FURTHER_LEXICON_FILE, load_folder
from models.lexicon import Lexicons
from models.manifest import read_manifest

SHIPPED = Path("models/compact")
PAIRS = [
    ("a dog runs", "ein hund rennt"),
    ("a dog sleeps", "ein hund schläft"),
    ("the cat sleeps", "die katze schläft"),
    ("a cat runs", "eine katze rennt"),
    ("a coffee cup", "eine kaffeetasse"),
    ("the coffee cup", "die kaffeetasse"),
    ("the coffee", "der kaffee"),
    ("the dog eats", "der hund frisst"),
    ("a man runs", "ein mann rennt"),
    ("a man sleeps", "ein mann schläft"),
]


def test_a_word_is_what_stands_wherever_it_does_and_a_compound_is_two() -> None:
    found = meanings([(left.split(), right.split()) for left, right in PAIRS])
    assert found["katze"] == "cat"
    assert found["hund"] == "dog"
    assert found["rennt"] == "runs"
    assert sorted(found["kaffeetasse"].split()) == ["coffee", "cup"]


def test_what_is_held_out_or_made_of_words_is_not_learned_from() -> None:
    lessons = [Lesson(text, "de-AT", (english,), "xtd200") for english, text in PAIRS]
    others = [
        Lesson("Pferd", "de", ("horse",), "names", held_out=True),
        Lesson("Esel", "de", ("donkey",), "glossed"),
        Lesson("dog", "en", ("dog",), "english"),
    ]
    found = lexicons([*lessons, *others])
    assert found.keys() == {"de"}
    assert found["de"]["hund"] == "dog"
    assert not {"pferd", "esel"} & found["de"].keys()


def test_a_norwegian_word_is_known_by_each_name_of_the_language() -> None:
    lessons = [Lesson("hund", tag, ("dog",), "names") for tag in ("nb", "nn")]
    assert lexicons(lessons) == {"no": {"hund": "dog"}}


def test_words_are_put_into_a_model(sources: LessonSources, tmp_path: Path) -> None:
    model = tmp_path / "model"
    shutil.copytree(SHIPPED, model)
    before = read_manifest(model)
    manifest, _ = put_lexicon(sources, model, None)
    assert read_manifest(model) == manifest
    assert manifest.files[FURTHER_LEXICON_FILE] != before.files[FURTHER_LEXICON_FILE]
    assert "ein" in Lexicons(model / FURTHER_LEXICON_FILE).of("de").english
    kept = {**before.files, FURTHER_LEXICON_FILE: manifest.files[FURTHER_LEXICON_FILE]}
    assert manifest.files == kept
    load_folder(model, provider="cpu", threads=1)


def test_nothing_is_written_when_lessons_are_missing(
    sources: LessonSources, tmp_path: Path
) -> None:
    model = tmp_path / "model"
    shutil.copytree(SHIPPED, model)
    before = (model / "manifest.json").read_bytes()
    with pytest.raises(DataError):
        put_lexicon(replace(sources, names=tmp_path / "nowhere"), model, None)
    assert (model / "manifest.json").read_bytes() == before
