"""Texts of pictures from IGLUE (Bugliarello et al. 2022), what people and programs made of them.

Of a picture that a benchmark shows, and of a caption that one holds, nothing is read; nor of what
other lessons hold out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from export_onnx.compact.data import DataError
from export_onnx.languages.captions import some
from export_onnx.languages.lessons import Lesson
from export_onnx.languages.measured import KeptBack

MOST = 800
"""Texts that are read of one file."""


@dataclass(frozen=True, slots=True)
class ParallelSet:
    """A data set in some languages, in two files each whose rows mean the same."""

    languages: tuple[str, ...]
    own: str
    english: str
    """Files below the data sets; `{}` stands for the language."""
    fields: tuple[str, ...]
    """Of a row, those that are texts."""


PARTS = (
    ParallelSet(
        ("id", "ja", "ru", "tr", "zh"),
        "xFlickrCO/annotations/{}/test.jsonl",
        "xFlickrCO/annotations_machine-translate/{}/test_gmt.jsonl",
        ("sentences",),
    ),
    ParallelSet(
        ("bn", "id", "ja", "ko", "ru", "tr"),
        "flickr30k/annotations_machine-translate/valid-{}_gmt.jsonl",
        "flickr30k/annotations/valid_ann.jsonl",
        ("sentences",),
    ),
    ParallelSet(
        ("id", "sw", "tr", "zh"),
        "nlvr2/annotations/dev-{}_gmt.jsonl",
        "nlvr2/annotations/dev.jsonl",
        ("sentence",),
    ),
    ParallelSet(
        ("ar", "ru"),
        "XVNLI/annotations/{}/test.jsonl",
        "XVNLI/annotations/en/test.jsonl",
        ("sentence1", "sentence2"),
    ),
    ParallelSet(
        ("bn", "id", "ko", "ru", "zh"),
        "xGQA/annotations/few_shot/{}/dev.json",
        "xGQA/annotations/few_shot/en/dev.json",
        ("question",),
    ),
)
"""Captions that people wrote, and their English by a program; captions and sentences that programs
translated; sentences and questions that people translated. Languages that have captions by the
thousand are left out."""


def iglue_lessons(folder: Path, measured: KeptBack) -> Iterator[Lesson]:
    """`folder`: `datasets` of the repository e-bug/iglue. Raises DataError."""
    for part in PARTS:
        for language in part.languages:
            own = _rows(folder / part.own.format(language))
            english = _rows(folder / part.english.format(language))
            if own.keys() != english.keys():
                raise DataError(f"{folder / part.own.format(language)} has other rows than English")
            pairs = {
                (_text(english[key], field), _text(row, field)): None
                for key, row in own.items()
                for field in part.fields
                if not measured.shows(str(row.get("img_path", "")))
            }
            allowed = [pair for pair in pairs if pair[0] and not measured.holds(pair[0])]
            yield from some(allowed, language, "iglue", MOST)


def _rows(path: Path) -> dict[str, dict[str, object]]:
    """By its number, or by its name where rows have names. Raises DataError."""
    try:
        text = path.read_text("utf-8")
        if path.suffix == ".json":
            named: dict[str, dict[str, object]] = json.loads(text)
            return named
        return {str(row): json.loads(line) for row, line in enumerate(text.splitlines())}
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read: {error}") from error


def _text(row: dict[str, object], field: str) -> str:
    """The first, where there are several."""
    found = row[field]
    return str(found[0] if isinstance(found, list) else found).strip()
