"""What English words are in captions that programs and people put into other languages: words that
stand together in pair after pair (IBM model 1; Brown et al. 1993, section 4.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from export_onnx.languages.apertium import content_words
from export_onnx.languages.glossed import UNSPACED
from export_onnx.languages.lessons import ENGLISH, Lesson

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
MARKS = ".,!?;:\"'()«»„“”‘’¿¡।؟،…·-–—՞։"
"""What stands at the ends of words."""
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


def words(text: str) -> list[str]:
    """Between spaces, in lower case and without marks."""
    return [word for each in text.lower().split() if (word := each.strip(MARKS))]


def likely_words(pairs: Pairs) -> dict[str, list[str]]:
    """Of each word on the left, the words on the right that are likely given it, and it given
    them, the likeliest first."""
    pairs = [pair for pair in pairs if all(pair)]
    left, right = (
        {word: place for place, word in enumerate(dict.fromkeys(w for p in pairs for w in p[side]))}
        for side in (0, 1)
    )
    if not pairs:
        return {}
    forth, back = _model(pairs, left, right, 0), _model(pairs, left, right, 1)
    names = list(left), list(right)
    found: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
    for (one, other), (chance, together) in forth.items():
        likely = chance >= SURE[0] and back[one, other][0] >= SURE[1]
        if likely and together >= TWICE:
            found[names[0][one]].append((-chance, names[1][other]))
    return {word: [each for _, each in sorted(some)[:FORMS]] for word, some in found.items()}


def _model(
    pairs: Pairs, left: Mapping[str, int], right: Mapping[str, int], given: int
) -> dict[tuple[int, int], tuple[float, int]]:
    """By places of words on both sides: the probability of the one given that on the side `given`,
    and in how many pairs both stand. Each word of the other side is owed to one here, or to
    nothing, of which each pair holds one."""
    sides = [(_places(one, left), _places(other, right)) for one, other in pairs]
    rows = [both[given] for both in sides]
    others = [both[1 - given] for both in sides]
    nothing = len((left, right)[given])
    causes = np.concatenate(
        [np.repeat([*row, nothing], len(o)) for row, o in zip(rows, others, strict=True)]
    )
    effects = np.concatenate(
        [np.tile(o, len(row) + 1) for row, o in zip(rows, others, strict=True)]
    )
    starts = np.cumsum([0, *(len(o) for o in others)])
    tokens = np.concatenate(
        [
            np.tile(np.arange(a, a + len(o)), len(r) + 1)
            for r, o, a in zip(rows, others, starts[:-1], strict=True)
        ]
    )
    kinds, which, together = np.unique(
        np.stack([causes, effects]), axis=1, return_inverse=True, return_counts=True
    )
    chance = _maximised(kinds[0], which.ravel(), tokens)
    return {
        ((cause, effect) if given == 0 else (effect, cause)): (float(p), int(n))
        for cause, effect, p, n in zip(*kinds.tolist(), chance, together, strict=True)
        if cause != nothing
    }


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
