"""Texts in many languages to learn form from."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from tokenizers import Tokenizer

from export_onnx.form.texts import LONGEST, Texts
from export_onnx.form.training import Row, labelled
from export_onnx.languages.judged import code_of
from export_onnx.languages.lessons import Lesson

MOST = {"translations": 130, "multi30k": 300, "chinese": 300, "stamps": 60, "names": 40}
"""Texts of each source and language that are written for pictures."""
TOLD = "sentences", 100
"""The source of those that describe no picture, and how many of each language."""
UNSPACED = frozenset(["ja", "km", "lo", "my", "th", "zh"])
"""Languages without spaces between words: there the pieces of the tokenizer are what is moved."""
Pieces = Callable[[str], Sequence[str]]


def texts_by_language(lessons: Sequence[Lesson], seed: int) -> dict[str, Texts]:
    """By the code of each language, what is written for pictures, and what is not."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for lesson in lessons:
        if len(lesson.text) <= LONGEST:
            found[code_of(lesson.language)][lesson.source].add(" ".join(lesson.text.split()))
    return {language: _texts(found[language], seed) for language in sorted(found)}


def _texts(by_source: dict[str, set[str]], seed: int) -> Texts:
    rng = random.Random(seed)  # noqa: S311 - nothing secret

    def some(source: str, most: int) -> list[str]:
        return rng.sample(sorted(by_source[source]), min(most, len(by_source[source])))

    described = (text for source, most in MOST.items() for text in some(source, most))
    return Texts(tuple(described), tuple(some(*TOLD)))


def rows_of(texts: Texts, language: str, pieces: Pieces, seed: int) -> list[Row]:
    """Each text as it is, and spoilt in every way that it can be spoilt in its language."""
    if language not in UNSPACED:
        return labelled(texts, seed)
    described, told = (
        tuple(" ".join(pieces(text)) for text in each) for each in (texts.described, texts.told)
    )
    return [
        (text.replace(" ", ""), labels) for text, labels in labelled(Texts(described, told), seed)
    ]


def read_pieces(tokenizer: Path) -> Pieces:
    """Cuts a text where its tokenizer does."""
    opened = Tokenizer.from_file(str(tokenizer))

    def pieces(text: str) -> list[str]:
        offsets = opened.encode(text, add_special_tokens=False).offsets
        return [piece for start, end in offsets if (piece := text[start:end].strip())]

    return pieces
