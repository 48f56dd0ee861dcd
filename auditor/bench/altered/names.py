"""Names and dates in English texts, found by rule, and others of their kind to put in their place.

A name is a run of capitalised words; a word that the collection writes in small letters more often
than it capitalises it inside a sentence ("A", "Painting") is none.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

_WORD = r"[A-ZÀ-ÖØ-Þ][^\W\d_]+(?:['’\-][^\W\d_]+)*"
_RUN = re.compile(rf"\b{_WORD}(?:(?: (?:of|de|van|von|da|di))?(?: the)? {_WORD})*")
_ANY_WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
_YEAR = re.compile(r"\b(?:1\d{3}|20[012]\d)\b")
_START = re.compile(r"(?:^|[.!?:;\"“(]\s*)$")
_PLACE = re.compile(r"\b(?:in|at|near|from|to)(?: the)? $", re.IGNORECASE)
_PEOPLE = re.compile(r"(?:ish|ian|ese|can|ean|ench|utch|reek)$")
_MARK = re.compile(r"['’]s$")
YEARS = (1000, 2025)


@dataclass(frozen=True, slots=True)
class NamedEntity:
    start: int
    end: int
    text: str
    kind: str
    """Place, people or name, and the number of words: "place 1"."""


@dataclass(frozen=True, slots=True)
class _NoName:
    """Words in small letters that are no names when capitalised."""

    always: frozenset[str]
    alone: frozenset[str]
    """Seen only where every word is capitalised: names beside another capitalised word alone."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a collection of texts tells of names."""

    months: Sequence[str]
    by_kind: Mapping[str, Sequence[str]]
    """The names found in it, sorted."""
    _no_name: _NoName

    def find(self, text: str) -> Iterator[NamedEntity]:
        """The names of a text; none in one that is all capitals."""
        return _find(text, self._no_name)

    def swapped(self, text: str, own: Iterable[str], rng: np.random.Generator) -> str | None:
        """The text with every name and date in it made another; None when it has none.

        `own` are texts whose names are not used: what stands around the image.
        """
        known = " ".join((text, *own))
        changes = [
            (name.start, name.end, other)
            for name in self.find(text)
            if (other := self._other(name, known, rng))
        ]
        changes += [(m.start(), m.end(), other_year(int(m[0]), rng)) for m in _YEAR.finditer(text)]
        changes += [
            (m.start(), m.end(), _another(self.months, m[0], rng))
            for month in self.months
            for m in re.finditer(rf"\b{month}\b", text)
        ]
        for start, end, other in sorted(changes, reverse=True):
            text = f"{text[:start]}{other}{text[end:]}"
        return text if changes else None

    def _other(self, name: NamedEntity, known: str, rng: np.random.Generator) -> str | None:
        """A name of the same kind, else of any, that is not in `known`; None when there is none."""
        every = [other for others in self.by_kind.values() for other in others]
        for names in (self.by_kind.get(name.kind, ()), every):
            if foreign := [other for other in names if other not in known]:
                return str(rng.choice(foreign))
        return None


def learn_names(texts: Sequence[str], others: Sequence[str], months: Sequence[str]) -> Names:
    """Gather the names of `texts`; `others` only show how words are written."""
    small, capital, every = Counter[str](), Counter[str](), set[str]()
    for text in (*texts, *others):
        for match in _ANY_WORD.finditer(text):
            word = match[0]
            every.add(word.lower())
            if word.islower():
                small[word] += 1
            elif not _START.search(text[: match.start()]):
                capital[word.lower()] += 1
    common = frozenset(word for word in small if small[word] >= capital[word])
    months = tuple(months)
    no_name = _NoName(
        common | {month.lower() for month in months},
        frozenset(word for word in every if not small[word] and not capital[word]),
    )
    kinds: dict[str, set[str]] = defaultdict(set)
    for text in texts:
        for name in _find(text, no_name):
            kinds[name.kind].add(name.text)
    return Names(months, {kind: sorted(found) for kind, found in sorted(kinds.items())}, no_name)


def other_year(year: int, rng: np.random.Generator) -> str:
    """A year 12 to 80 years off."""
    away = int(rng.integers(12, 81)) * (1 if rng.random() < 0.5 else -1)
    return str(year + away if YEARS[0] <= year + away <= YEARS[1] else year - away)


def _find(text: str, no_name: _NoName) -> Iterator[NamedEntity]:
    if text.isupper():
        return
    for match in _RUN.finditer(text):
        start, words = match.start(), match[0].split(" ")
        while words and (_bare(words[0]) in no_name.always or not words[0][0].isupper()):
            start += len(words.pop(0)) + 1
        while words and (_bare(words[-1]) in no_name.always or not words[-1][0].isupper()):
            words.pop()
        name = _MARK.sub("", " ".join(words))
        if name and not (len(words) == 1 and _bare(name) in no_name.alone):
            yield NamedEntity(start, start + len(name), name, _kind(text[:start], name))


def _bare(word: str) -> str:
    return _MARK.sub("", word).lower()


def _kind(before: str, name: str) -> str:
    words = min(len(name.split()), 3)
    if words == 1 and _PEOPLE.search(name):
        return "people 1"
    return f"place {words}" if _PLACE.search(before) else f"name {words}"


def _another(values: Sequence[str], value: str, rng: np.random.Generator) -> str:
    return str(rng.choice([other for other in values if other != value]))
