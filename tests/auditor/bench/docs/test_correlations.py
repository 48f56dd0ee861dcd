"""The plot of correlations."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.bench.docs.correlations import draw_correlations, said, table_of
from auditor.bench.errors import BenchError

METRICS = {
    "correlation_a_b": {"value": 0.1},
    "correlation_a_c": {"value": 0.9},
    "correlation_a_d": {"value": -0.2},
    "correlation_b_c": {"value": 0.0},
    "correlation_b_d": {"value": 0.8},
    "correlation_c_d": {"value": -0.1},
    "gap_overall": {"value": 1.0},
}


def test_scores_that_go_together_stand_side_by_side():
    names, table = table_of(METRICS)
    assert abs(names.index("a") - names.index("c")) == 1
    assert abs(names.index("b") - names.index("d")) == 1
    assert table[names.index("a"), names.index("c")] == 0.9
    assert (table == table.T).all()


def test_the_plot_says_what_it_shows(tmp_path: Path):
    path = tmp_path / "plot.svg"
    draw_correlations(METRICS, path)
    text = path.read_text("utf-8")
    assert said(*table_of(METRICS)) in text
    assert ">0.90<" in text


def test_nothing_to_draw_is_told():
    with pytest.raises(BenchError, match="no correlations to draw"):
        table_of({"gap_overall": {"value": 1.0}})
