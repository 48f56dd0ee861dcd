"""Fits how the four parts meet: on people's ratings, and on texts that were made worse.

The sum is linear in the steps of the parts (auditor/scoring/combine.py), and in the logarithms of
the answers of the form head, so that one convex search with bounds finds it: every number that a
part is weighed with stays at 0 or above, and quality rises with each part.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from auditor.bench.fit.pairs import AlteredPair, Weighed
from auditor.bench.fit.rated import Rated
from auditor.scoring.combine import FLOOR, step
from auditor.scoring.doubt import fault_steps, share_of
from auditor.scoring.form import ANSWERS, head_answers, heard, rules_left
from auditor.scoring.parts import parts
from auditor.scoring.score import scored
from auditor.scoring.weights import PARTS, Weights
from models.manifest import Manifest

Floats = NDArray[np.float64]
FAULTS_COUNT: Mapping[str, float] = {
    "pairs": 3.0,
    "web-alts": 0.5,
    "context-ratings": 0.2,
    "flickr8k": 0.5,
}
"""The same for the sum that tells faults."""
SOFT = 0.3
"""Of the sum: by how much a worsened text must lie lower to count as clearly lower."""
COUNTS: Mapping[str, float] = {
    "pairs": 4.0,
    "web-alts": 1.0,
    "context-ratings": 4.0,
    "flickr8k": 2.0,
    "experts": 0.2,
    "documentation": 0.2,
    "stuffing": 0.1,
}
"""What each set counts in the loss; of pairs, their kinds alike."""
FEWEST = 10
"""Pairs of a kind that has a say."""
LEAST = 0.02
"""No part, and no answer, is switched off by a set in which it says nothing."""
LEAST_OF: Mapping[str, float] = {"compatibility": 0.2, "relevance": 0.3, "informativeness": 4.0}
"""The same for single parts: with less of picture and page the blind readers' ratings gain what the
sighted readers' lose; with less of what is told the blind readers' lose, and nobody's gain
(docs/scoring.md has the curves)."""
MOST_EXPONENT = 6.0
NAMES = ("compatibility", "relevance", "informativeness", "rules", *ANSWERS)
ABSENT = ("compatibility", "relevance")


_WIDE = len(NAMES) + len(ABSENT)

Steps = Callable[[Weighed, Weights, Manifest], Floats]


@dataclass(frozen=True, slots=True)
class Table:
    """Every text as the search sees it: its steps by NAMES, 0 for what is absent, and how far the
    parts of ABSENT are absent."""

    rated: tuple[Rated, ...]
    rows: Floats
    """(texts, 11), of `rated`."""
    own: Mapping[str, Floats]
    altered: Mapping[str, Floats]
    """Both (pairs, 11), by kind."""


def tabulate(
    rated: Sequence[Rated],
    pairs: Sequence[AlteredPair],
    weights: Weights,
    manifest: Manifest,
    steps: Steps,
) -> Table:
    """The steps of all texts, `steps_of` or `fault_steps_of`; inner numbers of the parts are those
    of `weights`."""
    known: dict[int, Floats] = {}

    def row(text: Weighed) -> Floats:
        if id(text) not in known:
            known[id(text)] = steps(text, weights, manifest)
        return known[id(text)]

    own: dict[str, list[Floats]] = defaultdict(list)
    altered: dict[str, list[Floats]] = defaultdict(list)
    for pair in pairs:
        seen = pair.own.evidence.whole.similarity is not None
        kind = f"{pair.kind}{'' if seen else '_texts'}"
        own[kind].append(row(pair.own))
        altered[kind].append(row(pair.altered))
    return Table(
        tuple(rated),
        np.stack([row(one.text) for one in rated]),
        {kind: np.stack(rows) for kind, rows in own.items() if len(rows) >= FEWEST},
        {kind: np.stack(rows) for kind, rows in altered.items() if len(rows) >= FEWEST},
    )


def steps_of(text: Weighed, weights: Weights, manifest: Manifest) -> Floats:
    """(11,): the steps of a text, and how far parts are absent."""
    found = parts(text.evidence, weights, manifest, text.profile)
    there, absent = [], []
    for name in ("compatibility", "relevance", "informativeness"):
        value = found[name].value
        share = 0.0 if value is None else text.profile.weights.get(name, 1.0)
        there.append(share * step(name, value or 0.0))
        if name in ABSENT:
            absent.append(1 - share)
    answers = head_answers(text.evidence, weights, text.profile)
    there.append(math.log(max(FLOOR, rules_left(text.evidence))))
    there += [math.log(heard(answers[name])) if name in answers else 0.0 for name in ANSWERS]
    return np.array([*there, *absent])


def fault_steps_of(text: Weighed, weights: Weights, manifest: Manifest) -> Floats:
    """(11,): the same as the probability of a fault sees them: the rules without copies of the
    caption, which a rule counts."""
    scores = scored(text.evidence, weights, manifest, text.profile)
    steps = fault_steps(scores, text.profile)
    absent = [1 - share_of(scores, text.profile, name) for name in ABSENT]
    return np.array([*(steps[name] for name in NAMES), *absent])


def fit_join(table: Table, chosen: Sequence[int], near: Floats | None = None) -> Floats:
    """(11,): the coefficients, from the rated texts at these positions and all pairs. `near`: where
    the search begins; it is convex, and ends where it ends from anywhere."""
    by_origin: dict[str, list[int]] = defaultdict(list)
    for number in chosen:
        by_origin[table.rated[number].origin].append(number)
    rows = {origin: table.rows[numbers] for origin, numbers in by_origin.items()}
    aims = {o: np.array([aim(table.rated[n]) for n in numbers]) for o, numbers in by_origin.items()}

    differences = [table.own[kind] - table.altered[kind] for kind in table.own]

    def loss(values: Floats) -> tuple[float, Floats]:
        """And its gradient; behind the coefficients an offset for each origin."""
        coefficients = values[:_WIDE]
        total, gradient = 1e-3 * float(coefficients @ coefficients), np.zeros_like(values)
        gradient[:_WIDE] = 2e-3 * coefficients
        for matrix in differences:
            margin = matrix @ coefficients / SOFT
            share = COUNTS["pairs"] / len(differences) / len(matrix)
            total += share * float(np.logaddexp(0, -margin).sum())
            gradient[:_WIDE] -= share / SOFT * (_logistic(-margin) @ matrix)
        for number, (origin, matrix) in enumerate(rows.items()):
            share = COUNTS[origin] / len(matrix)
            found = _logistic(matrix @ coefficients + values[_WIDE + number])
            off = 1 + 4 * found - aims[origin]
            total += share * float(off @ off)
            slope = share * 2 * off * 4 * found * (1 - found)
            gradient[:_WIDE] += slope @ matrix
            gradient[_WIDE + number] += float(slope.sum())
        return total, gradient

    first = [0.3] * len(NAMES) + [0.0] * len(ABSENT) if near is None else near.tolist()
    start = np.array([*first, *[0.0] * len(rows)])
    least = [LEAST_OF.get(name, LEAST) for name in NAMES]
    bounds = [*((at, None) for at in least), *[(None, None)] * (len(ABSENT) + len(rows))]
    found: Floats = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x[:_WIDE]
    return found


def fit_faults(table: Table, chosen: Sequence[int], faulty: Floats) -> Floats:
    """(11,): coefficients of a sum that tells texts without a fault from those with one: texts as
    they are from those made worse, each kind alike, and rated texts (`faulty` 1 or 0, by
    position) in each set alike. Logistic regression, every part's coefficient at 0 or above."""
    blocks = [(rows, 1.0) for rows in table.own.values()]
    blocks += [(rows, -1.0) for rows in table.altered.values()]
    weights = [FAULTS_COUNT["pairs"] / len(blocks)] * len(blocks)
    for origin, share in FAULTS_COUNT.items():
        for sign in (1.0, -1.0):
            there = [
                n for n in chosen if table.rated[n].origin == origin and sign == 1 - 2 * faulty[n]
            ]
            if there:
                blocks.append((table.rows[there], sign))
                weights.append(share / 2)

    def loss(values: Floats) -> tuple[float, Floats]:
        total, gradient = 1e-3 * float(values @ values), 2e-3 * values
        for (rows, sign), weight in zip(blocks, weights, strict=True):
            margin = sign * (rows @ values[:_WIDE] + values[_WIDE])
            total += weight * float(np.logaddexp(0, -margin).mean())
            slope = -weight * sign * _logistic(-margin) / len(rows)
            gradient[:_WIDE] += slope @ rows
            gradient[_WIDE] += float(slope.sum())
        return total, gradient

    bounds = [(LEAST, None)] * len(NAMES) + [(None, None)] * (len(ABSENT) + 1)
    start = np.zeros(_WIDE + 1) + LEAST
    found: Floats = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x[:_WIDE]
    return found


def aim(one: Rated) -> float:
    """The rating that is aimed at: blind and sighted readers count alike."""
    return one.rating if one.sighted is None else (one.rating + one.sighted) / 2


def as_weights(found: Floats, weights: Weights) -> Weights:
    """The weights with these coefficients; the levels are fitted after."""
    values = dict(zip((*NAMES, *(f"no {name}" for name in ABSENT)), found, strict=True))
    form = values["rules"]
    absent = {
        name: _value(values[f"no {name}"] / values[name]) if name in ABSENT else 0.5
        for name in PARTS
    }
    return replace(
        weights,
        parts={
            name: round(float(values[name if name != "form" else "rules"]), 4) for name in PARTS
        },
        absent={name: round(value, 4) for name, value in absent.items()},
        answers={
            name: round(float(min(MOST_EXPONENT, values[name] / form)), 4) for name in ANSWERS
        },
    )


def _value(log_odds: float) -> float:
    """The probability whose step is nearest to so many log-odds."""
    inside = float(_logistic(np.array([log_odds]))[0])
    return min(1.0, max(0.0, (inside - FLOOR) / (1 - 2 * FLOOR)))


def _logistic(values: Floats) -> Floats:
    found: Floats = 0.5 * (1 + np.tanh(values / 2))
    return found
