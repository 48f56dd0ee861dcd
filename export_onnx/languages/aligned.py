"""What English words are in captions that programs and people put into other languages: words that
stand together in pair after pair (IBM model 1; Brown et al. 1993, section 4.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from export_onnx.languages.apertium import content_words
from export_onnx.languages.glossed import UNSPACED
from export_onnx.languages.lessons import ENGLISH, Lesson
from models.words import words

SOURCES = frozenset(["translations", "xtd10", "xtd200"])
"""Of lessons: captions in many languages."""
ROUNDS = 6
"""Of expectation maximisation."""
SURE = 0.1, 0.2
"""Least probability of a word given the English one, and of that given the word."""
FORMS = 3
"""Of a word, the likeliest first."""
TWICE = 2
"""Pairs in which both words must stand."""
Pairs = Sequence[tuple[Sequence[str], Sequence[str]]]


def aligned_words(lessons: Iterable[Lesson]) -> dict[str, dict[str, list[str]]]:
    """By language that writes spaces, what English words are most likely in it. Raises
    DataError."""
    by_language: defaultdict[str, list[Lesson]] = defaultdict(list)
    for lesson in lessons:
        language = lesson.language.split("-")[0]
        spaced = language not in UNSPACED and language != ENGLISH
        if spaced and lesson.source in SOURCES and not lesson.held_out:
            by_language[language].append(lesson)
    english = list(
        dict.fromkeys(lesson.english[0] for some in by_language.values() for lesson in some)
    )
    known = dict(zip(english, content_words(english), strict=True)) if english else {}
    return {
        language: likely_words(
            [([w.lemma for w in known[each.english[0]]], words(each.text)) for each in some]
        )
        for language, some in by_language.items()
    }


class WordLink(NamedTuple):
    """Two words of pairs of texts in two languages."""

    one: str
    other: str
    forth: float
    """Probability of the other given the one."""
    back: float
    """Of the one given the other."""
    together: int
    """Pairs in which both stand."""


def likely_words(pairs: Pairs) -> dict[str, list[str]]:
    """Of each word on the left, the words on the right that are likely given it, and it given
    them, the likeliest first."""
    found: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
    for link in links(pairs, *SURE):
        if link.together >= TWICE:
            found[link.one].append((-link.forth, link.other))
    return {word: [each for _, each in sorted(some)[:FORMS]] for word, some in found.items()}


def links(pairs: Pairs, forth: float, back: float) -> Iterator[WordLink]:
    """Of the words that stand in a pair together, those that are at least so probable."""
    pairs = [pair for pair in pairs if all(pair)]
    if not pairs:
        return
    left, right = (
        {word: place for place, word in enumerate(dict.fromkeys(w for p in pairs for w in p[side]))}
        for side in (0, 1)
    )
    names = list(left), list(right)
    sides = [(_places(one, left), _places(other, right)) for one, other in pairs]
    kinds, one_way, together = _model(sides, len(left))
    turned, other_way, _ = _model([(other, one) for one, other in sides], len(right))
    back_way = other_way[np.lexsort((turned[0], turned[1]))]
    for place in np.flatnonzero((one_way >= forth) & (back_way >= back)).tolist():
        one, other = kinds[:, place].tolist()
        chances = float(one_way[place]), float(back_way[place])
        yield WordLink(names[0][one], names[1][other], *chances, int(together[place]))


def _model(
    sides: Sequence[tuple[Sequence[int], Sequence[int]]], nothing: int
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """Of words that stand together: their places (2, n), in order; the probability of the second
    given the first; and in how many pairs both stand. Each word of the second side is owed to one
    of the first, or to `nothing`, of which each pair holds one."""
    causes = np.concatenate([np.repeat([*row, nothing], len(o)) for row, o in sides])
    effects = np.concatenate([np.tile(o, len(row) + 1) for row, o in sides])
    starts = np.cumsum([0, *(len(o) for _, o in sides)])
    tokens = np.concatenate(
        [
            np.tile(np.arange(start, start + len(o)), len(row) + 1)
            for (row, o), start in zip(sides, starts, strict=False)
        ]
    )
    width = int(effects.max()) + 1
    found, which, together = np.unique(
        causes * width + effects, return_inverse=True, return_counts=True
    )
    kinds = np.stack([found // width, found % width])
    chance = _maximised(kinds[0], which, tokens)
    words = kinds[0] != nothing
    return kinds[:, words], chance[words], together[words]


def _maximised(
    causes: NDArray[np.int64], which: NDArray[np.int64], tokens: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The probability of each kind of pair given its cause. `which`: the kind of each possible
    link, `tokens`: the word that it would explain."""
    chance = np.ones(len(causes))
    for _ in range(ROUNDS):
        links = chance[which]
        links /= np.bincount(tokens, links)[tokens]
        counted = np.bincount(which, links, len(causes))
        chance = counted / np.bincount(causes, counted)[causes]
    return chance


def _places(found: Sequence[str], places: Mapping[str, int]) -> list[int]:
    return list(dict.fromkeys(places[word] for word in found))
