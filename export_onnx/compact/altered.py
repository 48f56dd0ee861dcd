"""Texts in which one word is exchanged for another of its kind: wrong in one detail.

They stand among the wrong answers of the training, since a model that only meets other pictures'
texts learns what a picture is about, and not whether a text is right (Yuksekgonul et al. 2023).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

KINDS: Sequence[str] = (
    "black white red blue green yellow brown grey gray orange purple pink tan golden silver",
    "two three four five six seven eight nine ten",
    "man woman boy girl baby",
    "men women boys girls babies",
    "dog cat horse cow sheep goat bird pig elephant bear lion tiger monkey rabbit duck fish deer",
    "dogs cats horses cows goats birds pigs elephants bears lions monkeys rabbits ducks",
    "beach street park field forest desert kitchen bedroom office garden church castle mountain "
    "river lake pool market station stadium bridge city village farm",
    "running walking sitting standing jumping swimming climbing sleeping dancing riding",
    "left right",
)
"""Words of which at most one is true of the same thing; other nouns are found in the texts."""
FOUND = 20
"""Times that a word follows an article and ends what is named, for it to count as a noun."""

_WORD = re.compile(r"[A-Za-z]+")
_NOUN = re.compile(
    r"\b(?:an?|the) ([a-z]{3,})(?= (?:in|on|at|with|near|by|and|is|while|to|from)\b| ?[,.;]|$)"
)
_ARTICLE = re.compile(r"\ban?(?= $)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class WordKind:
    """Words that are exchanged for one another, and the share of each in the texts: those that
    come in are then no rarer than those that go, and give nothing away."""

    words: tuple[str, ...]
    shares: NDArray[np.float64]


Vocabulary = Mapping[str, WordKind]


def vocabulary(texts: Iterable[str]) -> dict[str, WordKind]:
    """The kind of each word that can be exchanged."""
    used, nouns = Counter[str](), Counter[str]()
    for text in texts:
        low = text.lower()
        used.update(_WORD.findall(low))
        nouns.update(_NOUN.findall(low))
    kinds = [tuple(kind.split()) for kind in KINDS]
    known = {word for kind in kinds for word in kind}
    kinds.append(tuple(sorted(w for w, n in nouns.items() if n >= FOUND and w not in known)))
    return {word: kind for words in kinds for kind in [_kind(words, used)] for word in words}


def _kind(words: tuple[str, ...], used: Counter[str]) -> WordKind:
    counts = np.array([used[word] + 1.0 for word in words])
    return WordKind(words, counts / counts.sum())


def altered(text: str, known: Vocabulary, rng: np.random.Generator) -> str | None:
    """The text with one word exchanged; None when it has none that can be, or none to come in.

    Each kind in the text is as likely as the others, so that the nouns, which are many, leave some
    for the colours and numbers.
    """
    words = [(match, match[0].lower()) for match in _WORD.finditer(text)]
    found = {match: known[word] for match, word in words if word in known}
    kinds = list(dict.fromkeys(found.values()))
    if not kinds:
        return None
    kind = kinds[rng.integers(len(kinds))]
    places = [match for match, its in found.items() if its is kind]
    place = places[rng.integers(len(places))]
    present = {word for _, word in words}
    absent = kind.shares * [word not in present for word in kind.words]
    if not absent.any():
        return None
    return _exchanged(text, place, str(rng.choice(kind.words, p=absent / absent.sum())))


def _exchanged(text: str, place: re.Match[str], other: str) -> str:
    """With the case of the word that goes, and the article of the one that comes."""
    if place[0].isupper():
        other = other.upper()
    elif place[0].istitle():
        other = other.capitalize()
    before = text[: place.start()]
    article = _ARTICLE.search(before)
    if article:
        fitting = article[0][0] + ("n" if other[0].lower() in "aeiou" else "")
        before = before[: article.start()] + fitting + " "
    return before + other + text[place.end() :]
