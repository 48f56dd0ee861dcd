"""A tiny training run teaches the shipped model words of a language, from lessons to its files."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.calibration import like
from export_onnx.compact.data import DataError
from export_onnx.languages.build import LessonSources, build
from export_onnx.languages.judged import Understood, understood
from export_onnx.languages.lessons import NAMED_IN, Lesson, is_held_out, read_lessons
from export_onnx.languages.training import StudentRecipe
from models.encoder import Encoder, load_folder
from models.manifest import Calibration

SHIPPED = Path("models/compact")
NAMES = {"🐕": "dog", "🐈": "cat", "🚲": "bicycle", "🏠": "house", "🌳": "tree", "🍎": "apple"}


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As the package has them: every language says the English word with an ending of its own."""
    folder = tmp_path_factory.mktemp("names")
    for tag in ("en", *NAMED_IN.split()):
        ending = "" if tag == "en" else f"-{tag}"
        spoken = {sign: {"tts": [name + ending]} for sign, name in NAMES.items()}
        spoken["⬆"] = {"tts": ["up" if tag == "en" else "↑↑↑"]}
        path = folder / "annotations" / tag / "annotations.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps({"annotations": {"annotations": spoken}}), "utf-8")
    return folder


@pytest.fixture(scope="module")
def lessons(data: Path, names: Path) -> list[Lesson]:
    return read_lessons(data / "training", data / "benchmarks", names)


@pytest.fixture(scope="module")
def taught(
    data: Path, names: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, Understood]]:
    model = tmp_path_factory.mktemp("model")
    shutil.copytree(SHIPPED, model, dirs_exist_ok=True)
    sources = LessonSources(data / "training", data / "benchmarks", names)
    _, found = build(sources, model, StudentRecipe(epochs=1), 0, None)
    return model, dict(found)


@pytest.fixture(scope="module")
def german(taught: tuple[Path, dict[str, Understood]]) -> Encoder:
    """The model, as if German were known after six words."""
    manifest = json.loads((taught[0] / "manifest.json").read_text("utf-8"))
    known = manifest | {"languages": ["de", "en"], "further_languages": ["de"]}
    folder = taught[0].with_name("german")
    shutil.copytree(taught[0], folder)
    (folder / "manifest.json").write_text(json.dumps(known), "utf-8")
    return load_folder(folder, provider="cpu", threads=1)


@pytest.fixture(scope="module")
def encoder(taught: tuple[Path, dict[str, Understood]]) -> Encoder:
    return load_folder(taught[0], provider="cpu", threads=1)


def test_each_lesson_names_the_english_that_means_the_same(lessons: list[Lesson]) -> None:
    german = {lesson.text: lesson.english for lesson in lessons if lesson.language == "de"}
    assert german["ein red disc"] == ("a red disc",)
    assert german["dog-de"] == ("dog",)


def test_a_name_that_a_language_lacks_is_no_lesson(lessons: list[Lesson]) -> None:
    assert not [lesson for lesson in lessons if "↑" in lesson.text]


def test_what_is_held_out_is_held_out_in_every_language(lessons: list[Lesson]) -> None:
    names = [lesson for lesson in lessons if lesson.text.startswith("dog-")]
    assert {lesson.held_out for lesson in names} == {is_held_out("dog")}


def test_nothing_is_read_of_pictures_that_languages_are_measured_on(lessons: list[Lesson]) -> None:
    assert not [each for each in lessons if any("A blue bar ," in text for text in each.english)]


def test_lessons_that_are_not_there_are_told(data: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="lessons"):
        read_lessons(data / "training", data / "benchmarks", tmp_path)


def test_both_text_towers_meet_in_one_space(german: Encoder) -> None:
    said = german.embed_texts(["A dog", "A dog"], ["en", "de"])
    assert said.shared.shape == (2, german.manifest.dimension)
    assert not np.array_equal(said.shared[0], said.shared[1])
    assert np.isnan(said.form[1]).all()
    assert np.isfinite(said.form[0]).all()
    assert np.linalg.norm(said.sentence, axis=1) == pytest.approx([1, 1], abs=1e-4)
    lengths = np.linalg.norm(said.shared, axis=1)
    assert lengths == pytest.approx(lengths[:1].repeat(2), abs=0.01)


def test_english_stays_as_it_is(encoder: Encoder) -> None:
    before = load_folder(SHIPPED, provider="cpu", threads=1).embed_texts(["A dog"], ["en"])
    again = encoder.embed_texts(["A dog"], ["en"])
    assert np.array_equal(before.shared, again.shared)
    assert np.array_equal(before.form, again.form)


def test_a_language_of_few_lessons_is_not_known(
    taught: tuple[Path, dict[str, Understood]], encoder: Encoder
) -> None:
    assert taught[1]["de"].lessons > 0
    assert not encoder.manifest.knows("de")


def test_what_is_understood_is_found_among_other_meanings() -> None:
    rng = np.random.default_rng(0)
    wanted = rng.normal(size=(30, 8)).astype(np.float32)
    lessons = [Lesson(str(number), "de-AT", ("x",)) for number in range(30)]
    pictures = rng.normal(size=(5, 8)).astype(np.float32)
    english = Calibration(3.0, -1.0)
    ways = (wanted, -wanted)
    both = [understood(lessons, said, wanted, pictures, english)["de"] for said in ways]
    assert [(each.first, each.known) for each in both] == [(1.0, True), (0.0, False)]
    assert both[0].calibration == like(wanted @ pictures.T, wanted @ pictures.T, english)
