import numpy as np
import pytest

from auditor.bench import contextref
from auditor.bench.altered.alterations import ALTERATIONS, gather
from auditor.bench.data import stimuli
from auditor.bench.scorers import SCORERS, Scorer, Tools


def run(benchmarks, scorer):
    return contextref.run(benchmarks, scorer, 0, lambda items, _: items, None)


def test_a_description_is_never_compared_with_another_of_its_own_picture(benchmarks, encoder):
    metrics = run(benchmarks, SCORERS["compatibility"](Tools(encoder)))
    # "all red" and "red wall" score alike: compared with each other, one would lose.
    assert metrics["shuffled_descriptions"].value == 100
    assert metrics["shuffled_descriptions"].n == 4


def test_an_equal_score_is_wrong(benchmarks):
    metrics = run(benchmarks, Scorer("the same", False, lambda sample: 1.0))
    assert {metric.value for metric in metrics.values()} == {0}


def test_a_score_that_needs_pictures_is_not_asked_of_texts_alone(benchmarks, encoder):
    metrics = run(benchmarks, SCORERS["clipscore"](Tools(encoder)))
    assert not any(key.endswith("_texts") for key in metrics)


def test_only_what_is_asked_for_is_altered_and_scored(benchmarks):
    scored = []
    scorer = Scorer("counted", False, lambda sample: scored.append(sample) or 1.0)
    only = ("shuffled_words",)
    metrics = contextref.run(benchmarks, scorer, 0, lambda items, _: items, None, only)
    assert tuple(metrics) == only
    assert len(scored) <= 8  # four rows as they are, and altered once


def test_rows_where_nothing_can_be_altered_are_left_out(benchmarks):
    metrics = run(benchmarks, Scorer("length", False, lambda sample: len(sample.text)))
    assert metrics["alignment_errors"].n == 4
    assert metrics["exact_repetition"].n == 4
    assert "proper_names" not in metrics


@pytest.mark.parametrize("name", ALTERATIONS)
def test_an_alteration_depends_on_the_seed_and_the_row_alone(benchmarks, name):
    among = gather(stimuli.read(benchmarks / "contextref")[:4])
    first = [contextref.altered_samples(name, n, among, 0) for n in range(4)]
    again = [contextref.altered_samples(name, n, among, 0) for n in reversed(range(4))]
    assert first == again[::-1]
    assert np.all([s != row.sample for row, ss in zip(among.rows, first, strict=True) for s in ss])
