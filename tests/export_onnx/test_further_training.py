"""What is to be said, and a training that is broken off."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.bert import BertShape, Layer
from export_onnx.compact.heads import MEANS
from export_onnx.languages import training
from export_onnx.languages.build import mostly_new
from export_onnx.languages.lessons import Lesson
from export_onnx.languages.student import Student
from export_onnx.languages.taught import Taught, taught_answers
from export_onnx.languages.training import StudentRecipe, begun_student, train
from models.encoder import load_folder

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


def test_of_what_was_taught_before_some_is_taught_again() -> None:
    old = [Lesson(f"Hund {number}", "de", ("dog",), "names") for number in range(90)]
    new = [Lesson(f"hund {number}", "sv", ("dog",), "similarity") for number in range(9)]
    chosen = np.arange(3, 99)
    assert (mostly_new([*old, *new], chosen, 1) == chosen).all()
    some = mostly_new([*old, *new], chosen, 9)
    assert set(range(90, 99)) < set(some.tolist()) < set(chosen.tolist())
    assert len(some) < 40


def test_texts_of_one_length_are_embedded_as_alone() -> None:
    texts: Sequence[str] = ["A red dog.", "A blue cat.", "A man runs.", "A dog runs far. " * 90]
    said = [Lesson(text, "de", (text,), "names") for text in texts]
    wanted = load_folder(SHIPPED, provider="cpu", threads=1).embed_texts(texts).shared
    assert taught_answers(said, SHIPPED, None) == pytest.approx(wanted, abs=1e-5)
