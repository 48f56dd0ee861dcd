"""Pictures with texts to tune on: the held-out part of the training data, as rows.

They stand in for what ContextRef's development rows lack. Folder: `flickr8k/` (`captions.tsv`,
`dev.txt`) and `conceptual/`, `web/`, `books/` (`pairs.json`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from auditor.bench.data.files import (
    folder_of,
    published_format,
    read_bytes,
    read_json,
    read_rows,
    read_text,
)
from auditor.bench.data.stimuli import Stimulus
from auditor.bench.scorers import NOWHERE, TextSample
from extractors.records import Context
from extractors.text import collapse
from models.splits import is_held_out

SETS = ("conceptual", "web", "books")
OF_EACH = 75
"""Rows drawn of each set."""
FEWEST_WORDS = 4


def read(folder: Path, seed: int) -> list[Stimulus]:
    """Some held-out pairs of every set. Raises BenchError."""
    sets = [
        list(_flickr8k(folder_of(folder, "training", "flickr8k"))),
        *(list(_pairs(folder_of(folder, "training", name))) for name in SETS),
    ]
    rng = np.random.default_rng(seed)
    return [
        found[i] for found in sets for i in sorted(rng.permutation(len(found))[:OF_EACH].tolist())
    ]


def _flickr8k(folder: Path) -> Iterator[Stimulus]:
    path = folder / "captions.tsv"
    with published_format(path):
        captions = {key.removesuffix("#0"): text for key, text in read_rows(path)}
        for name in read_text(folder / "dev.txt").split():
            yield _row(folder / "images" / name, captions[name], name, NOWHERE)


def _pairs(folder: Path) -> Iterator[Stimulus]:
    path = folder / "pairs.json"
    with published_format(path):
        for pair in read_json(path):
            source, text = pair.get("source", pair["image"]), collapse(pair["alt"])
            if is_held_out(source) and len(text.split()) >= FEWEST_WORDS and not text.isupper():
                yield _row(folder / pair["image"], text, source, _context(pair))


def _row(path: Path, text: str, source: str, context: Context) -> Stimulus:
    return Stimulus(
        path.name, source, TextSample(text, read_bytes(path), context), development=True
    )


def _context(pair: Mapping[str, Any]) -> Context:
    """The name of the book or site, as far as there is one, and the caption."""
    title = pair.get("source", "").rpartition("/")[2].replace("-", " ").rstrip("_0123456789")
    return Context(page_title=title, caption=collapse(pair.get("caption") or ""))
