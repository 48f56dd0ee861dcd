"""Fluent but invented text, made without a language model of sentences that people wrote.

The published benchmark let GPT-2 go on from the description, or from its first half. Here the whole
is followed by sentences of other articles that share its words most; the half is carried on by the
rest of another text that has the same two words (or one word) where it was cut.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.bench.altered.words import capitalised, ended, sentences

NEAREST = 5
"""A sentence is drawn from so many that share the most."""
SHORTEST = 5
"""Words of the shortest sentence that carries a text on."""

_WORD = re.compile(r"[^\W\d_]+")
_SMALL = 4
"""Words of fewer letters say little of the subject."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text that others are carried on with."""

    article: str
    text: str


@dataclass(frozen=True, slots=True)
class Continuations:
    """The texts of a collection, ready to carry on others."""

    _sentences: Sequence[tuple[Source, frozenset[str]]]
    _rarity: Mapping[str, float]
    _after: Mapping[tuple[str, ...], Sequence[tuple[Source, int]]]
    """By one or two words: the texts that have them, and the number of the word that follows."""

    def whole(self, text: str, article: str, rng: np.random.Generator) -> str:
        """The text and about as many words of other articles' sentences, at least two sentences."""
        own = _words(text)
        nearness = [
            sum(self._rarity[word] for word in words & own) if source.article != article else -1.0
            for source, words in self._sentences
        ]
        near = [int(i) for i in np.argsort(nearness, kind="stable")[::-1][: 2 * NEAREST]]
        wanted, said, carried = len(text.split()), 0, [ended(text)]
        for place in rng.permutation(near):
            if said >= wanted and len(carried) > 2:
                break
            carried.append(ended(self._sentences[int(place)][0].text))
            said += len(carried[-1].split())
        return " ".join(carried)

    def half(self, text: str, article: str, rng: np.random.Generator) -> str | None:
        """The first half of the text, carried on to about its length; None where nothing fits."""
        words = text.split()
        for cut in sorted(range(2, len(words) - 1), key=lambda i: abs(i - len(words) / 2)):
            for key in (_key(words[cut - 2 : cut]), _key(words[cut - 1 : cut])):
                found = [
                    (source, place)
                    for source, place in self._after.get(key, ())
                    if source.article != article
                ]
                if found and (len(key) == 2 or abs(cut - len(words) / 2) < 1):
                    source, place = found[int(rng.integers(len(found)))]
                    rest = source.text.split()[place : place + len(words) - cut]
                    return " ".join((*words[:cut], *rest))
        return None


def learn_continuations(
    descriptions: Sequence[Source], articles: Sequence[Source]
) -> Continuations:
    """Take apart the descriptions and the text of the articles."""
    parts = [
        Source(source.article, sentence)
        for source in (*(replace(d, text=capitalised(d.text)) for d in descriptions), *articles)
        for sentence in sentences(source.text)
        if len(sentence.split()) >= SHORTEST and sentence[0].isupper()
    ]
    words = [_words(part.text) for part in parts]
    counts = Counter(word for found in words for word in found)
    after = defaultdict(list)
    for source in descriptions:
        tokens = source.text.split()
        for place in range(1, len(tokens) - 2):
            for start in (place - 1, place - 2):
                if start >= 0:
                    after[_key(tokens[start:place])].append((source, place))
    rarity = {word: float(np.log(len(parts) / count)) for word, count in counts.items()}
    return Continuations(list(zip(parts, words, strict=True)), rarity, after)


def _words(text: str) -> frozenset[str]:
    return frozenset(w for w in map(str.lower, _WORD.findall(text)) if len(w) >= _SMALL)


def _key(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word.lower() for word in words)
