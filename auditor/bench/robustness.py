"""How a score is fooled, on captions of COCO and Flickr8k (after Ahmadi & Agrawal 2023).

One caption of each picture is drawn, of 283 COCO and 1,000 Flickr8k pictures. Percent of pairs in
which the better text scores higher; equal is wrong. What each figure compares is said beside it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from auditor.bench import coco, flickr8k
from auditor.bench.altered.answers import ANSWERS
from auditor.bench.altered.captions import (
    WORD,
    Captions,
    Check,
    Pair,
    Rng,
    pair,
    replaced,
    shuffled,
    things,
)
from auditor.bench.altered.words import capitalised, ended, exchanged, lists
from auditor.bench.data.files import benchmark, read_bytes
from auditor.bench.embed import Track
from auditor.bench.metrics import Metric, numbered, share
from auditor.bench.scorers import Scorer, TextSample
from auditor.texts.negation import affirmed

_VERB = re.compile(r"\b(is|are|was|were)\b")
STEADY = 0.05
"""A score that changes by no more than this share of its standard deviation has not changed."""


def one_detail(captions: Captions, rng: Rng) -> Pair | None:
    """The caption, and the same with one colour, garment, age or number another."""
    return pair(captions.text, exchanged(captions.text, _kinds(), rng, lists().same))


def negation(captions: Captions, rng: Rng) -> Pair | None:
    """The caption, and its denial: "is" made "is not", or "There is no" put before it."""
    text, verbs = captions.text, _VERB.subn(r"\1 not", captions.text, count=1)
    if verbs[1]:
        return text, verbs[0]
    start = re.sub(r"^(?:an?|the|some|two|three)\s+", "", text, flags=re.IGNORECASE)
    return text, f"There is no {start[:1].lower()}{start[1:]}"


def implausible_object(captions: Captions, rng: Rng) -> Pair | None:
    """The caption, and the same with a thing in it replaced by another thing that other captions of
    the picture name: it is there, but not so."""
    own = [word.lower() for word in WORD.findall(captions.text)]
    here = [word for word in own if word in things()]
    groups = [set(group) for group in lists().siblings]
    away = [
        thing
        for thing in captions.objects()
        if thing not in own and not any({thing, here_too} <= g for g in groups for here_too in here)
    ]
    if not here or not away:
        return None
    return pair(captions.text, replaced(captions.text, here, away, rng))


def sibling_object(captions: Captions, rng: Rng) -> Pair | None:
    """The caption, and the same with a thing replaced by one of the same group that no caption
    names: a dog for a cat."""
    named = captions.objects()
    groups = [
        [thing for thing in group if thing not in named or thing in captions.text.lower()]
        for group in lists().siblings
    ]
    return pair(captions.text, exchanged(captions.text, groups, rng, {}))


def word_order(captions: Captions, rng: Rng) -> Pair | None:
    """The caption, and its words in another order."""
    return pair(captions.text, shuffled(captions.text, rng))


def number_of_objects(captions: Captions, rng: Rng) -> Pair | None:
    """A list of the things that the captions name (at least three), and a list of the first of
    them: both true, the longer tells more."""
    named = captions.objects()
    if len(named) < 3:
        return None
    named = [named[i] for i in rng.permutation(len(named))]
    longer = f"There is a {', a '.join(named[:-1])} and a {named[-1]}."
    return longer, f"There is a {named[0]}."


def true_negations(captions: Captions) -> Iterator[Pair]:
    """Every caption that a person wrote with a negation, and the same without it: what the picture
    has not, a person said truly."""
    for text in (captions.text, *captions.others):
        if without := affirmed(text):
            yield text, without


CHECKS: Mapping[str, Check] = {
    "one_detail": one_detail,
    "negation": negation,
    "implausible_object": implausible_object,
    "sibling_object": sibling_object,
    "word_order": word_order,
    "number_of_objects": number_of_objects,
    **ANSWERS,
}
DENIALS = ("negation", "true_negation")
KEYS = (*CHECKS, "true_negation", "negation_balanced", "sentence_order")


def run(folder: Path, scorer: Scorer, seed: int, track: Track) -> dict[str, Metric]:
    """All checks. Raises BenchError, ModelError."""
    rows = [
        *_coco(benchmark(folder, "coco"), seed),
        *_flickr8k(benchmark(folder, "flickr8k-ratings"), seed),
    ]
    names = numbered(str(row.picture) for row in rows)
    right: dict[str, list[float]] = {key: [] for key in KEYS}
    owners: dict[str, list[int]] = {key: [] for key in KEYS}
    orders: list[tuple[float, float]] = []
    for number in track(range(len(rows)), "Captions"):
        row, picture = rows[number], read_bytes(rows[number].picture)
        for key, check in CHECKS.items():
            rng = np.random.default_rng([seed, zlib.crc32(key.encode()), number])
            if made := check(row, rng):
                better, worse = (scorer.score(TextSample(text, picture)) for text in made)
                right[key].append(float(worse < better))
                owners[key].append(names[number])
        for made in true_negations(row):
            better, worse = (scorer.score(TextSample(text, picture)) for text in made)
            right["true_negation"].append(float(worse < better))
            owners["true_negation"].append(names[number])
        if row.others:
            one, two = (ended(capitalised(text)) for text in (row.text, row.others[0]))
            either = (f"{one} {two}", f"{two} {one}")
            first, second = (scorer.score(TextSample(text, picture)) for text in either)
            orders.append((first, second))
            owners["sentence_order"].append(names[number])
    right["sentence_order"] = steady(np.array(orders))
    found = {
        key: share(np.array(values), np.unique(owners[key], return_inverse=True)[1], seed)
        for key, values in right.items()
        if values
    }
    if all(right[key] for key in DENIALS):
        found["negation_balanced"] = balanced([found[key] for key in DENIALS])
    return found


def balanced(metrics: Sequence[Metric]) -> Metric:
    """The mean of shares of different pairs, each counting alike however many pairs it has; the
    interval as of independent figures."""
    value = float(np.mean([metric.value for metric in metrics]))
    below = float(np.linalg.norm([m.value - m.low for m in metrics])) / len(metrics)
    above = float(np.linalg.norm([m.high - m.value for m in metrics])) / len(metrics)
    return Metric(value, sum(metric.n for metric in metrics), value - below, value + above)


def steady(orders: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> list[float]:
    """Of two true sentences in both orders, scores (n, 2): 1 where the order changed nothing, by
    STEADY of the standard deviation over all."""
    if not len(orders):
        return []
    change = np.abs(orders[:, 0] - orders[:, 1])
    return [float(right) for right in change <= STEADY * orders.std()]


def _kinds() -> list[Sequence[str]]:
    return list(lists().kinds.values())


def _coco(folder: Path, seed: int) -> Iterator[Captions]:
    data = coco.read(folder)
    yield from _drawn(data.pictures, data.texts, data.owners.tolist(), seed)


def _flickr8k(folder: Path, seed: int) -> Iterator[Captions]:
    data = flickr8k.read(folder)
    yield from _drawn(data.pictures, data.texts, data.owners.tolist(), seed)


def _drawn(
    pictures: Sequence[Path], texts: Sequence[str], owners: Sequence[int], seed: int
) -> Iterator[Captions]:
    """One caption of each picture, and the others."""
    rng = np.random.default_rng(seed)
    for number, picture in enumerate(pictures):
        own = [text.strip() for text, owner in zip(texts, owners, strict=True) if owner == number]
        chosen = int(rng.integers(len(own)))
        yield Captions(picture, own[chosen], tuple(own[:chosen] + own[chosen + 1 :]))
