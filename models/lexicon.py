"""Texts of further languages word by word in English, as far as a table of words goes.

A network for many languages has to hold every word in its weights; a table holds more of them at
less cost, and says them to the network that knows English best. How one is learned stands in
Brown et al. 1993, section 4.2.
"""

from __future__ import annotations

import zipfile
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from models.manifest import ModelError
from models.words import words

SHORTEST, ALIKE = 4, 0.6
"""Letters, and share of its letters, that a word must have in common with the beginning of another
that is taken for it."""
MOST_BYTES = 4_000_000
"""Of the words of one language."""


class Gloss(NamedTuple):
    """What is understood of a text."""

    text: str
    """English words in the order of those they stand for; "" where none is known."""
    known: float
    """Share of its words that are, 0–1."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What words of one language are in English: a word or two."""

    english: Mapping[str, str]
    _ordered: list[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ordered", sorted(self.english))

    def gloss(self, text: str) -> Gloss:
        """Words that are not known are left out."""
        meanings = [self.meaning(word) for word in words(text)]
        known = [each for each in meanings if each]
        return Gloss(" ".join(known), len(known) / max(1, len(meanings)))

    def meaning(self, word: str) -> str:
        """Of a word that is not there, that of the first one with the longest beginning in common,
        as endings change; "" where that is too short."""
        if word in self.english:
            return self.english[word]
        found = next(filter(None, map(self._first, _beginnings(word))), "")
        return self.english.get(found, "")

    def _first(self, beginning: str) -> str:
        """In the order of the alphabet; "" where no word begins so."""
        place = bisect_left(self._ordered, beginning)
        found = self._ordered[place] if place < len(self._ordered) else ""
        return found if found.startswith(beginning) else ""


def _beginnings(word: str) -> Iterator[str]:
    """From the longest one to the shortest that may stand for it."""
    least = max(SHORTEST, int(ALIKE * len(word)))
    return (word[:length] for length in range(len(word), least - 1, -1))


@dataclass(frozen=True, slots=True)
class Lexicons:
    """A file with lexicons of several languages: a zip archive with a text for each, named after
    its primary language subtag (BCP 47), whose lines are a word, a tab, its English."""

    path: Path
    _read: dict[str, Lexicon] = field(default_factory=dict, repr=False)

    def of(self, language: str) -> Lexicon:
        """Without words where the file has none of the language. Raises ModelError."""
        if language not in self._read:
            self._read[language] = _lexicon(self.path, f"{language}.txt")
        return self._read[language]


def _lexicon(path: Path, name: str) -> Lexicon:
    try:
        with zipfile.ZipFile(path) as archive:
            if name not in archive.namelist():
                return Lexicon({})
            if archive.getinfo(name).file_size > MOST_BYTES:
                raise ValueError(f"{name} is too large")
            lines = archive.read(name).decode("utf-8").splitlines()
        return Lexicon(dict(line.split("\t") for line in lines))
    except (OSError, ValueError, RuntimeError, EOFError, zlib.error, zipfile.BadZipFile) as error:
        raise ModelError(f"{path.name} could not be read: {error}") from error


def write_lexicons(found: Mapping[str, Mapping[str, str]], path: Path) -> None:
    """`found`: English by word, by language; the same bytes each time. Raises OSError."""
    with zipfile.ZipFile(path, "w") as archive:
        for language, english in sorted(found.items()):
            lines = "".join(f"{word}\t{said}\n" for word, said in sorted(english.items()))
            member = zipfile.ZipInfo(f"{language}.txt")  # without the time of day
            archive.writestr(member, lines, zipfile.ZIP_DEFLATED, compresslevel=9)
