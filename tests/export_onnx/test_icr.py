"""The regressor learns what a product cannot tell, and sees nothing of what is kept out."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")

from export_onnx.icr.crossed import main
from export_onnx.icr.network import IcrRecipe, predicted, trained
from models.scoring import joined

pytestmark = pytest.mark.export


def pairs(seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs whose level goes by one place of the text alone."""
    rng = np.random.default_rng(seed)
    pictures, texts = (rng.normal(size=(300, 8)).astype(np.float32) for _ in range(2))
    unit = texts / np.linalg.norm(texts, axis=1, keepdims=True)
    return pictures, texts, (2.5 + 1.5 * unit[:, 0]).astype(np.float32)


def test_the_levels_of_unseen_pairs_are_learned() -> None:
    pictures, texts, levels = pairs()
    rows = joined(pictures, texts)
    number = np.arange(300)
    out = number >= 240
    train, validation = number < 180, (number >= 180) & ~out
    found = predicted(trained(rows, levels, train, validation, IcrRecipe(), 0), rows)
    assert np.corrcoef(found[out], levels[out])[0, 1] > 0.8


def test_what_is_kept_out_does_not_change_what_is_learned() -> None:
    pictures, texts, levels = pairs(1)
    rows, number = joined(pictures, texts), np.arange(300)
    train, validation = number < 180, (number >= 180) & (number < 240)
    recipe = IcrRecipe(epochs=2)
    other = np.where(number >= 240, 1.0, levels).astype(np.float32)
    first, second = (
        predicted(trained(rows, each, train, validation, recipe, 0), rows)
        for each in (levels, other)
    )
    assert (first == second).all()


def test_each_split_is_answered_from_file_to_file(tmp_path) -> None:
    pictures, texts, levels = pairs(2)
    given, answer = tmp_path / "given.npz", tmp_path / "answer.npz"
    splits = np.stack([np.roll(np.repeat([0, 1, 2], [180, 60, 60]), shift) for shift in (0, 60)])
    np.savez(
        given,
        pictures=pictures,
        texts=texts,
        picture_of=np.arange(300),
        text_of=np.arange(300),
        levels=levels,
        parts=splits,
        seed=0,
    )
    main(given, answer)
    with np.load(answer) as found:
        assert found["levels"].shape == (2, 300)
