"""A tiny training run teaches the shipped model words of a language, from lessons to its files."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.data import DataError
from export_onnx.languages.build import build
from export_onnx.languages.judged import Understood, understood
from export_onnx.languages.lessons import Lesson, LessonSources, is_held_out, read_lessons
from export_onnx.languages.training import StudentRecipe
from models.encoder import Encoder, load_folder
from models.manifest import Calibration

SHIPPED = Path("models/compact")


@pytest.fixture(scope="module")
def lessons(sources: LessonSources) -> list[Lesson]:
    return read_lessons(sources)


@pytest.fixture(scope="module")
def taught(
    sources: LessonSources, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, Understood]]:
    model = tmp_path_factory.mktemp("model")
    shutil.copytree(SHIPPED, model, dirs_exist_ok=True)
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


def test_a_stamp_is_read_once_in_languages_that_can_be_learned(lessons: list[Lesson]) -> None:
    stamps = [(each.language, each.text) for each in lessons if each.source == "stamps"]
    assert stamps == [("de", "Ein Hase."), ("pt", "Uma lebre.")]


@pytest.mark.parametrize("missing", ["names", "stamps"])
def test_lessons_that_are_not_there_are_told(
    sources: LessonSources, tmp_path: Path, missing: str
) -> None:
    with pytest.raises(DataError, match=r"The lessons|There are no stamps"):
        read_lessons(replace(sources, **{missing: tmp_path}))


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
    assert "de" not in taught[1]
    assert not encoder.manifest.knows("de")


def test_what_is_understood_is_found_among_other_meanings() -> None:
    rng = np.random.default_rng(0)
    wanted = rng.normal(size=(30, 8)).astype(np.float32)
    lessons = [Lesson(str(number), "de-AT", ("x",), "names") for number in range(30)]
    pictures = rng.normal(size=(5, 8)).astype(np.float32)
    english = Calibration(3.0, -1.0)
    ways = (wanted, -wanted)
    both = [understood(lessons, said, wanted, pictures, english)["de"] for said in ways]
    assert [(each.nearer, each.known) for each in both] == [(1.0, True), (0.0, False)]
    assert both[0].compatibility.slope == pytest.approx(english.slope, rel=1e-3)
    assert both[0].compatibility.intercept == pytest.approx(english.intercept, rel=1e-2)


def test_the_less_is_understood_the_less_is_said() -> None:
    rng = np.random.default_rng(0)
    wanted = rng.normal(size=(60, 8)).astype(np.float32)
    lessons = [Lesson(str(number), "fi", ("x",), "names") for number in range(60)]
    pictures = rng.normal(size=(20, 8)).astype(np.float32)
    noise = rng.normal(size=wanted.shape).astype(np.float32)
    slopes = [
        understood(lessons, wanted + share * noise, wanted, pictures, Calibration(3.0, -1.0))[
            "fi"
        ].compatibility.slope
        for share in (0.0, 0.5, 1.0)
    ]
    assert slopes[0] > slopes[1] > slopes[2] > 0
