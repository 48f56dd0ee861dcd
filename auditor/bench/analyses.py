"""The analyses of the papers, beside their tables: what explains people's ratings, and what scores
have in common (Kreiss et al. 2022; Kreiss, Zelikman et al. 2024; of descriptions and captions:
Kreiss, Fang et al. 2022).

Of the 68 descriptions of `context-ratings` and their readers, and of ContextRef's rows with a
picture. Each figure has a name:

- `correlation_A_B`: Pearson's r of two scores.
- `gap_Q`: mean answer of sighted readers after they saw the picture, less before; `gap_Q_right`
  without the answers of who then called the text wrong for the picture.
- `variance_length`, `variance_score`, `variance_both`: share of the variance of blind readers'
  overall ratings that the number of words, the scorer's score, or both explain (marginal R² of a
  regression with a random intercept by reader; Nakagawa & Schielzeth 2013).
- `agreement_Q_before`, `agreement_Q_after`: r of the mean answers of blind and of sighted readers.
- `ceiling_Q`: r of the mean answers of one random half of the blind readers with the other's.
- `lower_A`, `same_A`, `higher_A`, `change_A`: percent of ContextRef's rows in which an alteration
  scores so, and the mean change in standard deviations of the score.
- `true_pairs`, `shuffled_pairs`: mean score of texts with their own and with another picture.
- `alone_A`, `joined_A`, `joined_weight`: does likelihood help the scorer? (auditor/bench/joined.py;
  with a language model.)
- `description_over_caption`: percent of rows whose description scores above its caption, either
  taken as the alternative text and without the caption in the context.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from auditor.bench import contextref, joined, ratings
from auditor.bench.altered.alterations import ALTERATIONS, Collection, gather
from auditor.bench.data import stimuli
from auditor.bench.data.files import benchmark
from auditor.bench.embed import Track
from auditor.bench.metrics import (
    RESAMPLES,
    Floats,
    Ints,
    Metric,
    numbered,
    pearson,
    share,
    with_interval,
)
from auditor.bench.mixed import marginal_r2
from auditor.bench.scorers import Scorer, TextSample

FEWER = 100
"""Draws of a regression, which is slow."""
WRONG = 2
"""Highest answer to "does it fit the picture", 1 to 5, that calls a text wrong."""
SIGHTED = tuple(name for name in ratings.QUESTIONS if name != "imaginable")
"""What sighted readers were asked before and after."""
PAIRS = ("true_pairs", "shuffled_pairs")
SINGLE = (
    *(f"gap_{name}{ending}" for name in SIGHTED for ending in ("", "_right")),
    *(f"variance_{name}" for name in ("length", "score", "both")),
    *(f"agreement_{name}_{time}" for name in SIGHTED for time in ratings.TIMES),
    "agreement_imaginable_before",
    *(f"ceiling_{name}" for name in ratings.QUESTIONS),
    *(f"{what}_{name}" for name in ALTERATIONS for what in ("lower", "same", "higher", "change")),
    *PAIRS,
    "description_over_caption",
    *joined.keys(),
)
LIKELIHOOD = "likelihood"


def keys(scorers: Sequence[str]) -> tuple[str, ...]:
    """Every figure, with these scores held against each other."""
    return (*(f"correlation_{a}_{b}" for a, b in combinations(scorers, 2)), *SINGLE)


def run(
    folder: Path,
    scorer: Scorer,
    others: Mapping[str, Callable[[], Scorer]],
    seed: int,
    track: Track,
    only: Sequence[str],
) -> dict[str, Metric]:
    """The figures `only`, all when it is empty; `others` are held against each other. Raises
    BenchError, ModelError."""

    def wanted(*starts: str) -> bool:
        return not only or any(key.startswith(starts) for key in only)

    names, samples, answers = ratings.read(benchmark(folder, "context-ratings"))
    pictures = numbered(picture for picture, _, _ in names)
    found: dict[str, Metric] = {}
    if wanted("correlation"):
        scores = {name: _scores(make(), samples, track) for name, make in others.items()}
        found |= correlations(scores, pictures, seed)
    if wanted("gap"):
        found |= gaps(ratings.rows(benchmark(folder, "context-ratings") / "sighted.csv"), seed)
    blind = ratings.rows(benchmark(folder, "context-ratings") / "blv.csv")
    if wanted("variance"):
        own = dict(zip(names, _scores(scorer, samples, track), strict=True))
        found |= variances(blind, {key: float(value) for key, value in own.items()}, seed)
    if wanted("agreement"):
        found |= agreements(names, answers, pictures, seed)
    if wanted("ceiling"):
        found |= ceilings(blind, seed)
    if wanted("lower", "same", "higher", "change", *PAIRS, "description"):
        among = _with_pictures(folder)
        found |= altered(among, scorer, seed, track)
        found |= described(among, scorer, seed, track)
    if wanted("alone", "joined") and LIKELIHOOD in others:
        found |= joined.joined(_with_pictures(folder), scorer, others[LIKELIHOOD](), seed, track)
    return found


def _with_pictures(folder: Path) -> Collection:
    """ContextRef's rows that are reported on and have a picture. Raises BenchError."""
    rows = stimuli.reported(stimuli.read(benchmark(folder, "contextref")))
    return gather([row for row in rows if row.sample.picture is not None])


def correlations(scores: Mapping[str, Floats], pictures: Ints, seed: int) -> dict[str, Metric]:
    """Of every score (n,) with every other."""
    return {
        f"correlation_{a}_{b}": pearson(scores[a], scores[b], pictures, seed)
        for a, b in combinations(scores, 2)
    }


def gaps(rows: Sequence[Mapping[str, str]], seed: int) -> dict[str, Metric]:
    """How much answers rise with the picture."""
    pictures = numbered(row["img_id"] for row in rows)
    right = np.array([float(row["q_imgfit.postimg"]) > WRONG for row in rows])
    found = {}
    for name in SIGHTED:
        before, after = (_column(rows, f"{ratings.QUESTIONS[name]}{e}") for e in _TIMES)
        rise = after - before
        found[f"gap_{name}"] = mean(rise, pictures, seed)
        found[f"gap_{name}_right"] = mean(rise[right], pictures[right], seed)
    return found


_TIMES = tuple(ratings.TIMES.values())


def variances(
    rows: Sequence[Mapping[str, str]], scores: Mapping[ratings.Key, float], seed: int
) -> dict[str, Metric]:
    """How much of blind readers' overall ratings is explained by length, by score, by both."""
    level = _column(rows, ratings.QUESTIONS["overall"])
    words = np.array([float(len(row["description"].split())) for row in rows])
    own = np.array([scores[ratings.key_of(row)] for row in rows])
    readers = numbered(row["participant"] for row in rows)
    explained = {"length": [words], "score": [own], "both": [words, own]}
    rng = np.random.default_rng(seed)
    draws = [_readers_drawn(readers, rng) for _ in range(FEWER)]
    found = {}
    for name, columns in explained.items():
        table = np.stack(columns, axis=1)
        value = marginal_r2(level, table, readers)
        resampled = [marginal_r2(level[at], table[at], groups) for at, groups in draws]
        found[f"variance_{name}"] = with_interval(value, len(rows), np.array(resampled))
    return found


def _readers_drawn(readers: Ints, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """The places of the answers of as many readers as there are, drawn with repetition, and each
    drawn reader's number."""
    drawn = rng.integers(readers.max() + 1, size=readers.max() + 1)
    places = [np.flatnonzero(readers == reader) for reader in drawn]
    groups = np.repeat(np.arange(len(drawn)), [len(each) for each in places])
    return np.concatenate(places), groups


def agreements(
    names: Sequence[ratings.Key],
    answers: Mapping[str, Mapping[ratings.Key, Mapping[str, float]]],
    pictures: Ints,
    seed: int,
) -> dict[str, Metric]:
    """Of blind with sighted readers, question by question."""
    found = {}
    for key, (file, column) in ratings.COLUMNS.items():
        if file == "sighted.csv":
            asked = key.removeprefix("sighted_")
            blind = ratings.QUESTIONS[asked.rpartition("_")[0]]
            left = np.array([answers["blv.csv"][name][blind] for name in names])
            right = np.array([answers[file][name][column] for name in names])
            found[f"agreement_{asked}"] = pearson(left, right, pictures, seed)
    return found


def ceilings(rows: Sequence[Mapping[str, str]], seed: int) -> dict[str, Metric]:
    """How well one half of the blind readers tells the other's mean answers; descriptions with one
    answer are left out of a draw."""
    texts = numbered("\0".join(ratings.key_of(row)) for row in rows)
    rng = np.random.default_rng(seed)
    halves = [_halves(texts, rng) for _ in range(RESAMPLES)]
    found = {}
    for name, column in ratings.QUESTIONS.items():
        values = _column(rows, column)
        drawn = np.array([_half_r(values, texts, half) for half in halves])
        found[f"ceiling_{name}"] = with_interval(float(np.mean(drawn)), len(set(texts)), drawn)
    return found


def _halves(texts: Ints, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Which of the answers of each text are in the first half."""
    order = np.lexsort((rng.random(len(texts)), texts))
    first = np.empty(len(texts), dtype=bool)
    first[order] = np.arange(len(texts)) % 2 == rng.integers(2)
    return first


def _half_r(values: Floats, texts: Ints, first: NDArray[np.bool_]) -> float:
    both = [(values[(texts == t) & first], values[(texts == t) & ~first]) for t in set(texts)]
    means = np.array([(a.mean(), b.mean()) for a, b in both if len(a) and len(b)])
    return float(np.corrcoef(means.T)[0, 1])


def altered(among: Collection, scorer: Scorer, seed: int, track: Track) -> dict[str, Metric]:
    """What each alteration does to the score."""
    own = np.array([scorer.score(row.sample) for row in among.rows])
    spread = max(float(own.std()), 1e-12)
    found = {}
    for name in ALTERATIONS:
        places, values = [], []
        for number in track(range(len(among.rows)), name):
            if drawn := contextref.altered_samples(name, number, among, seed, 1):
                places.append(number)
                values.append(scorer.score(drawn[0]))
        if not places:
            continue
        change = np.array(values) - own[places]
        pictures = numbered(among.rows[place].img_id for place in places)
        for what, is_so in (("lower", change < 0), ("same", change == 0), ("higher", change > 0)):
            found[f"{what}_{name}"] = share(is_so.astype(float), pictures, seed)
        found[f"change_{name}"] = mean(change / spread, pictures, seed)
        if name == "shuffled_descriptions":
            found["true_pairs"] = mean(own[places], pictures, seed)
            found["shuffled_pairs"] = mean(np.array(values), pictures, seed)
    return found


def described(among: Collection, scorer: Scorer, seed: int, track: Track) -> dict[str, Metric]:
    """Descriptions against captions of the same pictures."""
    right, pictures = [], []
    for number in track(range(len(among.rows)), "captions"):
        row = among.rows[number]
        if caption := row.sample.context.caption:
            place = replace(row.sample.context, caption="")
            description = replace(row.sample, context=place)
            scores = [scorer.score(s) for s in (description, replace(description, text=caption))]
            right.append(float(scores[0] > scores[1]))
            pictures.append(row.img_id)
    if not right:
        return {}
    metric = share(np.array(right), numbered(pictures), seed)
    return {"description_over_caption": metric}


def mean(values: Floats, pictures: Ints, seed: int) -> Metric:
    """The mean of values (n,), pictures drawn again for its interval."""
    scaled = share(values, numbered(map(str, pictures)), seed)
    return Metric(scaled.value / 100, scaled.n, scaled.low / 100, scaled.high / 100)


def _scores(scorer: Scorer, samples: Sequence[TextSample], track: Track) -> Floats:
    return np.array([scorer.score(samples[i]) for i in track(range(len(samples)), scorer.name)])


def _column(rows: Sequence[Mapping[str, str]], name: str) -> Floats:
    return np.array([float(row[name]) for row in rows])
