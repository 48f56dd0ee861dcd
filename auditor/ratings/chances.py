"""Learns from a team's decisions how often it calls each rule's finding a fault, and whether that
holds for pages that were kept out.

Any reason alone would make a person find a fault (auditor/judge/harm.py), so that an image is let
stand only where none holds: p = 1 − Π (1 − chance). Which of several reasons it was nobody says;
the chances are those under which what was decided is likeliest, with what the program expects of a
rule counted beside (expectation and maximization; noisy or, Pearl 1988, 4.3.2).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from auditor.decision import Choice, lets_stand
from auditor.judge.harm import Chances
from auditor.judge.verdict import harm_of
from auditor.results import JudgedUse
from auditor.rules.rule import Use
from auditor.store.reader import StoredScan

LEAST = 50
"""Decided images below which chance decides more than the team does."""
FOLDS = 10
EXPECTED = 4.0
"""How many decisions the shipped chance of a rule is worth: it is not chosen by what is
reported."""
RESAMPLES = 1000
_SURE = 5.0
"""Percent of draws of pages in which the gain may be none: else the shipped chances stay."""
_ROUNDS = 100
_SETTLED = 0.0005
_EDGE = 0.001
"""A chance is nearer to 0 or 1 than this of no rule."""

Cause = tuple[str, str]
"""A rule, and the value of an outcome."""
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DecidedUse:
    """What spoke against an image on which a person decided."""

    page: str
    causes: Mapping[Cause, float]
    """The shipped chance of each finding."""
    rest: float
    """What else would make a person find a fault, such as the score: 0 to 1."""
    is_fault: bool
    """Whether the person found one."""


@dataclass(frozen=True, slots=True)
class LearnedChances:
    """What came of it."""

    chances: Chances
    """Empty where nothing held."""
    uses: int
    before: float
    after: float
    """Mean squared distance of the likelihood from what was decided (Brier score), on pages that
    were kept out."""
    low: float
    high: float
    """Bounds of the 95% interval of what was gained; pages are drawn."""


def decided_uses(path: Path) -> list[DecidedUse]:
    """The decided images of a scan file that something speaks against, each once for its picture,
    text and page. Raises StoreError."""
    found: dict[tuple[str, str, str], DecidedUse] = {}
    with StoredScan(path) as store:
        for use in store.report().uses:
            if use.decision is None or use.decision.choice is Choice.PERSON:
                continue
            if decided := _decided(use):
                picture = use.picture.sha256 if use.picture else use.record.src or ""
                found.setdefault((use.page_url, picture, use.record.name.text), decided)
    return list(found.values())


def _decided(use: JudgedUse) -> DecidedUse | None:
    reasons = harm_of(Use(use.record, use.picture, use.scores), use.verdict).reasons
    outcomes = {finding.rule: finding.outcome.value for finding in use.verdict.findings}
    causes = {(r.what, outcomes[r.what]): r.likely for r in reasons if r.what in outcomes}
    rest = 1 - math.prod(1 - r.likely for r in reasons if r.what not in outcomes)
    is_fault = not lets_stand(use.decision, use.record)
    return DecidedUse(use.page_url, causes, rest, is_fault) if reasons else None


def learn_chances(uses: Sequence[DecidedUse], seed: int = 0) -> LearnedChances | None:
    """From what a team decided; None where that is too little, or all on one page."""
    pages = sorted({use.page for use in uses})
    if len(uses) < LEAST or len(pages) < 2:
        return None
    shipped = np.array([_likely(use, {}) for use in uses])
    held = _held_out(uses, pages, seed)
    wanted = np.array([use.is_fault for use in uses], np.float64)
    before, after = (shipped - wanted) ** 2, (held - wanted) ** 2
    gains = _gains(uses, pages, before - after, seed)
    low, sure, high = np.percentile(gains, [2.5, _SURE, 97.5])
    holds = sure > 0
    chances = _as_chances(_fitted(uses)) if holds else {}
    kept = after if holds else before
    bounds = (float(low), float(high)) if holds else (0.0, 0.0)
    return LearnedChances(chances, len(uses), float(before.mean()), float(kept.mean()), *bounds)


def _held_out(uses: Sequence[DecidedUse], pages: Sequence[str], seed: int) -> Numbers:
    """The likelihood of each image from what was learned without its page."""
    places = np.random.default_rng(seed).permutation(len(pages)) % FOLDS
    fold_of = dict(zip(pages, places.tolist(), strict=True))
    found = np.zeros(len(uses))
    for fold in set(fold_of.values()):
        learned = _fitted([use for use in uses if fold_of[use.page] != fold])
        for place, use in enumerate(uses):
            if fold_of[use.page] == fold:
                found[place] = _likely(use, learned)
    return found


def _fitted(uses: Iterable[DecidedUse]) -> dict[Cause, float]:
    """The likeliest chance of each cause, drawn towards the shipped one by EXPECTED."""
    uses = list(uses)
    prior = {cause: share for use in uses for cause, share in use.causes.items()}
    number: dict[Cause, int] = defaultdict(int)
    for use in uses:
        for cause in use.causes:
            number[cause] += 1
    chances = {cause: _inside(share) for cause, share in prior.items()}
    for _ in range(_ROUNDS):
        held: dict[Cause, float] = defaultdict(float)
        for use in uses:
            if use.is_fault:
                likely = max(_EDGE, _likely(use, chances))
                for cause in use.causes:
                    held[cause] += chances[cause] / likely
        before = chances
        chances = {
            cause: _inside((EXPECTED * prior[cause] + held[cause]) / (EXPECTED + number[cause]))
            for cause in prior
        }
        if all(abs(chances[cause] - before[cause]) < _SETTLED for cause in prior):
            break
    return chances


def _likely(use: DecidedUse, chances: Mapping[Cause, float]) -> float:
    shares = (chances.get(cause, share) for cause, share in use.causes.items())
    return 1 - (1 - use.rest) * math.prod(1 - share for share in shares)


def _inside(share: float) -> float:
    return min(1 - _EDGE, max(_EDGE, share))


def _gains(uses: Sequence[DecidedUse], pages: Sequence[str], gain: Numbers, seed: int) -> Numbers:
    """The mean gain in each draw of pages."""
    place = {page: number for number, page in enumerate(pages)}
    where = np.array([place[use.page] for use in uses])
    sums = np.bincount(where, gain, minlength=len(pages))
    numbers = np.bincount(where, minlength=len(pages))
    drawn = np.random.default_rng(seed).integers(len(pages), size=(RESAMPLES, len(pages)))
    found: Numbers = sums[drawn].sum(axis=1) / numbers[drawn].sum(axis=1)
    return found


def _as_chances(found: Mapping[Cause, float]) -> Chances:
    by_rule: dict[str, dict[str, float]] = defaultdict(dict)
    for (rule, outcome), share in sorted(found.items()):
        by_rule[rule][outcome] = round(share, 4)
    return dict(by_rule)
