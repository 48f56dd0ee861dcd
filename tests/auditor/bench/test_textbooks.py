import json
from pathlib import Path

import numpy as np
import pytest

from auditor.bench import textbooks
from auditor.bench.errors import BenchError

SHARED = Path("../shared/benchmarks/textbooks")
BOOKS = np.array([0, 0, 0, 1])


def test_the_own_text_is_held_against_both_kinds_of_others():
    scores = np.array(
        [[0.5, 0.4, 0.6, 0.1], [0.1, 0.9, 0.2, 0.3], [0.9, 0.9, 0.1, 0.9], [0.0, 0.0, 0.0, 0.0]]
    )
    metrics = textbooks.evaluate(scores, BOOKS, np.arange(4), seed=0)
    assert metrics["same_book"].value == 50  # 1 of 2, 2 of 2, 0 of 2; the fourth has no rival
    assert metrics["same_book"].n == 3
    assert metrics["other_book"].value == 50  # 1, 1, 0, and ties lose


def test_texts_of_one_group_are_no_rivals():
    scores = np.array([[0.5, 0.9], [0.9, 0.5]])
    metrics = textbooks.evaluate(
        np.pad(scores, ((0, 1), (0, 1))), np.array([0, 0, 0]), np.array([7, 7, 8]), seed=0
    )
    assert metrics["same_book"].value == pytest.approx(100 * 2 / 3)


def test_a_group_is_read_where_there_is_one_and_else_the_picture(tmp_path):
    pairs = [
        {"image": "images/a.png", "alt": "red", "volume": "x", "group": 3},
        {"image": "images/b.png", "alt": "rot", "volume": "y", "group": 3},
        {"image": "images/c.png", "alt": "blue", "volume": "x"},
        {"image": "images/c.png", "alt": "azul", "volume": "y"},
    ]
    (tmp_path / "textbooks").mkdir()
    (tmp_path / "textbooks/pairs.json").write_text(json.dumps(pairs))
    data = textbooks.read(tmp_path / "textbooks")
    assert data.groups.tolist() == [0, 0, 1, 1]
    assert data.books.tolist() == [0, 1, 0, 1]


def test_another_format_is_a_clear_error(tmp_path):
    (tmp_path / "pairs.json").write_text('[{"image": "a.png"}]')
    with pytest.raises(BenchError, match="not in the published format"):
        textbooks.read(tmp_path)


@pytest.mark.skipif(not SHARED.is_dir(), reason="no ../shared/benchmarks/textbooks here")
def test_the_published_data_is_whole():
    data = textbooks.read(SHARED)
    assert len(data.texts) == 793
    assert len(set(data.pictures)) == 782
    assert len(set(data.books.tolist())) == 8
