"""Captions put into other languages: by rules where there are some, else word by word.

By rules from English, and from Spanish into its neighbours, whose order of words is the same.

Word by word is how Qin et al. (2020, "CoSDA-ML") bring languages near each other for which there
are dictionaries and no sentences: what is said of a picture lies in its words more than in their
order and endings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from export_onnx.languages.apertium import (
    NEIGHBOURS,
    TRANSLATED,
    Word,
    content_words,
    translated,
)
from export_onnx.languages.dictionaries import Translations, candidates
from export_onnx.languages.lessons import Lesson, hash_of

Embed = Callable[[Sequence[str]], NDArray[np.floating]]
"""Texts of any language to unit vectors (n, dimension) of one space."""

Read = Callable[[AbstractSet[str]], Mapping[str, Translations]]
"""English words to what they may be, by language."""

TRANSLATIONS = 2000
GLOSSES = 600
"""Captions that are translated, and put word by word, into each language."""
FREQUENT = 8
"""Times that a word occurs among the captions, for it to be looked up."""
COVERED = 0.75
"""Share of the words of a caption that a language must have."""
UNSPACED = frozenset(["ja", "km", "lo", "my", "th", "zh"])
Glossary = Mapping[Word, Sequence[str]]
"""Of an English word, the forms that it may have."""


def translated_lessons(captions: Sequence[str]) -> Iterator[Lesson]:
    """Raises DataError."""
    for language, pairs in TRANSLATED.items():
        some = _some(captions, language, TRANSLATIONS)
        for english, text in zip(some, translated(some, pairs), strict=True):
            if text.strip():
                yield Lesson(text.strip(), language, (english,), "translated")


def neighbour_lessons(
    spanish: Callable[[str], Sequence[Lesson]], others: Sequence[Lesson]
) -> Iterator[Lesson]:
    """`spanish`: captions in Spanish for a language, by rules put into it; so are those of the
    `others` in the language that it is next to. Raises DataError."""
    for language, (source, *pairs) in NEIGHBOURS.items():
        some = spanish(language) if source == "es" else [x for x in others if x.language == source]
        for lesson, text in zip(some, translated([each.text for each in some], pairs), strict=True):
            if text.strip():
                yield replace(lesson, text=text.strip(), language=language, source="neighbours")


def glossed_lessons(
    captions: Sequence[str],
    read: Read,
    embed: Embed,
    aligned: Mapping[str, Mapping[str, Sequence[str]]],
) -> Iterator[Lesson]:
    """`aligned`: by language, what English words are in captions, which goes before what
    dictionaries say. Raises DataError."""
    words = dict(zip(captions, content_words(captions), strict=True))
    counted = Counter(word for each in words.values() for word in each)
    frequent = sorted({word for word, n in counted.items() if n >= FREQUENT}, key=repr)
    dictionaries = read({word.lemma for word in frequent})
    for language in sorted({*dictionaries, *aligned}):
        known = aligned.get(language, {})
        glossary = {word: known[word.lemma] for word in frequent if word.lemma in known}
        others = [word for word in frequent if word not in glossary]
        if language in dictionaries:
            glossary |= _glossary(others, dictionaries[language], embed)
        yield from _glosses(captions, words, glossary, language)


def _glosses(
    captions: Sequence[str],
    words: Mapping[str, Sequence[Word]],
    glossary: Glossary,
    language: str,
) -> Iterator[Lesson]:
    """The first GLOSSES captions that are covered, each with its words in the language."""
    between = "" if language in UNSPACED else " "
    found = 0
    for caption in _some(captions, language, len(captions)):
        own = words[caption]
        known = [_form(glossary[word], caption) for word in own if word in glossary]
        if own and len(known) >= COVERED * len(own) and found < GLOSSES:
            found += 1
            yield Lesson(between.join(known), language, (caption,), "glossed")


def _form(forms: Sequence[str], caption: str) -> str:
    """One of them, always the same in a caption."""
    return forms[hash_of(f"{forms[0]} {caption}") % len(forms)]


def _glossary(
    words: Sequence[Word], translations: Translations, embed: Embed
) -> dict[Word, list[str]]:
    """Of each word the translation that means most nearly the same."""
    asked = [(word, each) for word in words for each in candidates(word.lemma, translations)]
    if not asked:
        return {}
    said = list(dict.fromkeys(each for _, each in asked))
    english = list(dict.fromkeys(word.said for word, _ in asked))
    place = {text: row for row, text in enumerate([*english, *said])}
    vectors = embed([*english, *said])
    best: dict[Word, tuple[float, str]] = {}
    for word, each in asked:
        near = float(vectors[place[word.said]] @ vectors[place[each]])
        best[word] = max(best.get(word, (-1.0, "")), (near, each))
    return {word: [each] for word, (_, each) in best.items()}


def _some(captions: Sequence[str], language: str, count: int) -> list[str]:
    """Others for each language, and always the same."""
    return sorted(captions, key=lambda caption: hash_of(f"{language} {caption}"))[:count]
