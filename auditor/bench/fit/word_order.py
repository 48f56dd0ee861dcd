"""Counts which kinds of words follow one another in English texts: auditor/texts/word_order.py.

    python -m auditor.bench.fit.word_order --data ../shared > auditor/texts/word_order.json

Read are captions and alternative texts of the training data and sentences around the development
rows of ContextRef, none of which a figure is reported on (`models/splits.py`).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from auditor.bench.data.files import folder_of, published_format, read_json, read_rows, read_text
from auditor.texts.word_order import END, PIECE, START, class_of
from extractors.text import collapse
from models.splits import is_development, is_held_out

COMMON = 80
"""Words that are classes of their own: the commonest."""
CAPTIONS = 6_000
"""Of Flickr8k, which would else outweigh all others."""
PRIOR = 20.0
"""Pairs that every class is taken to have been followed by, as words come."""
SETS = ("conceptual", "web", "books", "textbooks")
SHORTEST, LONGEST = 4, 60
"""Words of a sentence of an article."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\s*\n\s*")


@click.command()
@click.option("--data", type=click.Path(path_type=Path), required=True)
@click.option("--seed", default=0, show_default=True)
def main(data: Path, seed: int) -> None:
    """Print the table as JSON."""
    texts = [*_captions(data, seed), *_pairs(data), *_sentences(data)]
    pieces = [PIECE.findall(text) for text in texts]
    counted = Counter(p.casefold() for found in pieces for p in found if p[0].isalpha())
    common = frozenset(word for word, _ in counted.most_common(COMMON))
    rows = [[START, *(class_of(piece, common) for piece in found), END] for found in pieces]
    classes = sorted({name for row in rows for name in row} | {"~"})
    odds = np.rint(10 * log_odds(rows, classes)).astype(int)
    command = f"python -m auditor.bench.fit.word_order --data ../shared --seed {seed}"
    table = {
        "run": {"command": command, "texts": len(texts)},
        "common": sorted(common),
        "classes": classes,
        "tenths": [" ".join(map(str, row)) for row in odds.tolist()],
    }
    click.echo(json.dumps(table, indent=0, ensure_ascii=False))


def log_odds(rows: Sequence[Sequence[str]], classes: Sequence[str]) -> NDArray[np.float64]:
    """(classes, classes): how much likelier a class, column, follows another, row, than it comes at
    all; drawn towards 0 where little was seen."""
    places = {name: number for number, name in enumerate(classes)}
    counts = np.zeros((len(classes), len(classes)))
    for row in rows:
        for one, other in pairwise(row):
            counts[places[one], places[other]] += 1
    share = (counts.sum(axis=0) + 1) / (counts.sum() + len(classes))
    after = (counts + PRIOR * share) / (counts.sum(axis=1, keepdims=True) + PRIOR)
    found: NDArray[np.float64] = np.log(after / share)
    return found


def _captions(data: Path, seed: int) -> list[str]:
    folder = folder_of(data, "training", "flickr8k")
    path = folder / "captions.tsv"
    with published_format(path):
        training = set(read_text(folder / "train.txt").split())
        found = [text for key, text in read_rows(path) if key.partition("#")[0] in training]
    order = np.random.default_rng(seed).permutation(len(found))[:CAPTIONS]
    return [found[number] for number in sorted(order.tolist())]


def _pairs(data: Path) -> Iterator[str]:
    for name in SETS:
        path = folder_of(data, "training", name) / "pairs.json"
        with published_format(path):
            for pair in read_json(path):
                text = collapse(pair["alt"])
                english = pair.get("language", "en") == "en"
                if english and not is_held_out(pair.get("source", pair["image"])):
                    yield text.capitalize() if text.isupper() else text


def _sentences(data: Path) -> list[str]:
    path = folder_of(data, "benchmarks", "contextref") / "stimuli.json"
    found: set[str] = set()
    with published_format(path):
        for use in read_json(path):
            if is_development(use["img_id"], use["has_image"]):
                for key in ("page_context", "section_context", "caption"):
                    found.update(map(collapse, _SENTENCE_END.split(use[key] or "")))
    return sorted(text for text in found if SHORTEST <= len(text.split()) < LONGEST)


if __name__ == "__main__":
    main()
