"""A score is tuned to what was made worse and to ratings, and not by what is left out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.fine_tuning.crossed import main
from export_onnx.fine_tuning.network import TunedScore, TuningSamples, correlation, lessons_of

COUNT = 200


def given(rng: np.random.Generator, levels: np.ndarray | None = None) -> dict[str, np.ndarray]:
    """Texts whose one place is turned where they were made worse, which no cosine with picture or
    context shows; half of them rated by another place."""
    pictures, texts, around = rng.normal(size=(3, COUNT, 8)).astype(np.float32)
    texts[:, 0] = 1
    worse = texts.copy()
    worse[:, 0] = -1
    numbers = np.arange(COUNT)
    rated = numbers[:100]
    return {
        "vectors": np.concatenate([pictures, texts, around, worse]),
        "pictures": np.concatenate([numbers, numbers]),
        "texts": np.concatenate([numbers + COUNT, numbers + 3 * COUNT]),
        "contexts": np.concatenate([numbers, numbers]) + 2 * COUNT,
        "parts": np.concatenate([texts[:, 1:3], texts[:, 1:3]]),
        "fold": np.concatenate([numbers, numbers]) % 5,
        "better": numbers,
        "worse": numbers + COUNT,
        "kind": numbers % 2,
        "rated": rated,
        "ratings": texts[rated, 1] if levels is None else levels,
        "seed": np.array(0),
    }


def test_what_is_left_out_is_scored_by_what_was_learned_from_the_rest(tmp_path: Path) -> None:
    data = given(np.random.default_rng(0))
    np.savez(tmp_path / "given.npz", **data)
    main(tmp_path / "given.npz", tmp_path / "answer.npz")
    with np.load(tmp_path / "answer.npz") as found:
        before, after = found["before"], found["after"]
    lower = {name: s[:COUNT] > s[COUNT:] for name, s in {"b": before, "a": after}.items()}
    assert lower["a"].mean() > 0.9 > 0.7 > lower["b"].mean()
    agreement = [np.corrcoef(s[:100], data["ratings"])[0, 1] for s in (before, after)]
    assert agreement[1] > 0.4 > agreement[0]


def test_before_it_is_contextual_clipscore() -> None:
    rng = np.random.default_rng(1)
    picture, text, context = rng.normal(size=(3, 1, 6)).astype(np.float32)
    rows = (torch.from_numpy(each) for each in (picture, text, context))
    samples = TuningSamples(*rows, torch.zeros(1, 2))
    unit = {"i": picture[0], "d": text[0], "c": context[0]}
    unit = {name: vector / np.linalg.norm(vector) for name, vector in unit.items()}
    expected = unit["d"] @ context[0] + text[0] @ (unit["i"] - unit["c"])
    found = TunedScore(6, 2, 4)(samples)
    assert float(found.detach()) == pytest.approx(expected, abs=1e-5)


def test_lessons_hold_nothing_that_is_left_out_and_every_kind_counts_alike() -> None:
    data = given(np.random.default_rng(2))
    data["kind"] = np.where(np.arange(COUNT) < 150, 0, 1)
    lessons = lessons_of(data, data["fold"] != 3)
    for places in (lessons.better, lessons.worse, lessons.rated):
        assert not (data["fold"][places.numpy()] == 3).any()
    first = lessons.weights[lessons.better < 150]
    assert float(first.sum()) == pytest.approx(0.5, abs=1e-5)
    line = torch.arange(5.0)
    assert float(correlation(line, -line)) == pytest.approx(-1)
