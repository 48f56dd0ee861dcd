"""What is to be said, and a training that is broken off."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

import onnx

from export_onnx.compact.bert import Bert, BertShape, Layer
from export_onnx.compact.compress import compress
from export_onnx.compact.data import DataError
from export_onnx.compact.features import cached
from export_onnx.compact.heads import MEANS
from export_onnx.compact.onnx_file import write_onnx
from export_onnx.languages import chosen, training
from export_onnx.languages.chosen import CAPTIONS, judged_on, mostly_new
from export_onnx.languages.judged import found_alike
from export_onnx.languages.lessons import Lesson
from export_onnx.languages.student import QUERIES, TUNED, Student, StudentTower
from export_onnx.languages.taught import Taught, taught_answers
from export_onnx.languages.training import StudentRecipe, begun_student, mix, train
from models.encoder import FURTHER_TEXT_FILE, TEXT_FILE, load_folder

SHIPPED = Path("models/compact")
RECIPE = replace(StudentRecipe(), epochs=3, chunks=1)


def lessons() -> Taught:
    """Twelve, of twelve lengths, so that each is a step."""
    torch.manual_seed(0)
    unit = torch.nn.functional.normalize
    return Taught(
        torch.randn(12, MEANS * 384).half(),
        [torch.randn(length, 384).half() for length in range(2, 14)],
        unit(torch.randn(12, 384), dim=1),
        unit(torch.randn(12, 384), dim=1),
        (0.8, 0.6),
        np.arange(12),
        np.arange(12),
    )


def trained(data: Taught, saved: Path | None) -> dict[str, Any]:
    torch.manual_seed(1)
    student = Student(torch.nn.ModuleList([Layer(BertShape(hidden=64))]), 0.2)
    train(data, student, torch.randn(20, 768), RECIPE, 0, saved)
    return student.state_dict()


def test_a_training_that_was_broken_off_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, whole = lessons(), training.loss
    wanted = trained(data, None)
    calls: list[int] = []

    def breaking(*args: Any) -> Any:
        calls.append(0)
        if len(calls) == 20:
            raise KeyboardInterrupt
        return whole(*args)

    monkeypatch.setattr(training, "SAVED", 7)
    monkeypatch.setattr(training, "loss", breaking)
    with pytest.raises(KeyboardInterrupt):
        trained(data, tmp_path / "training.pt")
    found = trained(data, tmp_path / "training.pt")
    assert len(calls) == 20 + 36 - 14
    assert all(torch.equal(found[name], value) for name, value in wanted.items())


def test_a_training_begins_with_the_mean_weights_of_another(tmp_path: Path) -> None:
    wanted = trained(lessons(), tmp_path / "training.pt")
    layers = torch.nn.ModuleList([Layer(BertShape(hidden=64))])
    found = begun_student(layers, RECIPE, tmp_path / "training.pt").state_dict()
    saved = torch.load(tmp_path / "training.pt", weights_only=False)
    assert saved["number"] == 0
    assert found.keys() == wanted.keys()
    first = saved["parts"][1]
    assert all(torch.equal(value, first[f"module.{name}"]) for name, value in found.items())


def test_what_comes_out_lies_between_what_began_and_what_was_learned() -> None:
    first, last = (Student(torch.nn.ModuleList([Layer(BertShape(hidden=64))]), 0) for _ in range(2))
    learned = {name: values.clone() for name, values in last.state_dict().items()}
    mix(last, first, 0.25)
    for name, values in last.state_dict().items():
        wanted = 0.75 * learned[name] + 0.25 * first.state_dict()[name]
        assert torch.allclose(values, wanted, atol=1e-6), name


def test_a_training_begins_with_what_a_shipped_tower_says() -> None:
    trunk = Bert(BertShape(vocabulary=4))
    student = begun_student(trunk.top(TUNED), RECIPE, SHIPPED / FURTHER_TEXT_FILE)
    torch.manual_seed(0)
    read = torch.randn(3, MEANS * 384), torch.randn(3, 5, 384)
    with torch.no_grad():
        above = student.tuned(read[1])
        said = student(*read, above)
    assert torch.allclose(said.learned.norm(dim=1), torch.ones(3))
    assert student.centre.abs().sum() > 0
    assert student.queries.weight.shape == (QUERIES, 384)
    with pytest.raises(DataError, match="holds no"):
        begun_student(trunk.top(1), RECIPE, SHIPPED / TEXT_FILE)
    with pytest.raises(DataError, match="cannot be read"):
        begun_student(trunk.top(TUNED), RECIPE, SHIPPED / "nothing.onnx")


def test_widened_weights_are_those_that_were_stored(tmp_path: Path) -> None:
    torch.manual_seed(0)
    trunk = Bert(BertShape(vocabulary=40, hidden=64, layers=TUNED + 8)).eval()
    student = Student(trunk.top(TUNED), 0.2).eval()
    for values in student.state_dict().values():  # the exporter keeps equal ones once
        values += torch.randn_like(values) / 20
    tower = StudentTower(trunk, student, (0.8, 0.6)).eval()
    path = tmp_path / "tower.onnx"
    write_onnx(tower, torch.ones(2, 8, dtype=torch.int64), path, "ids", ("text", "sentence", "t"))
    onnx.save(compress(onnx.load(path)), path)
    begun = begun_student(trunk.top(TUNED), RECIPE, path).state_dict()
    for name, values in student.state_dict().items():
        step = values.abs().max() / 127
        assert torch.allclose(begun[name], values, atol=float(step)), name


def test_of_what_was_taught_before_some_is_taught_again() -> None:
    german = [Lesson(f"Hund {number}", "de", ("dog",), "xtd200") for number in range(90)]
    swedish = [Lesson(f"hund {number}", "sv", ("dog",), "similarity") for number in range(9)]
    names = [Lesson(f"Katze {number}", "de", ("cat",), "names") for number in range(30)]
    new = [Lesson(f"koira {number}", "fi", ("dog",), "glossed") for number in range(50)]
    kept = Lesson("Hund", "de", ("dog",), "xtd200", True)
    lessons = [*german, *swedish, *names, *new, kept]
    found = mostly_new(lessons, 40)
    assert found == [lesson for lesson in lessons if lesson in set(found)]
    assert Counter(each.language for each in found if each.source in CAPTIONS) == {
        "de": 41,
        "sv": 9,
    }
    assert sum(each.source == "names" for each in found) == 10
    assert set(new) < set(found)
    assert mostly_new(lessons, 0) == [*new, kept]


def test_of_what_is_held_out_some_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen, "JUDGED", 5)
    lessons = [
        Lesson(f"{source} {number}", "de", ("dog",), source, bool(number % 2))
        for source in ("xtd200", "names")
        for number in range(40)
    ]
    found = judged_on(lessons)
    assert Counter((each.source, each.held_out) for each in found) == {
        ("xtd200", False): 20,
        ("names", False): 20,
        ("xtd200", True): 5,
        ("names", True): 5,
    }
    assert judged_on(found) == found


def test_what_a_cache_holds_is_made_once(tmp_path: Path) -> None:
    made: list[int] = []

    def make() -> dict[str, np.ndarray[Any, Any]]:
        made.append(0)
        return {"one": np.arange(6).reshape(2, 3), "two": np.ones(4, np.float16)}

    cache = tmp_path / "cache"
    for _ in range(2):
        found = cached(cache, "kind", ["a", "b"], make)
        assert found["one"].tolist() == [[0, 1, 2], [3, 4, 5]]
        assert found["two"].dtype == np.float16
    assert len(made) == 1
    cached(cache, "kind", ["a", "c"], make)
    assert len(made) == 2


def test_a_reading_that_is_broken_off_is_made_anew(tmp_path: Path) -> None:
    def broken() -> dict[str, np.ndarray[Any, Any]]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cached(tmp_path, "kind", ["a"], broken)
    assert cached(tmp_path, "kind", ["a"], lambda: {"one": np.ones(1)})["one"] == 1


def test_texts_of_one_length_are_embedded_as_alone() -> None:
    texts: Sequence[str] = ["A red dog.", "A blue cat.", "A man runs.", "A dog runs far. " * 90]
    said = [Lesson(text, "de", (text,), "names") for text in (*texts, texts[1])]
    wanted = load_folder(SHIPPED, provider="cpu", threads=1).embed_texts(texts).shared
    meant, which = taught_answers(said, SHIPPED, None)
    assert meant == pytest.approx(wanted, abs=1e-5)
    assert which.tolist() == [0, 1, 2, 3, 1]


def test_several_english_texts_are_meant_in_the_mean() -> None:
    both = ("A red dog.", "A blue cat.")
    said = [Lesson("x", "nl", each, "dutch") for each in (both[:1], both[1:], both)]
    meant, which = taught_answers(said, SHIPPED, None)
    assert meant[which[2]] == pytest.approx(meant[which[:2]].mean(0), abs=1e-6)


def test_captions_that_find_the_same_picture_are_counted() -> None:
    pictures = np.eye(3, dtype=np.float32)
    lessons = [Lesson(str(n), tag, ("x",), "xtd200") for n, tag in enumerate(["de", "de", "nn"])]
    wanted = pictures[[0, 1, 2]]
    assert found_alike(lessons, pictures[[0, 2, 2]], wanted, pictures) == {"de": 0.5, "no": 1.0}
