"""The lessons of the folders that are given: what is said of pictures, and what is made of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from export_onnx.compact.data import read_examples
from export_onnx.languages.aligned import aligned_words
from export_onnx.languages.captions import (
    caption_lessons,
    portuguese_lessons,
    program_lessons,
    spanish_captions,
    xtd_lessons,
)
from export_onnx.languages.described import arabic_lessons, dutch_lessons
from export_onnx.languages.dictionaries import Translations, joined, read_dictionaries
from export_onnx.languages.glossed import (
    Embed,
    glossed_lessons,
    neighbour_lessons,
    translated_lessons,
)
from export_onnx.languages.iglue import iglue_lessons
from export_onnx.languages.lessons import Lesson, LessonSources, flickr_captions
from export_onnx.languages.measured import KeptBack
from export_onnx.languages.parallel_texts import news_lessons, sentence_lessons
from export_onnx.languages.similarity import similarity_lessons
from export_onnx.languages.wiktionary import read_wiktionary
from export_onnx.languages.wordnets import read_wordnets


def said_of_pictures(sources: LessonSources, measured: KeptBack) -> Iterator[Lesson]:
    """Captions that people and programs put into other languages, and what they wrote of pictures
    themselves. Raises DataError."""
    yield from _captions(sources, measured)
    yield from _described(sources, measured)


def put_into_others(
    sources: LessonSources, found: Sequence[Lesson], measured: KeptBack, embed: Embed
) -> Iterator[Lesson]:
    """Sentences that people, and captions that programs, put into other languages, of what is at
    hand; `found` are the lessons before."""
    captions = flickr_captions(sources)
    if sources.sentences:
        yield from sentence_lessons(sources.sentences, captions)
    if sources.news:
        yield from news_lessons(sources.news, captions)
    if sources.rules:
        yield from translated_lessons(captions)
        if sources.captions and sources.programs:
            folder, extension = sources.captions, sources.programs
            similar = [lesson for lesson in found if lesson.source == "similarity"]
            yield from neighbour_lessons(
                lambda language: spanish_captions(folder, extension, language, measured), similar
            )
    if sources.dictionaries or sources.aligned:
        aligned = aligned_words(found) if sources.aligned else {}
        yield from glossed_lessons(
            captions, lambda words: _dictionaries(sources, words), embed, aligned
        )


def _dictionaries(sources: LessonSources, words: AbstractSet[str]) -> dict[str, Translations]:
    """What English words may be by all dictionaries that are at hand."""
    found = []
    if sources.dictionaries:
        found.append(read_dictionaries(sources.dictionaries, words))
    if sources.wiktionary:
        found.append(read_wiktionary(sources.wiktionary, words))
    if sources.wordnets and sources.senses:
        found.append(read_wordnets(sources.wordnets, sources.senses, words))
    return joined(found)


def _captions(sources: LessonSources, measured: KeptBack) -> Iterator[Lesson]:
    if sources.captions:
        yield from caption_lessons(sources.captions, measured)
        if sources.portuguese:
            yield from portuguese_lessons(sources.captions, sources.portuguese, measured)
        if sources.programs:
            yield from program_lessons(sources.captions, sources.programs, measured)
    if sources.photographs:
        yield from xtd_lessons(sources.photographs, measured)


def _described(sources: LessonSources, measured: KeptBack) -> Iterator[Lesson]:
    """What people and programs wrote of pictures elsewhere."""
    if sources.iglue:
        yield from iglue_lessons(sources.iglue, measured)
    if sources.similar:
        yield from similarity_lessons(sources.similar, measured)
    if sources.dutch:
        yield from dutch_lessons(sources.dutch, measured)
    if sources.arabic:
        examples = read_examples(sources.data, sources.benchmarks)
        yield from arabic_lessons(sources.arabic, examples)
