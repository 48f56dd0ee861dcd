"""Does a text in one of many languages score higher among its own context than among another's?

The product's relevance, without pictures. Contexts are never translations of the text:

- By language (`de`, …, `ja`): a caption of `multilingual/captions.json` on an English page, among
  the other captions that people wrote for the same picture (Flickr8k).
- `zh_written`: a Chinese caption by people, among the four others of its picture.
- `textbooks_en`, `textbooks_es`, `textbooks_pl`: the text of a figure beside its caption, against
  other figures' captions in the same language.

Each text is held against OTHERS contexts of other pictures, drawn by the seed; equal is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from auditor.bench import multilingual
from auditor.bench.data.files import benchmark, folder_of, published_format, read_json, read_rows
from auditor.bench.embed import Track
from auditor.bench.metrics import Metric, numbered, share
from auditor.bench.scorers import TextSample, Tools, record_of
from extractors.records import Context

OTHERS = 10
WRITTEN = 300
"""Test pictures of Flickr8k whose Chinese captions are asked about."""
LANGUAGES = ("de", "es", "fi", "fr", "it", "ja", "nl", "pl", "pt", "ru", "tr", "zh-hans")
BOOKS = ("en", "es", "pl")
KEYS = (
    *(multilingual.key(tag) for tag in LANGUAGES),
    "zh_written",
    *(f"textbooks_{tag}" for tag in BOOKS),
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A text with its own context."""

    text: str
    language: str
    page: str
    """The language of the context."""
    context: Context
    group: str
    """Contexts of one group are never held against each other's texts."""


def run(
    folder: Path, tools: Tools, seed: int, track: Track, only: Sequence[str] = ()
) -> dict[str, Metric]:
    """Read, score and evaluate the figures `only`, all when it is empty. Raises BenchError,
    ModelError."""
    found = {}
    for key, placed in read(folder).items():
        if not only or key in only:
            found[key] = evaluate(placed, tools, seed, track, key)
    return found


def evaluate(placed: Sequence[Placed], tools: Tools, seed: int, track: Track, name: str) -> Metric:
    """Percent of comparisons that the own context wins."""
    groups = numbered(each.group for each in placed)
    right = []
    for number in track(range(len(placed)), name):
        rng = np.random.default_rng([seed, number])
        others = np.flatnonzero(groups != groups[number])
        drawn = rng.permutation(others)[:OTHERS]
        own = _relevance(placed[number], placed[number], tools)
        lower = [_relevance(placed[number], placed[other], tools) < own for other in drawn]
        right.append(float(np.mean(lower)))
    return share(np.array(right), groups, seed)


def _relevance(text: Placed, place: Placed, tools: Tools) -> float:
    """Of a text in a place; 0 where it is not computed."""
    record = record_of(TextSample(text.text, None, place.context))
    spoken = replace(record, language=text.language, page_language=place.page)
    scores = tools.judge.rate(spoken, None)
    return scores.relevance.value or 0.0 if scores else 0.0


def read(data: Path) -> dict[str, list[Placed]]:
    """The texts of each figure. Raises BenchError."""
    folder = benchmark(data, "multilingual")
    path = folder / "captions.json"
    with published_format(path):
        published = read_json(path)
        names = [entry["image"] for entry in published["images"]]
        written = _english(data)
        found = {
            multilingual.key(tag): [
                Placed(text, tag, "en", _among(_but(written[name], english)), name)
                for text, english, name in zip(
                    published["captions"][tag], published["captions"]["en"], names, strict=True
                )
            ]
            for tag in LANGUAGES
        }
    path = folder / "flickr8k-zh-test.json"
    with published_format(path):
        chinese: Mapping[str, list[str]] = read_json(path)["written"]
        found["zh_written"] = [
            Placed(texts[0], "zh", "zh", _among(texts[1:]), name)
            for name, texts in list(chinese.items())[:WRITTEN]
        ]
    return found | dict(_textbooks(benchmark(data, "textbooks") / "pairs.json"))


def _english(data: Path) -> dict[str, list[str]]:
    """What people wrote of each picture of Flickr8k."""
    found: dict[str, list[str]] = {}
    for place in (("benchmarks", "flickr8k-ratings"), ("training", "flickr8k")):
        for key, text in read_rows(folder_of(data, *place) / "captions.tsv"):
            found.setdefault(key.split("#")[0], []).append(text)
    return found


def _but(texts: Sequence[str], translated: str) -> list[str]:
    """Without the one that was translated."""
    plain = translated.casefold().rstrip(" .")
    return [text for text in texts if text.casefold().rstrip(" .") != plain][:4]


def _among(texts: Sequence[str]) -> Context:
    return Context(text_before=" ".join(text.rstrip(" .") + "." for text in texts))


def _textbooks(path: Path) -> Iterator[tuple[str, list[Placed]]]:
    with published_format(path):
        pairs = [pair for pair in read_json(path) if pair.get("caption")]
        for tag in BOOKS:
            yield (
                f"textbooks_{tag}",
                [
                    Placed(
                        pair["alt"],
                        tag,
                        tag,
                        Context(caption=pair["caption"]),
                        str(pair.get("group", pair["image"])),
                    )
                    for pair in pairs
                    if pair["language"] == tag
                ],
            )
