"""The training data: pictures with one or more texts, split by seed-free rules."""

from __future__ import annotations

import csv
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

OPEN_SETS = ("web", "books")
"""Under open licences or in the public domain; the others are for research."""
SETS = ("flickr8k", "conceptual", *OPEN_SETS)

HELD_OUT = 12
"""Of the sets without a published split, one source in HELD_OUT is held out."""


class DataError(Exception):
    """The training data is not as described in docs/models.md."""


@dataclass(frozen=True, slots=True)
class Example:
    picture: Path
    texts: tuple[str, ...]
    dataset: str
    held_out: bool
    """Used to choose and to calibrate, never to train."""


def read_examples(folder: Path, sets: Sequence[str] = SETS) -> list[Example]:
    """The sets below `folder`, always in the same order. Raises DataError."""
    try:
        return [
            example
            for name in sets
            for example in (
                _flickr8k(folder / name) if name == "flickr8k" else _pairs(folder, name)
            )
        ]
    except (OSError, KeyError, ValueError) as error:
        raise DataError(f"The training data in {folder} cannot be read: {error}") from error


def _flickr8k(folder: Path) -> Iterator[Example]:
    captions: dict[str, list[str]] = defaultdict(list)
    with (folder / "captions.tsv").open(encoding="utf-8") as lines:
        for caption_id, text in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            captions[caption_id.split("#")[0]].append(text)
    for split in ("train", "dev"):
        for name in (folder / f"{split}.txt").read_text("utf-8").split():
            held_out = split == "dev"
            texts = captions[name] if held_out else [*captions[name], _joined(captions[name])]
            yield Example(folder / "images" / name, tuple(texts), "flickr8k", held_out)


def _joined(captions: Sequence[str]) -> str:
    """A text of three sentences, as longer alternative texts have them."""
    return " ".join(f"{caption.rstrip(' .')}." for caption in captions[:3])


def _pairs(folder: Path, name: str) -> Iterator[Example]:
    rows = json.loads((folder / name / "pairs.json").read_text("utf-8"))
    for row in rows:
        texts = dict.fromkeys((row["alt"].strip(), (row.get("caption") or "").strip()))
        kept = tuple(text for text in texts if text)
        if kept:
            held_out = _bucket(row.get("source", row["image"])) == 0
            yield Example(folder / name / row["image"], kept, name, held_out)


def _bucket(key: str) -> int:
    return int(hashlib.sha256(key.encode()).hexdigest(), 16) % HELD_OUT
