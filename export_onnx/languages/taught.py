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
from export_onnx.compact.features import Arrays, Rows, cached, text_readings
from export_onnx.compact.heads import SENTENCE
from export_onnx.languages.lessons import Lesson
from models.encoder import Encoder
from models.texts import Windows

LONGEST = 128
"""Tokens of a text that are read: paragraphs beside pictures are heard as well as captions."""
AT_ONCE = 64
"""English texts that are embedded before the bar moves."""


@dataclass(frozen=True, slots=True)
class Taught:
    """n lessons."""

    means: Tensor
    """(n, MEANS * 384) float16, of lower layers."""
    tokens: Sequence[Tensor]
    """Below the trained layers: (t, 384) float16 for each text."""
    learned: Tensor
    """(n, 384), unit vectors: what is to be said."""
    sentence: Tensor
    """(n, 384), the same."""
    lengths: tuple[float, float]
    """Of the two parts of the tower's shared embeddings."""
    chosen: Rows
    """The lessons that are taught; the others are held out."""


def taught(
    lessons: Sequence[Lesson],
    teacher: Encoder,
    trunk: Bert,
    windows: Windows,
    cache: Path | None,
) -> Taught:
    """Reads each text once, and what the `teacher` says of the English of each. Raises
    ModelError."""
    means, tokens = [], []
    for source, some in groupby(lessons, key=lambda lesson: lesson.source):
        texts = [lesson.text for lesson in some]
        reading = text_readings(trunk, windows, source, texts, cache, LONGEST)
        means.append(torch.from_numpy(reading["features"][:, :-SENTENCE]))
        tokens += torch.from_numpy(reading["tokens"]).split(reading["lengths"].tolist())
    learned, sentence = torch.from_numpy(_said(lessons, teacher, cache)).split(SENTENCE, 1)
    alone = np.flatnonzero([len(lesson.english) == 1 for lesson in lessons])  # no mean of several
    return Taught(
        torch.cat(means),
        tokens,
        functional.normalize(learned, dim=1),
        functional.normalize(sentence, dim=1),
        (float(learned[alone].norm(dim=1).mean()), float(sentence[alone].norm(dim=1).mean())),
        np.flatnonzero([not lesson.held_out for lesson in lessons]),
    )


def _said(lessons: Sequence[Lesson], teacher: Encoder, cache: Path | None) -> NDArray[np.float32]:
    """(n, 768): the mean shared embedding of the English of each lesson."""
    texts = list(dict.fromkeys(text for lesson in lessons for text in lesson.english))

    def make() -> Arrays:
        starts = range(0, len(texts), AT_ONCE)
        with click.progressbar(starts, label="what is to be said") as bar:
            rows = [teacher.embed_texts(texts[start : start + AT_ONCE]).shared for start in bar]
        return {"shared": np.concatenate(rows)}

    shared = cached(cache, f"said-{teacher.fingerprint[:16]}", texts, make)["shared"]
    place = {text: row for row, text in enumerate(texts)}
    means = [shared[[place[text] for text in lesson.english]].mean(0) for lesson in lessons]
    return np.stack(means).astype(np.float32)
