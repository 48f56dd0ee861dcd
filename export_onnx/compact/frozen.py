"""What the frozen trunks say about all the training data, ready to train on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from export_onnx.compact.altered import altered, vocabulary
from export_onnx.compact.backbones import PictureTrunk, class_names
from export_onnx.compact.bert import Bert
from export_onnx.compact.data import Example
from export_onnx.compact.e5 import E5File, e5_network, package_file, read_e5
from export_onnx.compact.features import (
    Arrays,
    Rows,
    object_features,
    picture_features,
    text_readings,
)
from export_onnx.compact.heads import SENTENCE
from export_onnx.compact.pieces import kept_pieces, piece_tokenizer
from export_onnx.compact.step import UNKNOWN, ReadTexts
from export_onnx.compact.training import SeenPictures, TrainingSet
from export_onnx.objects.words import CLASSES, named
from models.texts import Windows, open_windows

MAX_TOKENS = 256
"""Of a window: half of what the network was trained for, as texts of the web are short."""
ALTERED_SETS = ("flickr8k", "conceptual", "web", "books")
"""Whose texts are English, and plain enough that one word exchanged makes them wrong."""
EVERY_ALTERED = 3
"""One text in so many is altered."""
VIEWS = 2
ONE_VIEW = ("textbooks", "drawings")
TRANSLATED = 200
"""Sentences of each language that are taken from the translations."""
CALIBRATED = 100
"""Others, on which a language is calibrated."""


@dataclass(frozen=True, slots=True)
class Backbones:
    picture: PictureTrunk
    text: Bert
    windows: Windows
    file: E5File
    kept: NDArray[np.int64]
    """Numbers of the pieces of `file` that are kept."""


def open_backbones(folder: Path) -> Backbones:
    """Leaves the tokenizer in `folder`."""
    file = read_e5(package_file())
    kept = kept_pieces(file.pieces)
    path = folder / "tokenizer.json"
    piece_tokenizer(file.pieces, kept).save(str(path), pretty=False)
    windows = open_windows(path, MAX_TOKENS)
    return Backbones(PictureTrunk(), e5_network(file, kept, MAX_TOKENS), windows, file, kept)


def texts_to_read(
    examples: Sequence[Example], parallel: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """All texts that the training reads, by data set; those in several sets stand in each."""
    found = {
        name: list(dict.fromkeys(text for e in examples if e.dataset == name for text in e.texts))
        for name in dict.fromkeys(example.dataset for example in examples)
    }
    for name in ALTERED_SETS:
        if name in found:
            found[f"{name}-altered"] = list(altered_forms(found[name]).values())
    found |= {
        f"parallel-{name}": list(texts.values()) for name, texts in translated(parallel).items()
    }
    found["classes"] = class_names()
    return found


def altered_forms(texts: Sequence[str]) -> dict[str, str]:
    """By text, its altered form, of every EVERY_ALTERED-th text that has one."""
    known, rng = vocabulary(texts), np.random.default_rng(0)
    forms = {text: altered(text, known, rng) for text in texts[::EVERY_ALTERED]}
    return {text: form for text, form in forms.items() if form is not None}


def translated(parallel: Mapping[str, Sequence[str]]) -> dict[str, dict[int, str]]:
    """By language, some sentences by their number; all of English."""
    rng = np.random.default_rng(0)
    count = len(parallel["en"])
    chosen = {}
    for language, texts in parallel.items():
        some = sorted(rng.permutation(count)[:TRANSLATED].tolist())
        numbers: Sequence[int] = range(count) if language == "en" else some
        chosen[language] = {number: texts[number] for number in numbers}
    return chosen


def untrained(parallel: Mapping[str, Sequence[str]]) -> dict[str, list[tuple[str, str]]]:
    """By language, at most CALIBRATED English sentences and their translations, of those that
    `translated` leaves."""
    taken = translated(parallel)
    return {
        language: [
            (english, text)
            for number, (english, text) in enumerate(zip(parallel["en"], texts, strict=True))
            if number not in taken[language]
        ][:CALIBRATED]
        for language, texts in parallel.items()
        if language != "en"
    }


def training_set(
    backbones: Backbones,
    examples: Sequence[Example],
    parallel: Mapping[str, Sequence[str]],
    detector: Path,
    cache: Path | None,
) -> TrainingSet:
    """What the frozen networks say of all pictures and texts, and which of them to train on."""
    views = [_seen(backbones.picture, examples, number, cache) for number in range(VIEWS)]
    objects = _by_set(examples, lambda name, paths: object_features(detector, name, paths, cache))[
        "objects"
    ]
    texts = texts_to_read(examples, parallel)
    readings = [
        text_readings(backbones.text, backbones.windows, name, each, cache)
        for name, each in texts.items()
    ]
    places: dict[tuple[str, str], int] = {}
    rows = 0
    for name, each in texts.items():
        places |= {(name, text): rows + number for number, text in enumerate(each)}
        rows += len(each)
    pairs, labels = _pairs_of(parallel, places), _labels(examples, parallel, places, rows)
    sentences, middle = _sentences(readings)
    classes = torch.tensor([places["classes", name] for name in texts["classes"]])
    names = sentences[classes]
    sentences[pairs[:, 1]] = sentences[pairs[:, 0]]
    tokens = [
        part
        for reading in readings
        for part in torch.from_numpy(reading["tokens"]).split(reading["lengths"].tolist())
    ]
    means = torch.cat([torch.from_numpy(each["features"][:, :-SENTENCE]) for each in readings])
    return TrainingSet(
        views,
        torch.from_numpy(objects),
        names,
        middle,
        ReadTexts(means, tokens, sentences, labels),
        [
            np.array([places[example.dataset, text] for text in example.texts])
            for example in examples
        ],
        _altered_rows(texts, places, rows),
        pairs,
        _groups(examples),
        np.array([example.shown for example in examples]),
        np.flatnonzero([not example.held_out for example in examples]),
    )


def _by_set(examples: Sequence[Example], read: Callable[[str, Sequence[Path]], Arrays]) -> Arrays:
    """What is read of each data set's pictures, in the order of the examples."""
    names = list(dict.fromkeys(example.dataset for example in examples))
    parts = [read(name, [e.picture for e in examples if e.dataset == name]) for name in names]
    return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}


def _seen(
    trunk: PictureTrunk, examples: Sequence[Example], number: int, cache: Path | None
) -> SeenPictures:
    """Sets with many pictures that are each shown seldom are seen in one view alone."""

    def read(name: str, paths: Sequence[Path]) -> Arrays:
        return picture_features(trunk, name, paths, 0 if name in ONE_VIEW else number, cache)

    found = _by_set(examples, read)
    return SeenPictures(*(torch.from_numpy(found[name]) for name in ("maps", "levels", "logits")))


def _sentences(readings: Sequence[Arrays]) -> tuple[Tensor, Tensor]:
    """Unit vectors (texts, 384), less what all have in common, and that (384,)."""
    raw = torch.cat([torch.from_numpy(each["features"][:, -SENTENCE:]) for each in readings])
    raw = functional.normalize(raw.float(), dim=1)
    middle = raw.mean(0)
    return functional.normalize(raw - middle, dim=1), middle


def _pairs_of(parallel: Mapping[str, Sequence[str]], places: Mapping[tuple[str, str], int]) -> Rows:
    """(pairs, 2): rows of an English sentence and of its translation."""
    return np.array(
        [
            (places["parallel-en", parallel["en"][number]], places[f"parallel-{name}", text])
            for name, texts in translated(parallel).items()
            if name != "en"
            for number, text in texts.items()
        ]
    )


def _labels(
    examples: Sequence[Example],
    parallel: Mapping[str, Sequence[str]],
    places: Mapping[tuple[str, str], int],
    rows: int,
) -> Tensor:
    """(texts, 80): which classes each text names, where its words, or those of the sentence that it
    translates, are English."""
    labels = torch.full((rows, len(CLASSES)), UNKNOWN)
    english = [
        (places[example.dataset, text], text)
        for example in examples
        if example.language == "en"
        for text in example.texts
        if text.isascii() or example.dataset != "flickr8k"
    ]
    for name, texts in translated(parallel).items():
        english += [
            (places[f"parallel-{name}", text], parallel["en"][number])
            for number, text in texts.items()
        ]
    places_of, said = zip(*english, strict=True)
    labels[torch.tensor(places_of)] = torch.from_numpy(named(said))
    return labels


def _altered_rows(
    texts: Mapping[str, Sequence[str]], places: Mapping[tuple[str, str], int], rows: int
) -> Rows:
    """The row of the altered form of each text; -1 where there is none."""
    found = np.full(rows, -1)
    for name in ALTERED_SETS:
        for text, form in altered_forms(texts.get(name, ())).items():
            found[places[name, text]] = places[f"{name}-altered", form]
    return found


def _groups(examples: Sequence[Example]) -> Rows:
    """A number for each picture; the same for those that show the same."""
    numbers: dict[str, int] = {}
    return np.array(
        [
            numbers.setdefault(f"{e.dataset} {e.group}" if e.group else str(row), row)
            for row, e in enumerate(examples)
        ]
    )
