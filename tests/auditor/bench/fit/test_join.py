import numpy as np
import pytest

from auditor.bench.fit.join import ABSENT, NAMES, as_weights, steps_of
from auditor.bench.fit.pairs import Weighed
from auditor.scoring.combine import step, total
from auditor.scoring.parts import parts
from auditor.scoring.weights import PARTS


@pytest.mark.parametrize("usual", [-1.5, -0.4])
def test_a_part_that_is_absent_adds_what_was_fitted_for_it(weights, usual: float) -> None:
    found = np.array([0.5] * len(NAMES) + [0.5 * usual] * len(ABSENT))
    fitted = as_weights(found, weights)
    for name in ABSENT:
        assert fitted.parts[name] * step(name, fitted.absent[name]) == pytest.approx(
            0.5 * usual, abs=1e-3
        )


def test_the_steps_that_are_fitted_on_are_those_that_the_score_adds_up(
    weights, manifest, photograph, make_evidence, make_measured
) -> None:
    fitted = as_weights(np.array([0.5] * len(NAMES) + [0.0] * len(ABSENT)), weights)
    sums = []
    for similarity in (0.1, 0.4):
        text = Weighed(make_evidence(make_measured(similarity=similarity)), photograph)
        found = parts(text.evidence, fitted, manifest, photograph)
        joined = float(steps_of(text, fitted, manifest)[: len(NAMES)].sum() * 0.5)
        sums.append((joined, total({n: found[n] for n in PARTS}, fitted, photograph)))
    (joined, told), (other_joined, other_told) = sums
    assert joined < other_joined
    assert other_told - told == pytest.approx(other_joined - joined, abs=0.02)
