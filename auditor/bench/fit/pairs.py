"""Texts to fit on: held-out pictures and development texts as they are, and each made worse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from auditor.bench.altered.alterations import ALTERATIONS, Collection, gather
from auditor.bench.contextref import NEEDS_PICTURE, altered_samples
from auditor.bench.data import heldout, stimuli
from auditor.bench.embed import Track
from auditor.bench.scorers import TextSample, record_of
from auditor.judge.judge import Judge
from auditor.profiles import Profile
from auditor.scoring.purpose import profile_of
from auditor.scoring.score import Evidence


@dataclass(frozen=True, slots=True)
class Weighed:
    """One text, ready to be weighed."""

    evidence: Evidence
    profile: Profile


@dataclass(frozen=True, slots=True)
class AlteredPair:
    """A text as it is, and altered for the worse."""

    kind: str
    """The alteration, a key of auditor.bench.altered.alterations.ALTERATIONS."""
    own: Weighed
    altered: Weighed


def read_pairs(data: Path, judge: Judge, most: int, seed: int, track: Track) -> list[AlteredPair]:
    """Every alteration of at most so many pictures, and texts, that may be learnt from, once; but
    for pasted pictures, which only the model can see.

    `data` holds benchmarks/ and training/. Raises BenchError, ModelError.
    """
    texts = [row for row in stimuli.read(data / "benchmarks" / "contextref") if row.development]
    pictures = heldout.read(data / "training", seed)
    of_pictures = [name for name in ALTERATIONS if name != "frankenstein"]
    without = [name for name in ALTERATIONS if name not in NEEDS_PICTURE]
    draw = _Draw(judge, most, seed, track)
    return [
        *draw.pairs(gather(pictures), of_pictures, "Pictures"),
        *draw.pairs(gather(texts), without, "Texts"),
    ]


@dataclass(frozen=True, slots=True)
class _Draw:
    judge: Judge
    most: int
    seed: int
    track: Track

    def pairs(self, among: Collection, names: Sequence[str], what: str) -> Iterator[AlteredPair]:
        rng = np.random.default_rng(self.seed)
        chosen = sorted(rng.permutation(len(among.rows))[: self.most].tolist())
        for number in self.track(chosen, what):
            own = weighed(among.rows[number].sample, self.judge)
            for name in names:
                for altered in altered_samples(name, number, among, self.seed)[:1]:
                    other = weighed(altered, self.judge)
                    if own and other:
                        yield AlteredPair(name, own, other)


def weighed(sample: TextSample, judge: Judge) -> Weighed | None:
    """What the judge measures of a sample; None for a blank text."""
    record = record_of(sample)
    seen = judge.picture(sample.picture) if sample.picture is not None else None
    evidence = judge.evidence(record, seen)
    return Weighed(evidence, profile_of(record, seen.info if seen else None)) if evidence else None
