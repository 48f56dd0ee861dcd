"""The analyses of the papers, on numbers worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from auditor.bench import analyses, ratings
from auditor.bench.altered.alterations import gather
from auditor.bench.analyses import altered, ceilings, correlations, described, gaps, variances
from auditor.bench.data import stimuli
from auditor.bench.mixed import marginal_r2
from auditor.bench.scorers import Scorer
from auditor.commands import bench as command
from auditor.commands.cli import cli

SHARED = Path("../shared/benchmarks")
LENGTH = Scorer("length", False, lambda sample: float(len(sample.text.split())))


def track(items, _):
    return items


def test_answers_of_who_calls_a_text_wrong_are_left_out():
    row = {"img_id": "a", "q_imgfit.preimg": "5", "q_imgfit.postimg": "5"}
    for column in ("q_overall", "q_relevance", "q_irrelevance"):
        row |= {f"{column}.preimg": "2", f"{column}.postimg": "4"}
    wrong = row | {"img_id": "b", "q_imgfit.postimg": "2", "q_overall.postimg": "1"}
    found = gaps([row, wrong], 0)
    assert found["gap_overall"].value == pytest.approx(0.5)
    assert found["gap_overall_right"].value == pytest.approx(2)
    assert found["gap_overall_right"].n == 1
    assert found["gap_fit"].value == pytest.approx(-1.5)


def test_the_share_that_is_explained_is_found_again():
    rng = np.random.default_rng(0)
    readers = np.repeat(np.arange(40), 20)
    column = rng.normal(size=800)
    own, rest = rng.normal(size=40), rng.normal(size=800)
    values = column + own[readers] + rest
    share = column.var() / (column.var() + own.var() + rest.var())
    assert marginal_r2(values, column[:, None], readers) == pytest.approx(share, abs=0.03)
    assert marginal_r2(values, rng.normal(size=(800, 1)), readers) < 0.02


@pytest.fixture(autouse=True)
def few_draws(monkeypatch):
    monkeypatch.setattr(analyses, "FEWER", 5)
    monkeypatch.setattr(analyses, "RESAMPLES", 50)


def test_length_explains_what_goes_with_it():
    rng = np.random.default_rng(1)
    rows, scores = [], {}
    for number in range(240):
        words = 3 + number % 12
        row = {
            "img_id": str(number % 9),
            "context": "c",
            "description": f"{number} " + "word " * (words - 1),
            "participant": str(number // 20),
            "q_overall": str(words + rng.normal()),
        }
        rows.append(row)
        scores[ratings.key_of(row)] = float(rng.normal())
    found = variances(rows, scores, 0)
    assert found["variance_length"].value > 0.85
    assert found["variance_score"].value < 0.05
    assert found["variance_both"].value >= found["variance_length"].value - 0.01
    assert found["variance_length"].low < found["variance_length"].value


def test_readers_who_agree_have_a_high_ceiling():
    rng = np.random.default_rng(2)
    rows = []
    for text in range(30):
        for _ in range(4):
            row = {"img_id": "i", "context": "c", "description": str(text)}
            row |= {column: str(text + rng.normal()) for column in ratings.QUESTIONS.values()}
            row["q_relevance"] = str(rng.normal())
            rows.append(row)
    found = ceilings(rows, 0)
    assert found["ceiling_overall"].value > 0.95
    assert abs(found["ceiling_relevance"].value) < 0.3
    assert found["ceiling_overall"].n == 30


def test_every_pair_of_scores_is_held_against_each_other_once():
    scores = {"a": np.arange(6.0), "b": -np.arange(6.0), "c": np.array([0, 1, 0, 1, 0, 1.0])}
    found = correlations(scores, np.arange(6), 0)
    assert list(found) == ["correlation_a_b", "correlation_a_c", "correlation_b_c"]
    assert found["correlation_a_b"].value == pytest.approx(-1)
    assert set(found) <= set(analyses.keys(("a", "b", "c")))


def test_lower_same_and_higher_are_all_there_is(benchmarks):
    rows = [row for row in stimuli.read(benchmarks / "contextref") if row.sample.picture]
    found = altered(gather(rows), LENGTH, 0, track)
    for name in ("shuffled_words", "exact_repetition"):
        parts = [found[f"{what}_{name}"].value for what in ("lower", "same", "higher")]
        assert sum(parts) == pytest.approx(100)
    assert found["same_shuffled_words"].value == 100
    assert found["higher_exact_repetition"].value == 100
    assert found["change_exact_repetition"].value > 0
    assert found["true_pairs"].value == pytest.approx(2)
    assert set(found) <= set(analyses.SINGLE)


def test_a_description_is_held_against_the_caption_of_its_picture(benchmarks):
    rows = [row for row in stimuli.read(benchmarks / "contextref") if row.sample.picture]
    found = described(gather(rows), LENGTH, 0, track)
    assert found["description_over_caption"].value == 0  # captions are longer there


@pytest.mark.skipif(not SHARED.is_dir(), reason="no ../shared/benchmarks here")
def test_what_needs_no_model_is_computed_of_the_published_ratings(monkeypatch, encoder):
    monkeypatch.setattr(command, "load", lambda name: encoder)
    names = ("gap_overall", "agreement_overall_before", "variance_length", "ceiling_overall")
    args = [part for name in names for part in ("--only", name)]
    found = CliRunner().invoke(
        cli,
        ["bench", "analyses", "--scorer", "length", "--data", str(SHARED), "--json", *args],
    )
    metrics = json.loads(found.stdout)["metrics"]
    assert set(metrics) == set(names)
    assert metrics["gap_overall"]["n"] > 900
    assert 0.05 < metrics["variance_length"]["value"] < 0.4
