"""Heads that stand in for published metrics learn what they are for."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.caption_heads.alignment import Inner, padded, train_alignment
from export_onnx.caption_heads.captions import CANDIDATES, Pairs, made_wrong, repeated
from export_onnx.caption_heads.heads import HeadRecipe, hardest, ranked, train_umic, train_vse
from export_onnx.caption_heads.inner import write_attention, write_cells
from export_onnx.compact.data import DataError
from models.registry import find
from models.session import open_session

RECIPE = HeadRecipe(epochs=30, width=32)


def pairs(count: int = 200) -> tuple[torch.Tensor, torch.Tensor]:
    """Pictures, and texts that are the same turned about."""
    rng = np.random.default_rng(0)
    seen = rng.normal(size=(count, 16)).astype(np.float32)
    return torch.from_numpy(seen), torch.from_numpy(seen[:, ::-1].copy())


def test_the_hardest_wrong_partner_counts_and_none_of_the_same_group() -> None:
    seen = torch.eye(3)
    said = torch.tensor([[1.0, 0, 0], [0.9, 0.1, 0], [0, 0, 1.0]])
    apart = hardest(seen, said, torch.arange(3), 0.2)
    together = hardest(seen, said, torch.tensor([0, 0, 1]), 0.2)
    assert float(apart) == pytest.approx(((0.2 + 0.9 - 1) + 0.1 + (0.2 + 0.9 - 0.1)) / 3)
    assert float(together) == pytest.approx(2 * (0.2 - 0.1) / 3)


def test_vse_finds_the_own_text_of_unseen_pictures() -> None:
    seen, said = pairs()
    head = train_vse(seen[:150], said[:150], torch.arange(150), RECIPE, 0)
    with torch.no_grad():
        one, two = head(seen[150:], said[150:])
    assert float(((one @ two.T).argmax(1) == torch.arange(50)).float().mean()) > 0.5


def test_umic_ranks_true_rows_over_each_kind_of_made_ones() -> None:
    rng = np.random.default_rng(1)
    true = rng.normal(size=(300, 8)).astype(np.float32)
    made = np.stack([true, true]).copy()
    true[:, 0] += 3
    made[1, :, 1] += 3
    head = train_umic(torch.from_numpy(true[:200]), torch.from_numpy(made[:, :200]), RECIPE, 0)
    with torch.no_grad():
        own = head(torch.from_numpy(true[200:]))
        for rows in made[:, 200:]:
            assert float((own > head(torch.from_numpy(rows))).float().mean()) > 0.85
    assert float(ranked(torch.ones(2), torch.zeros(4, 2), 0.2)) == 0


def test_captions_are_made_wrong_in_four_ways() -> None:
    rng = np.random.default_rng(0)
    texts = tuple(
        f"a red dog number {word}" for word in ["one", "two", "three", "four", "five", "six"]
    )
    rows = rng.normal(size=(6, 4)).astype(np.float32)
    other, exchanged, again, order = made_wrong(Pairs(rows, rows, texts), 0)
    for number, text in enumerate(texts):
        assert other[number] in texts
        assert other[number] != text
        assert exchanged[number] != text
        assert len(again[number].split()) > len(text.split())
        assert sorted(order[number].split()) == sorted(text.split())
    assert CANDIDATES > 1
    assert repeated("dog", random.Random(0)) == "dog dog"


def test_each_token_finds_its_cell_in_unseen_pictures() -> None:
    rng = np.random.default_rng(0)
    things = rng.normal(size=(30, 12))
    shown = [rng.choice(30, size=4, replace=False) for _ in range(260)]
    cells = np.stack([things[places] for places in shown]).astype(np.float16)
    tokens = [things[places[:2], ::-1].astype(np.float16) for places in shown]
    head = train_alignment(Inner(cells[:200], tokens[:200]), RECIPE, 0)
    with torch.no_grad():
        scores = head(torch.from_numpy(cells[200:]).float(), *padded(tokens[200:]))
    assert float((scores.argmax(1) == torch.arange(60)).float().mean()) > 0.3  # by chance 0.02


def test_tokens_that_fill_up_a_text_do_not_count() -> None:
    short, long = np.ones((1, 3), np.float16), np.ones((4, 3), np.float16)
    rows, there = padded([short, long])
    assert rows.shape == (2, 4, 3)
    assert there.tolist() == [[1, 0, 0, 0], [1, 1, 1, 1]]


def test_the_shipped_networks_are_opened(tmp_path: Path) -> None:
    folder = find("compact")
    write_attention(folder / "text.onnx", tmp_path / "attention.onnx")
    ids = np.array([[101, 2417, 3899, 102]])
    (weights,) = open_session(tmp_path / "attention.onnx", "cpu").run({"ids": ids})
    assert weights.shape == (6, 12, 4, 4)
    assert weights.sum(-1) == pytest.approx(1, abs=1e-5)
    write_cells(folder / "picture.onnx", tmp_path / "cells.onnx")
    seen = open_session(tmp_path / "cells.onnx", "cpu")
    given = {"pixels": np.zeros((1, 3, 260, 260), np.float32)}
    cells, classes, names = seen.run(given, ["cells", "classes", "names"])
    assert cells.shape == (1, 16, 1280)
    assert classes.shape == (1, 1000)
    assert np.linalg.norm(names, axis=1) == pytest.approx(1, abs=0.02)
    with pytest.raises(DataError, match="no cells"):
        write_cells(tmp_path / "cells.onnx", tmp_path / "again.onnx")
