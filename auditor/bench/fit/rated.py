"""Texts that people rated, ready to be weighed; with what must be left out together."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from auditor.bench import flickr8k, ratings, web_alts
from auditor.bench.data import experts
from auditor.bench.data.files import benchmark, read_bytes
from auditor.bench.embed import Track
from auditor.bench.fit.pairs import Weighed, weighed
from auditor.bench.scorers import TextSample
from auditor.judge.judge import Judge

LEAST, MOST = 1.0, 5.0
"""The scale that every rating is put on."""
EXPERT_SHARES = {"fit": 0.64, "choose": 0.16, "report": 0.20}
"""Of the rated pictures of Flickr8k, by a hash of their names."""


@dataclass(frozen=True, slots=True)
class Rated:
    """One text with the mean rating that people gave it."""

    origin: str
    """"web-alts", "context-ratings", "flickr8k" or a figure of "alt-quality"."""
    group: str
    """Site, article or picture: what is left out together."""
    text: Weighed
    rating: float
    """LEAST to MOST; of experts' cases LEAST for wrong, MOST for right."""
    sighted: float | None = None
    """Of context-ratings, beside the blind readers' rating: that of sighted ones who saw the
    picture."""


def part_of(picture: str) -> str:
    """Which part of EXPERT_SHARES a rated picture belongs to."""
    place = int(hashlib.sha256(picture.encode()).hexdigest(), 16) % 100 / 100
    for name, share in EXPERT_SHARES.items():
        if place < share:
            return name
        place -= share
    return "report"


def tenth_of(group: str) -> int:
    """Which tenth of the groups one belongs to, 0 to 9."""
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) // 1000 % 10


def read_rated(data: Path, judge: Judge, track: Track, parts: tuple[str, ...]) -> list[Rated]:
    """Every rated text that may be fitted on. `parts` of Flickr8k's rated pictures.

    Raises BenchError, ModelError."""
    return [
        *_web_alts(data, judge),
        *_context_ratings(data, judge),
        *_experts(data, judge),
        *_flickr8k(data, judge, track, parts),
    ]


def _rated(
    origin: str, group: str, sample: TextSample, judge: Judge, rating: float, *more: float
) -> Iterator[Rated]:
    if text := weighed(sample, judge):
        yield Rated(origin, group, text, rating, *more)


def _web_alts(data: Path, judge: Judge) -> Iterator[Rated]:
    samples, found, sites = web_alts.read(benchmark(data, "web-alt-ratings"))
    for sample, rating, site in zip(samples, found, sites, strict=True):
        yield from _rated("web-alts", site, sample, judge, LEAST + 0.8 * rating)


def _context_ratings(data: Path, judge: Judge) -> Iterator[Rated]:
    keys, samples, answers = ratings.read(benchmark(data, "context-ratings"))
    for key, sample in zip(keys, samples, strict=True):
        blind, sighted = (answers[name][key] for name in ("blv.csv", "sighted.csv"))
        yield from _rated(
            "context-ratings",
            key[1],
            sample,
            judge,
            blind["q_overall"],
            sighted["q_overall.postimg"],
        )


def _experts(data: Path, judge: Judge) -> Iterator[Rated]:
    for case in experts.read(benchmark(data, "alt-quality")):
        if case.expected != "decorative":
            rating = MOST if case.expected == "ok" else LEAST
            yield from _rated(case.figure, case.picture, case.sample, judge, rating)


def _flickr8k(data: Path, judge: Judge, track: Track, parts: tuple[str, ...]) -> Iterator[Rated]:
    rated = flickr8k.read(benchmark(data, "flickr8k-ratings"))
    values = LEAST + (np.mean(rated.expert.values, axis=1) - 1) * 4 / 3
    chosen = [
        number
        for number, picture in enumerate(rated.expert.pictures)
        if part_of(rated.pictures[picture].name) in parts
    ]
    for place in track(range(len(chosen)), "Flickr8k"):
        number = chosen[place]
        path = rated.pictures[rated.expert.pictures[number]]
        sample = TextSample(rated.texts[rated.expert.texts[number]], read_bytes(path))
        yield from _rated("flickr8k", path.name, sample, judge, float(values[number]))
