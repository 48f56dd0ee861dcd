"""What is tuned on, and how it is reported, without torch."""

import numpy as np
import pytest

from auditor.bench import beside_torch, tuned
from auditor.bench.errors import BenchError


def test_a_part_is_left_out_with_all_that_belongs_to_it():
    assert {tuned.fold_of(f"picture {n}") for n in range(99)} == set(range(tuned.FOLDS))
    assert tuned.fold_of("one") == tuned.fold_of("one")


def test_what_was_made_worse_is_right_where_it_scores_lower():
    scores = np.array([1.0, 0.5, 2.0, 2.0, 3.0, 4.0])
    pairs = {"shuffled_words": [(0, 1), (2, 3), (4, 5)], "frankenstein": []}
    found = tuned.altered(scores, pairs, {0: "a", 2: "b", 4: "c"}, 0, "after")
    assert set(found) == {"shuffled_words_after"}
    assert found["shuffled_words_after"].value == pytest.approx(100 / 3)
    assert found["shuffled_words_after"].n == 3


def test_without_torch_it_is_said_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(beside_torch, "find_spec", lambda _: None)
    monkeypatch.setattr(beside_torch, "ROOT", tmp_path)
    with pytest.raises(BenchError, match=r"Fine-tuning needs torch: \./test\.sh export"):
        beside_torch.interpreter("Fine-tuning")


def test_every_figure_has_a_before_and_an_after():
    assert {key.rpartition("_")[2] for key in tuned.KEYS} == {"before", "after"}
    assert len(tuned.KEYS) == 24
