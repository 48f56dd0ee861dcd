"""`python -m export_onnx.languages.lexicon`: what words of further languages are in English."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from export_onnx.compact.data import DataError
from export_onnx.compact.package import write_manifest
from export_onnx.languages.aligned import Pairs, links
from export_onnx.languages.at_hand import said_of_pictures
from export_onnx.languages.build import JUDGED, pictures_of
from export_onnx.languages.chosen import CAPTIONS, judged_on
from export_onnx.languages.judged import Understood, code_of, known, understood
from export_onnx.languages.lessons import (
    ENGLISH,
    Lesson,
    LessonSources,
    flickr_captions,
    names,
    read_lessons,
)
from export_onnx.languages.measured import read_measured
from export_onnx.languages.options import FOLDER, further_options, lesson_options
from export_onnx.languages.parallel_texts import sentence_lessons, whole_news
from models.encoder import FURTHER_LEXICON_FILE, Encoder, Spoken, load_folder
from models.lexicon import Lexicon, write_lexicons
from models.manifest import Manifest, ModelError, read_manifest, sha256_of
from models.words import words

VERSION = "9"
ALL = 10_000
"""Names of things in a language: there are fewer."""
SOURCES = CAPTIONS - {"translated"} | {"arabic", "dutch", "names", "news", "sentences"}
"""Of lessons: what people and large programs put into other languages, and free names of things."""
SURE = 0.02, 0.1
"""Least probability of a word given the English one, and of the English one given it."""
BACK = 0.3
"""Power of the former in the order of what a word may be."""
SECOND = 0.2
"""Probability from which a word is two in English, as compounds are."""
ONCE = 0.3
"""Least probability of what a word is that stands in one pair alone."""
AT_ONCE = 256
"""Texts that are embedded between two steps of the progress bar."""


@click.command(epilog="docs/models.md says where the folders come from.")
@lesson_options
@further_options
@click.option("--model", default=Path("models/compact"), show_default=True, type=FOLDER)
@click.option("--cache", type=FOLDER, help="Keeps the embeddings of pictures between runs.")
def main(sources: LessonSources, model: Path, cache: Path | None, **further: Any) -> None:
    """Learn the words that texts in two languages have in common, add them to MODEL, and calibrate
    its further languages anew; nothing is written on failure."""
    try:
        manifest, found = put_lexicon(replace(sources, **further), model, cache)
    except (DataError, ModelError, OSError) as error:
        raise click.ClickException(str(error)) from error
    for language, each in sorted(found.items(), key=lambda item: -item[1].nearer):
        state = "known" if each.known else "not known"
        click.echo(f"{language}: {each.nearer:.1%} of comparisons, {each.lessons} texts, {state}")
    click.echo(f"{manifest.name} {manifest.sha256} in {model}")


def put_lexicon(
    sources: LessonSources, model: Path, cache: Path | None
) -> tuple[Manifest, Mapping[str, Understood]]:
    """Write the words and the new manifest to the folder `model`, both or none; what is understood
    of each language. A form head of the further tower stays. Raises DataError, ModelError."""
    lessons = _lessons(sources)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "model"
        shutil.copytree(model, folder)
        write_lexicons(lexicons(lessons), folder / FURTHER_LEXICON_FILE)
        asked = [lesson for lesson in judged_on(lessons) if lesson.held_out]
        spoken = {code_of(lesson.language) for lesson in asked} - {ENGLISH}
        first = read_manifest(folder)
        write_manifest(_speaking(first, folder, spoken), folder)
        encoder = load_folder(folder, provider="cpu", threads=1)
        said, wanted = _embedded(encoder, asked)
        pictures = pictures_of(encoder, sources, cache).numpy()[::JUDGED]
        found = understood(asked, said, wanted, pictures, first.compatibility)
        manifest = replace(
            _speaking(first, folder, known(found)),
            version=VERSION,
            compatibility_by_language={tag: found[tag].compatibility for tag in known(found)},
        )
        write_manifest(manifest, folder)
        for name in (FURTHER_LEXICON_FILE, "manifest.json"):
            shutil.copyfile(folder / name, model / name)
    return manifest, found


def _lessons(sources: LessonSources) -> list[Lesson]:
    """Those that the tower is taught, and all names and news: a table has room for them."""
    measured = read_measured(sources.benchmarks, sources.data)
    found = [*read_lessons(sources), *said_of_pictures(sources, measured)]
    found += (lesson for lesson in names(sources.names, ALL) if not lesson.held_out)
    if sources.sentences:
        found += sentence_lessons(sources.sentences, flickr_captions(sources))
    if sources.news:
        found += whole_news(sources.news)
    return found


def lexicons(lessons: Iterable[Lesson]) -> dict[str, dict[str, str]]:
    """By language (primary language subtag), what its words are in English, from the lessons of
    SOURCES that are not held out."""
    pairs: defaultdict[str, list[tuple[list[str], list[str]]]] = defaultdict(list)
    for lesson in lessons:
        language = code_of(lesson.language)
        if lesson.source in SOURCES and not lesson.held_out and language != ENGLISH:
            english = [word for text in lesson.english for word in words(text)]
            pairs[language].append((english, words(lesson.text)))
    with click.progressbar(sorted(pairs), label="languages", show_pos=True) as bar:
        return {language: meanings(pairs[language]) for language in bar}


def meanings(pairs: Pairs) -> dict[str, str]:
    """What the words on the right are on the left: of each the likeliest, and one more where that
    is likely too. Of a word that stands in one pair alone, only if it is likely and no other word
    begins alike: what is learned from one pair is often another word of it."""
    found: defaultdict[str, list[tuple[float, float, str]]] = defaultdict(list)
    for link in links(pairs, *SURE):
        if not any(map(str.isdigit, link.other)):
            rank = link.back * link.forth**BACK
            found[link.other].append((-rank, link.back, link.one))
    ranked = {word: sorted(some) for word, some in found.items()}
    seen = Counter(word for _, other in pairs for word in set(other))
    common = Lexicon({word: _said(some) for word, some in ranked.items() if seen[word] > 1})
    once = {
        word: _said(some)
        for word, some in ranked.items()
        if seen[word] == 1 and some[0][1] >= ONCE and not common.meaning(word)
    }
    return {**common.english, **once}


def _said(ranked: Sequence[tuple[float, float, str]]) -> str:
    (_, _, first), *others = ranked
    return " ".join([first, *(word for _, chance, word in others[:1] if chance >= SECOND)])


def _speaking(first: Manifest, folder: Path, further: Iterable[str]) -> Manifest:
    """With the words that lie in `folder`, for these further languages."""
    own = set(first.languages) - set(first.further_languages)
    files = {**first.files, FURTHER_LEXICON_FILE: sha256_of(folder / FURTHER_LEXICON_FILE)}
    return replace(
        first,
        languages=tuple(sorted({*own, *further})),
        further_languages=tuple(sorted(further)),
        files=dict(sorted(files.items())),
    )


def _embedded(
    encoder: Encoder, lessons: Sequence[Lesson]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(n, dimension) each: what is said of the lessons, and what is to be said."""
    said = _shared(encoder, [(each.text, code_of(each.language)) for each in lessons])
    texts = list(dict.fromkeys(text for each in lessons for text in each.english))
    english = _shared(encoder, [(text, ENGLISH) for text in texts])
    place = {text: row for row, text in enumerate(texts)}
    wanted = np.stack([english[[place[t] for t in each.english]].mean(0) for each in lessons])
    return said, wanted / np.linalg.norm(wanted, axis=1, keepdims=True)


def _shared(encoder: Encoder, spoken: Sequence[Spoken]) -> NDArray[np.float32]:
    found = []
    with click.progressbar(range(0, len(spoken), AT_ONCE), label="held-out texts") as bar:
        for start in bar:
            texts, languages = zip(*spoken[start : start + AT_ONCE], strict=True)
            found.append(encoder.embed_texts(texts, languages).shared)
    return np.concatenate(found)


if __name__ == "__main__":
    main()
