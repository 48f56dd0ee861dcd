"""Context study: does a score agree with people who read the text in its article? (Kreiss et al.
2022.)

Folder `context-ratings`: `blv.csv`, ratings by blind and low-vision readers; `sighted.csv`, by
sighted readers before and after they saw the picture; `articles.json`, the first paragraph of each
article; `images/`. The descriptions of `blv.csv` are rated by both; a description's rating is the
mean over its readers.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from auditor.bench.data.files import benchmark, published_format, read_bytes, read_json, read_text
from auditor.bench.embed import Track
from auditor.bench.metrics import Metric, numbered, pearson
from auditor.bench.scorers import Scorer, TextSample
from extractors.context import REACH
from extractors.records import Context
from extractors.text import collapse, cut_start

QUESTIONS: Mapping[str, str] = {
    "overall": "q_overall",
    "imaginable": "q_reconstructivity",
    "relevance": "q_relevance",
    "irrelevance": "q_irrelevance",
    "fit": "q_imgfit",
}
TIMES: Mapping[str, str] = {"before": ".preimg", "after": ".postimg"}
COLUMNS: Mapping[str, tuple[str, str]] = {
    **{f"blv_{name}": ("blv.csv", column) for name, column in QUESTIONS.items()},
    **{
        f"sighted_{name}_{time}": ("sighted.csv", f"{column}{ending}")
        for name, column in QUESTIONS.items()
        for time, ending in TIMES.items()
        if (name, time) != ("imaginable", "after")  # not asked
    },
}
"""The file and the column of each figure."""
KEYS = tuple(COLUMNS)

Key = tuple[str, str, str]
"""Picture, article, description."""


def run(folder: Path, scorer: Scorer, seed: int, track: Track) -> dict[str, Metric]:
    """Pearson's r of the score with each question; what was fitted on these ratings is fitted
    without the article of the text. Raises BenchError, ModelError."""
    keys, samples, answers = read(benchmark(folder, "context-ratings"))
    scores = np.array(
        [
            scorer.apart(samples[i], "context-ratings", keys[i][1])
            for i in track(range(len(samples)), "Texts")
        ]
    )
    pictures = numbered(picture for picture, _, _ in keys)
    return {
        name: pearson(scores, np.array([answers[f][key][c] for key in keys]), pictures, seed)
        for name, (f, c) in COLUMNS.items()
    }


def read(
    folder: Path,
) -> tuple[list[Key], list[TextSample], dict[str, dict[Key, dict[str, float]]]]:
    """The descriptions with their samples, and the mean answers of each file. Raises BenchError."""
    answers = {name: _answers(folder / name) for name in ("blv.csv", "sighted.csv")}
    keys = list(answers["blv.csv"])
    return keys, _samples(folder, keys), answers


def rows(path: Path) -> list[dict[str, str]]:
    """The answers of a file, a row a reader and description. Raises BenchError."""
    return list(csv.DictReader(read_text(path).splitlines()))


def key_of(row: Mapping[str, str]) -> Key:
    """What an answer is about."""
    return row["img_id"], row["context"], row["description"]


def _samples(folder: Path, keys: Sequence[Key]) -> list[TextSample]:
    """The descriptions with their pictures, each before the first paragraph of its article."""
    path = folder / "articles.json"
    with published_format(path):
        articles = {title: collapse(text) for title, text in read_json(path).items()}
        return [
            TextSample(
                collapse(description),
                read_bytes(folder / "images" / f"{picture}.jpg"),
                Context(
                    page_title=article,
                    heading=article,
                    text_after=cut_start(articles[article], REACH),
                ),
            )
            for picture, article, description in keys
        ]


def _answers(path: Path) -> dict[Key, dict[str, float]]:
    """Mean answer of each column, by description."""
    found: dict[Key, list[Mapping[str, str]]] = defaultdict(list)
    with published_format(path):
        for row in rows(path):
            found[key_of(row)].append(row)
        return {
            key: {
                column: float(np.mean([float(row[column]) for row in group]))
                for column in group[0]
                if column.startswith("q_")
            }
            for key, group in found.items()
        }
