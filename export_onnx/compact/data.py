"""The training data: pictures with one or more texts, split by seed-free rules."""

from __future__ import annotations

import csv
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from models.texts import SENTENCE_END

OPEN_SETS = ("web", "books", "textbooks", "drawings")
"""Under open licences or in the public domain; the others are for research."""
SETS = ("flickr8k", "conceptual", *OPEN_SETS)
MEASURED = Path("multilingual") / "captions.json"
"""Below the benchmarks: the pictures of Flickr8k that several languages are measured on."""
CHINESE = Path("multilingual") / "flickr8k-zh.json"
PARALLEL = Path("multilingual") / "parallel.json"

HELD_OUT = 12
"""Of the sets without a published split, one source in HELD_OUT is held out."""
SENTENCES = 4
"""Of a long alternative text, each a text of the picture."""
A_BOOK = 6.4
"""Of a source with n pictures of a set in BALANCED, A_BOOK * √n are shown an epoch."""
BALANCED = ("textbooks",)
DRAWINGS_SHOWN = 0.5
"""Share of the drawings that is shown an epoch: their names are short and their kinds few."""
DRAWN_AS = ("icon of {}", "drawing of {}", "picture of {}", "{} icon")


class DataError(Exception):
    """The training data is not as described in docs/models.md."""


@dataclass(frozen=True, slots=True)
class Example:
    picture: Path
    texts: tuple[str, ...]
    dataset: str
    held_out: bool
    """Used to choose and to calibrate, never to train."""
    group: str = ""
    """Pictures of one group show the same, or a translated picture: never a mistake for another."""
    shown: float = 1.0
    """Probability of being shown in an epoch."""
    language: str = "en"
    """Of its texts, most of them."""


def read_examples(folder: Path, measured: Path, sets: Sequence[str] = SETS) -> list[Example]:
    """The sets below `folder`, always in the same order, without the pictures that the benchmark of
    many languages below `measured` is made of. Raises DataError."""
    try:
        kept_back = measured_on(measured)
        return [
            example
            for name in sets
            for example in (
                _flickr8k(folder, kept_back) if name == "flickr8k" else _pairs(folder, name)
            )
        ]
    except (OSError, KeyError, ValueError) as error:
        raise DataError(f"The training data in {folder} cannot be read: {error}") from error


def read_parallel(folder: Path) -> dict[str, list[str]]:
    """By language, the same sentences in the same order. Raises DataError."""
    try:
        found: dict[str, list[str]] = json.loads((folder / PARALLEL).read_text("utf-8"))
        return found
    except (OSError, ValueError) as error:
        raise DataError(f"The translations in {folder} cannot be read: {error}") from error


def measured_on(benchmarks: Path) -> set[str]:
    """Names of the pictures of Flickr8k that languages are measured on, `ID_HASH.jpg`."""
    rows = json.loads((benchmarks / MEASURED).read_text("utf-8"))["images"]
    return {row["image"] for row in rows}


def _flickr8k(folder: Path, kept_back: Container[str]) -> Iterator[Example]:
    captions: dict[str, list[str]] = defaultdict(list)
    chinese = json.loads((folder / CHINESE).read_text("utf-8"))
    home = folder / "flickr8k"
    with (home / "captions.tsv").open(encoding="utf-8") as lines:
        for caption_id, text in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            captions[caption_id.split("#")[0]].append(text)
    for split in ("train", "dev"):
        for name in (home / f"{split}.txt").read_text("utf-8").split():
            if name in kept_back:
                continue
            held_out = split == "dev"
            texts = captions[name]
            if not held_out:
                texts = [*texts, _joined(texts), *chinese.get(name, [])[:2]]
            yield Example(home / "images" / name, tuple(texts), "flickr8k", held_out)


def _joined(captions: Sequence[str]) -> str:
    """A text of three sentences, as longer alternative texts have them."""
    return " ".join(f"{caption.rstrip(' .')}." for caption in captions[:3])


def _pairs(folder: Path, name: str) -> Iterator[Example]:
    rows = json.loads((folder / name / "pairs.json").read_text("utf-8"))
    sizes = Counter(row.get("source", "") for row in rows)
    for row in rows:
        source = row.get("source", row["image"])
        texts = tuple(dict.fromkeys(_texts(row, name)))
        if not texts:
            continue
        yield Example(
            folder / name / row["image"],
            texts,
            name,
            _bucket(row["alt"].lower() if name == "drawings" else source) == 0,
            str(row.get("group", "")),
            _shown(name, sizes[source]),
            row.get("language", "en"),
        )


def _shown(name: str, pictures: int) -> float:
    """In a set of whole books, one with many pictures must not drown the rest."""
    if name == "drawings":
        return DRAWINGS_SHOWN
    return min(1.0, A_BOOK * pictures**-0.5) if name in BALANCED else 1.0


def _texts(row: dict[str, str], name: str) -> Iterator[str]:
    alt, caption = row["alt"].strip(), (row.get("caption") or "").strip()
    if name == "drawings":
        yield alt
        yield DRAWN_AS[_bucket(alt, len(DRAWN_AS))].format(alt)
        return
    sentences = [part for part in SENTENCE_END.split(alt) if len(part.split()) >= 3]
    if name in BALANCED and len(sentences) > 1:
        yield from sentences[:SENTENCES]
    else:
        yield from filter(None, (alt,))
    yield from filter(None, (caption,))


def _bucket(key: str, buckets: int = HELD_OUT) -> int:
    return int(hashlib.sha256(key.encode()).hexdigest(), 16) % buckets
