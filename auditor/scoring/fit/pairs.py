"""Texts to fit on: held-out pictures and development texts as they are, and each made worse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.bench import heldout, stimuli
from auditor.bench.alterations import ALTERATIONS, Collection, gather
from auditor.bench.contextref import NEEDS_PICTURE, altered_samples
from auditor.bench.embed import Track
from auditor.judge import Judge
from auditor.profiles import Profile
from auditor.purpose import profile_of
from auditor.scorers import Sample, record_of
from auditor.scoring import Evidence


@dataclass(frozen=True, slots=True)
class Weighed:
    """One text, ready to be weighed."""

    evidence: Evidence
    profile: Profile


@dataclass(frozen=True, slots=True)
class Pair:
    """A text as it is, and altered for the worse."""

    kind: str
    """The alteration, or "joined" for a text that was made longer by true sentences."""
    own: Weighed
    altered: Weighed


def read_pairs(
    benchmarks: Path, training: Path, judge: Judge, seed: int, track: Track
) -> list[Pair]:
    """Every alteration of the rows that may be learnt from, once. Raises BenchError, ModelError."""
    texts = [row for row in stimuli.read(benchmarks / "contextref") if row.development]
    pictures = heldout.read(training, seed)
    without = [name for name in ALTERATIONS if name not in NEEDS_PICTURE]
    return [
        *_pairs(gather(pictures), tuple(ALTERATIONS), judge, seed, track, "Pictures"),
        *_pairs(gather(texts), without, judge, seed, track, "Texts"),
    ]


def _pairs(
    among: Collection, names: Sequence[str], judge: Judge, seed: int, track: Track, what: str
) -> Iterator[Pair]:
    for number in track(range(len(among.rows)), what):
        own = weighed(among.rows[number].sample, judge)
        for name in names:
            for altered in altered_samples(name, number, among, seed)[:1]:
                other = weighed(altered, judge)
                if own and other:
                    yield Pair(name, own, other)


def weighed(sample: Sample, judge: Judge) -> Weighed | None:
    """What the judge measures of a sample; None for a blank text."""
    record = record_of(sample)
    seen = judge.picture(sample.picture) if sample.picture is not None else None
    evidence = judge.evidence(record, seen)
    return Weighed(evidence, profile_of(record, seen.info if seen else None)) if evidence else None
