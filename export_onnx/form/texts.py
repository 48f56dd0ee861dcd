"""Texts to learn form from: well-formed ones of every kind, and sentences that describe nothing."""

from __future__ import annotations

import csv
import json
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from export_onnx.compact.data import DataError, read_examples, read_parallel
from models.splits import is_development

MOST = {"flickr8k": 700, "conceptual": 500, "web": 1000, "books": 1000, "textbooks": 900}
"""Texts of each set: enough of every kind, and none so many that the others are not heard."""
ALTS = 1100
SENTENCES = 800
TRANSLATED = 40
"""Of each language of the translations."""
FOREIGN = 300
"""Texts of the sets in languages other than English."""
LONGEST = 400
"""Characters; longer texts are looked at sentence by sentence anyway."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\s*\n\s*")
_ENGLISH = re.compile(r"[ -~‘’“”–—]+")


@dataclass(frozen=True, slots=True)
class FormSources:
    data: Path
    """The folder of docs/models.md with the training sets and the translations."""
    benchmarks: Path
    """The folder with the list of pictures that several languages are measured on."""
    contexts: Path
    """ContextRef's stimuli.json, of which the development rows are read."""
    alts: Path
    """Alternative texts of home pages, one a row of CSV."""


@dataclass(frozen=True, slots=True)
class Texts:
    described: tuple[str, ...]
    """Written for pictures: captions and alternative texts, names and phrases among them."""
    told: tuple[str, ...]
    """Sentences of encyclopaedia articles."""


def read_texts(sources: FormSources, seed: int) -> Texts:
    """Raises DataError. Of ContextRef only the development rows are read (models/splits.py)."""
    rng = random.Random(seed)  # noqa: S311 - nothing secret
    try:
        rows = [
            row
            for row in json.loads(sources.contexts.read_text("utf-8"))
            if is_development(row["img_id"], row["has_image"])
        ]
        real = _sample(_alts(sources.alts), ALTS, rng)
    except (OSError, KeyError, ValueError) as error:
        raise DataError(f"The texts beside {sources.contexts} cannot be read: {error}") from error
    own = [row["description"] for row in rows] * 2
    described = [*_captions(sources.data, sources.benchmarks, rng), *real, *own]
    articles = (row[key] or "" for row in rows for key in ("page_context", "section_context"))
    told = {sentence for article in articles for sentence in _SENTENCE_END.split(article)}
    return Texts(tuple(_usable(described)), tuple(_sample(_usable(sorted(told)), SENTENCES, rng)))


def _captions(data: Path, benchmarks: Path, rng: random.Random) -> Iterator[str]:
    """English ones, and of every other language some: a head that had heard English alone would
    find fault with each text in another."""
    by_set: dict[str, list[str]] = {name: [] for name in MOST}
    foreign: list[str] = []
    for example in read_examples(data, benchmarks, tuple(MOST)):
        if not example.held_out:
            for text in map(_quiet, example.texts):
                english = example.language == "en" and _ENGLISH.fullmatch(text)
                (by_set[example.dataset] if english else foreign).append(text)
    for name, texts in by_set.items():
        yield from _sample(texts, MOST[name], rng)
    yield from _sample(foreign, FOREIGN, rng)
    for language, texts in read_parallel(data).items():
        if language != "en":
            yield from _sample(texts, TRANSLATED, rng)


def _alts(path: Path) -> Iterator[str]:
    """Alternative texts of home pages that read as English words, not as file names."""
    with path.open(encoding="utf-8", newline="") as lines:
        found = {row[0].strip() for row in csv.reader(lines) if row}
    for text in sorted(found):
        plain = _ENGLISH.fullmatch(text) and not re.search(r"[_@&;#/]|\.\w{2,4}$|\d{4,}", text)
        if plain and " " in text and re.search(r"[a-z]{3}", text):
            yield text


def _quiet(text: str) -> str:
    """Capitals lowered: how loud a text is, a rule says."""
    return text.capitalize() if text.isupper() else text


def _usable(texts: Iterable[str]) -> list[str]:
    return [clean for text in texts if 0 < len(clean := " ".join(text.split())) <= LONGEST]


def _sample(texts: Iterable[str], most: int, rng: random.Random) -> list[str]:
    found = list(texts)
    return rng.sample(found, most) if len(found) > most else found
