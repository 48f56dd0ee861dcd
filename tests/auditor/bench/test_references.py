"""Captions held against captions that people wrote."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from auditor.bench import flickr8k, references
from auditor.bench.references import KEYS, left_out, run
from auditor.bench.scorers import Tools

SHARED = Path("../shared/benchmarks")


@pytest.fixture
def scored(monkeypatch):
    """What the metrics are asked for; they answer with the length of the text."""
    asked = []

    def fake(texts, approved, wanted):
        asked.append((list(texts), [list(each) for each in approved], list(wanted)))
        return {key: np.array([float(len(text)) for text in texts]) for key in wanted}

    monkeypatch.setattr(references, "reference_scores", fake)
    monkeypatch.setattr(references, "missing", lambda: {"spice": "it is not there"})
    monkeypatch.setattr(references.icr, "parts_of", lambda pictures, seed: np.full(pictures, 2))
    return asked


def test_a_rated_caption_is_held_against_those_of_its_picture(scored, benchmarks, encoder):
    found = run(benchmarks, Tools(encoder), 0, lambda items, _: items, [])
    [(texts, approved, wanted)] = scored
    assert texts == ["green and red", "blue and red"]
    assert approved == [["a red field", "red and red"], ["a green field", "green and red"]]
    assert wanted == ["bleu_1", "bleu_4", "rouge_l", "meteor", "cider"]
    assert set(found) == {key for key in KEYS if not key.startswith("spice")}
    assert found["bleu_1"].n == 2
    assert found["bleu_1"].value == pytest.approx(found["bleu_1_test"].value)


def test_only_what_is_asked_for_is_computed_and_nothing_of_it_left_out(scored, benchmarks, encoder):
    found = run(benchmarks, Tools(encoder), 0, lambda items, _: items, ["ref_clipscore"])
    assert scored == []
    assert set(found) == {"ref_clipscore", "ref_clipscore_test"}
    assert left_out([]) == {"spice": "it is not there"}
    assert left_out(["spice"]) == {}


@pytest.mark.skipif(not SHARED.is_dir(), reason="no ../shared/benchmarks here")
def test_the_published_pairs_are_those_of_the_papers():
    data = flickr8k.read(SHARED / "flickr8k-ratings")
    texts, approved = references._texts(data)
    assert len(texts) == 5664
    assert {len(each) for each in approved} == {5}
