"""Fits how likely a text belongs to a page, from its likeness to the page and the look-ups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from auditor.bench.fit.pairs import AlteredPair
from auditor.scoring.claims import ClaimSupport
from auditor.scoring.measure import Evidence
from auditor.scoring.parts import claim_shares
from auditor.scoring.weights import Weights

CONTEXTS = ("title", "heading", "surroundings", "caption")
LEAST = 0.5
"""Least slope on a likeness and on a look-up: none may be switched off by a small set."""
DENIED = 1.0
"""Least log-odds that a text loses where the caption says otherwise."""
MOST = 4.0
"""Most log-odds that a look-up may give or take."""
Floats = NDArray[np.float64]


def fit_relevance(pairs: Sequence[AlteredPair], weights: Weights) -> Weights:
    """Logistic regression with signed coefficients: own place against another's, own names against
    others, each row weighing alike in its kind. The look-ups of a text with other names are its
    own page's."""
    kinds = ("shuffled_contexts", "proper_names")
    rows: list[tuple[Floats, int, float]] = []
    for kind in kinds:
        chosen = [pair for pair in pairs if pair.kind == kind and _placed(pair.own.evidence)]
        for pair in chosen:
            rows.append((_features(pair.own.evidence), 1, 0.5 / len(chosen)))
            rows.append((_features(pair.altered.evidence), -1, 0.5 / len(chosen)))
    features = np.stack([row for row, _, _ in rows])
    signs = np.array([sign for _, sign, _ in rows])
    shares = np.array([share for _, _, share in rows])

    def loss(values: Floats) -> float:
        return float(shares @ np.logaddexp(0, -signs * (features @ values)))

    bounds = [(LEAST, None)] * 4 + [(LEAST, MOST), (-MOST, -DENIED), (-MOST, -LEAST), (None, None)]
    start = np.array([3.0] * 4 + [1.0, -1.0, -1.0] + [-3.0])
    found = minimize(loss, start, method="L-BFGS-B", bounds=bounds).x
    slope = float(found[:4].sum())
    return replace(
        weights,
        contexts={name: _short(v / slope) for name, v in zip(CONTEXTS, found[:4], strict=True)},
        slope=_short(slope),
        intercept=_short(found[7]),
        claims=dict(zip(ClaimSupport, (_short(abs(v)) for v in found[4:7]), strict=True)),
    )


def _placed(evidence: Evidence) -> bool:
    return set(CONTEXTS) <= evidence.whole.cosines.keys()


def _features(evidence: Evidence) -> Floats:
    cosines = [evidence.whole.cosines.get(name, 0.0) for name in CONTEXTS]
    shares = claim_shares(evidence.claims, evidence.searched)
    return np.array([*cosines, *shares.values(), 1.0])


def _short(value: float) -> float:
    return round(float(value), 4)
