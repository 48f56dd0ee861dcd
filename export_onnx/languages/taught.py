"""The lessons as the training needs them: read by the frozen layers, with what is to be said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from export_onnx.compact.bert import Bert
from export_onnx.compact.features import Arrays, Rows, by_length, cached, of_one_length
from export_onnx.compact.half import half_products
from export_onnx.compact.heads import MEANS, SENTENCE
from export_onnx.compact.towers import text_means
from export_onnx.languages.lessons import Lesson
from export_onnx.languages.student import TUNED, Meanings
from models.encoder import TEXT_FILE, TOKENIZER_FILE, load_folder
from models.manifest import sha256_of
from models.session import SessionLimits, open_session
from models.texts import Windows, open_windows

LONGEST = 128
"""Tokens of a text that are read: paragraphs beside pictures are heard as well as captions."""
AT_ONCE = 256
"""Tokens of English texts of one length that are embedded together, in half the time of one text
at a time."""


@dataclass(frozen=True, slots=True)
class Taught:
    """n lessons that want m meanings."""

    means: Tensor
    """(n, MEANS * 384) float16, of lower layers."""
    tokens: Sequence[Tensor]
    """Below the trained layers: (t, 384) float16 for each text, on disk where there is a cache."""
    learned: Tensor
    """(m, 384), unit vectors: what is to be said."""
    sentence: Tensor
    """(m, 384), the same."""
    lengths: tuple[float, float]
    """Of the two parts of the tower's shared embeddings."""
    meaning: Rows
    """(n,): which of the m each lesson wants."""
    chosen: Rows
    """The lessons that are taught; the others are held out."""

    def wanted(self, rows: Rows) -> Meanings:
        """What is to be said of these lessons."""
        asked = self.meaning[rows]
        return Meanings(self.learned[asked], self.sentence[asked])


def taught(
    lessons: Sequence[Lesson],
    model: Path,
    trunk: Bert,
    windows: Windows,
    cache: Path | None,
) -> Taught:
    """Reads each text once, and what the `model` in a folder says of the English of each. Raises
    ModelError."""
    means = torch.empty(len(lessons), MEANS * SENTENCE, dtype=torch.float16)
    tokens: list[Tensor] = []
    below = trunk.without_top(TUNED)
    for source, some in groupby(lessons, key=lambda lesson: lesson.source):
        texts = [lesson.text for lesson in some]
        reading = _readings(below, windows, source, texts, cache)
        means[len(tokens) : len(tokens) + len(texts)] = torch.from_numpy(reading["means"])
        tokens += torch.from_numpy(reading["tokens"]).split(reading["lengths"].tolist())
    said, meaning = taught_answers(lessons, model, cache)
    learned, sentence = torch.from_numpy(said).split(SENTENCE, 1)
    alone = meaning[[len(lesson.english) == 1 for lesson in lessons]]  # no mean of several
    return Taught(
        means,
        tokens,
        functional.normalize(learned, dim=1),
        functional.normalize(sentence, dim=1),
        (float(learned[alone].norm(dim=1).mean()), float(sentence[alone].norm(dim=1).mean())),
        meaning,
        np.flatnonzero([not lesson.held_out for lesson in lessons]),
    )


def _readings(
    below: Bert, windows: Windows, source: str, texts: Sequence[str], cache: Path | None
) -> Arrays:
    """`means` (n, MEANS * 384) of some layers, `lengths` (n,), and the `tokens` of the last of the
    layers `below` of all texts one after the other; both float16."""

    def make() -> Arrays:
        ids = [windows.of(text)[0][:LONGEST] for text in texts]
        lengths = np.array([len(row) for row in ids])
        ends = np.cumsum(lengths)
        means = np.empty((len(ids), MEANS * SENTENCE), np.float16)
        tokens = np.empty((int(ends[-1]), SENTENCE), np.float16)
        with click.progressbar(list(by_length(ids)), label=f"{source}, texts") as bar:
            for rows, batch in bar:
                with torch.no_grad(), half_products():
                    states = [state.float() for state in below(batch)]
                means[rows] = text_means(states).numpy()
                last = states[-1].numpy()
                for row, state in zip(rows, last, strict=True):
                    tokens[ends[row] - len(state) : ends[row]] = state
        return {"means": means, "lengths": lengths, "tokens": tokens}

    return cached(cache, f"{source}-below-{TUNED}", texts, make)


def sentences(trunk: Bert, windows: Windows, texts: Sequence[str]) -> NDArray[np.float16]:
    """(n, 384): the mean last token of each text, a unit vector."""
    ids = [windows.of(text)[0][:LONGEST] for text in texts]
    found = np.empty((len(ids), SENTENCE), np.float16)
    with click.progressbar(list(by_length(ids)), label="words") as bar, torch.no_grad():
        for rows, batch in bar:
            with half_products():
                last = trunk(batch)[-1].float()
            found[rows] = functional.normalize(last.mean(1), dim=1).numpy()
    return found


def taught_answers(
    lessons: Sequence[Lesson], model: Path, cache: Path | None
) -> tuple[NDArray[np.float32], Rows]:
    """(m, 768): the mean shared embedding of the English of lessons that mean the same; and which
    of these each lesson means."""
    kinds = list(dict.fromkeys(lesson.english for lesson in lessons))
    texts = list(dict.fromkeys(text for kind in kinds for text in kind))
    fingerprint = sha256_of(model / TEXT_FILE)[:16]
    answers = cached(cache, f"said-{fingerprint}", texts, lambda: _answers(texts, model))
    place = {text: row for row, text in enumerate(texts)}
    shared = answers["shared"]
    means = np.stack([shared[[place[text] for text in kind]].mean(0) for kind in kinds])
    meaning = {kind: row for row, kind in enumerate(kinds)}
    return means, np.array([meaning[lesson.english] for lesson in lessons])


def _answers(texts: Sequence[str], model: Path) -> Arrays:
    """`shared` (n, 768): a text of one window as any, a longer one by the model itself."""
    teacher = load_folder(model, provider="cpu", threads=1)
    m = teacher.manifest
    session = open_session(model / TEXT_FILE, "cpu", SessionLimits(threads=1))
    windows = open_windows(model / TOKENIZER_FILE, m.max_tokens, m.text_cleaning)
    parts = [windows.of(text) for text in texts]
    shared = np.empty((len(texts), m.dimension), np.float32)
    short = [row for row, each in enumerate(parts) if len(each) == 1]
    together = list(of_one_length([len(parts[row][0]) for row in short], AT_ONCE))
    with click.progressbar(together, label="what is to be said") as bar:
        for at in bar:
            rows = [short[place] for place in at]
            ids = np.stack([parts[row][0] for row in rows])
            (shared[rows],) = session.run({m.text_input: ids}, [session.outputs[0]])
    for row in set(range(len(texts))) - set(short):
        shared[row] = teacher.embed_texts([texts[row]]).shared[0]
    return {"shared": shared}
