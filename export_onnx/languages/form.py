"""`python -m export_onnx.languages.form`: a form head for the tower of further languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from export_onnx.compact.data import DataError
from export_onnx.compact.parity import ParityError
from export_onnx.form.build import FURTHER, put_head
from export_onnx.form.further import TOLD, read_pieces, rows_of, texts_by_language
from export_onnx.form.head import ANSWERS
from export_onnx.form.texts import Texts
from export_onnx.form.training import FormRecipe, Row
from export_onnx.languages.captions import caption_lessons
from export_onnx.languages.lessons import Lesson, LessonSources, read_lessons
from export_onnx.languages.measured import read_measured
from export_onnx.languages.options import FOLDER, lesson_options
from export_onnx.languages.parallel_texts import read_sentences
from models.encoder import FURTHER_TOKENIZER_FILE, load_folder
from models.manifest import ModelError, read_manifest

HELD_OUT = 10
"""One text in so many is not learned from, in any of its forms."""
DOUBTED = 0.1
"""An answer below this is told as a fault (auditor/scoring/form.py)."""


@click.command(epilog="`python -m export_onnx.languages --help` says where the folders come from.")
@lesson_options
@click.option("--captions", required=True, type=FOLDER, help="data of multi30k/dataset.")
@click.option("--sentences", required=True, type=FOLDER, help="data/tatoeba/v1 of LASER.")
@click.option("--model", default=Path("models/compact"), show_default=True, type=FOLDER)
@click.option("--seed", default=0, show_default=True)
def main(sources: LessonSources, captions: Path, sentences: Path, model: Path, seed: int) -> None:
    """Train the head on the tower for further languages of MODEL and put it there; nothing is
    written on failure."""
    asked = replace(sources, captions=captions, sentences=sentences)
    try:
        texts = _texts(asked, model, seed)
        pieces = read_pieces(model / FURTHER_TOKENIZER_FILE)

        def rows(part: int) -> dict[str, list[Row]]:
            return {tag: rows_of(each[part], tag, pieces, seed) for tag, each in texts.items()}

        learned = [row for some in rows(0).values() for row in some]
        built = put_head(learned, model, FURTHER, FormRecipe(), seed)
        for line in heard(model, rows(1)):
            click.echo(line)
    except (DataError, ModelError, ParityError, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{built.manifest.name} {built.manifest.sha256} in {model}")


def _texts(sources: LessonSources, model: Path, seed: int) -> dict[str, tuple[Texts, Texts]]:
    """By language that the model knows, what is learned from and what is looked at."""
    spoken = read_manifest(model).further_languages
    found = texts_by_language(list(_lessons(sources)), seed)
    return {tag: parts(each) for tag, each in found.items() if tag in spoken}


def _lessons(sources: LessonSources) -> Iterator[Lesson]:
    yield from read_lessons(sources)
    if sources.captions:
        yield from caption_lessons(
            sources.captions, read_measured(sources.benchmarks, sources.data)
        )
    if sources.sentences:
        for language, pairs in read_sentences(sources.sentences).items():
            yield from (Lesson(text, language, (english,), TOLD[0]) for english, text in pairs)


def parts(texts: Texts) -> tuple[Texts, Texts]:
    """What is learned from, and what is looked at: one text in HELD_OUT."""
    both = texts.described, texts.told
    learned = (tuple(t for n, t in enumerate(each) if n % HELD_OUT) for each in both)
    return Texts(*learned), Texts(*(each[::HELD_OUT] for each in both))


def heard(model: Path, rows: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """By language and answer: how many good texts are doubted, and how many spoilt ones."""
    encoder = load_folder(model, provider="cpu", threads=1)
    for language, some in rows.items():
        said = encoder.embed_texts([text for text, _ in some], [language] * len(some)).form
        labels = np.array([labels for _, labels in some])
        told = []
        for number, name in enumerate(ANSWERS):
            doubted = said[:, number] < DOUBTED
            good, spoilt = (doubted[labels[:, number] == wanted] for wanted in (1, 0))
            if len(good) and len(spoilt):
                told.append(f"{name} {good.mean():.1%} / {spoilt.mean():.1%}")
        yield f"{language}, doubted of good and of spoilt ones: {', '.join(told)}"


if __name__ == "__main__":
    main()
