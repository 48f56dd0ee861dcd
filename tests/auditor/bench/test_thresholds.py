"""The thresholds of rules that read the score lie where documents say, whatever the score was
fitted on last."""

from pathlib import Path

import numpy as np
import pytest

from auditor.bench.altered.alterations import gather
from auditor.bench.contextref import altered_samples
from auditor.bench.data import stimuli
from auditor.bench.scorers import TextSample, looked, record_of
from auditor.judge.judge import Judge
from auditor.rules.fit import RELEVANCE_QUESTION
from models.encoder import load

CONTEXTREF = Path("../shared/benchmarks/contextref")
ROWS = 60


@pytest.mark.skipif(not CONTEXTREF.is_dir(), reason="no ../shared/benchmarks/contextref here")
def test_texts_in_anothers_place_are_asked_about_and_hardly_those_in_their_own() -> None:
    judge = Judge(load(provider="cpu"))

    def relevance(sample: TextSample) -> float:
        part = judge.rate(record_of(sample), looked(judge, sample)).relevance
        return part.value if part.value is not None else np.nan

    rows = gather([row for row in stimuli.read(CONTEXTREF) if row.development][:ROWS])
    own = [relevance(row.sample) for row in rows.rows]
    others = [
        relevance(sample)
        for row in range(ROWS)
        for sample in altered_samples("shuffled_contexts", row, rows, 0, 1)
    ]
    assert np.mean(np.array(own) < RELEVANCE_QUESTION) <= 0.05
    assert np.mean(np.array(others) < RELEVANCE_QUESTION) >= 0.3
