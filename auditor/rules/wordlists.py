"""Words that make a text suspicious, one data file a language in `words/`.

A file has sections `[name]`, an entry a line, `#` starts a comment line. Entries are compared as
whole phrases after `text.normalise`, never as parts of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from auditor.rules.text import normalise


@dataclass(frozen=True, slots=True)
class WordList:
    """The lists that hold for a text: English, and the language of the text where it has one."""

    placeholder: frozenset[str]
    """Whole texts that tell nothing of any picture."""
    prefix: tuple[str, ...]
    """Openings that only say that a picture is a picture, longest first."""
    prefix_exception: tuple[str, ...]
    """Openings that look like one and are not."""
    credit: tuple[str, ...]
    """Openings of a credit ("photo by"), which a caption has and an alternative text may lack."""


def parse_words(text: str) -> dict[str, list[str]]:
    """Sections of one file, entries normalised. Raises ValueError for an entry outside one."""
    sections: dict[str, list[str]] = {}
    entries: list[str] | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]"):
            entries = sections.setdefault(line[1:-1], [])
        elif entries is None:
            raise ValueError(f"line {number}: {line!r} stands before the first [section]")
        else:
            entries.append(normalise(line))
    return sections


@cache
def words_for(language: str | None) -> WordList:
    """Lists for a BCP 47 tag. English always counts: tools write it on pages of every language."""
    primary = (language or "en").casefold().split("-")[0]
    merged: dict[str, list[str]] = {}
    for name in {"en", primary} if re.fullmatch(r"[a-z]{2,3}", primary) else {"en"}:
        file = files("auditor.rules") / "words" / f"{name}.txt"
        if file.is_file():
            for section, entries in parse_words(file.read_text("utf-8")).items():
                merged.setdefault(section, []).extend(entries)
    return WordList(
        placeholder=frozenset(merged.get("placeholder", ())),
        prefix=_longest_first(merged.get("prefix", ())),
        prefix_exception=_longest_first(merged.get("prefix-exception", ())),
        credit=_longest_first(merged.get("credit", ())),
    )


def _longest_first(entries: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(entries), key=lambda entry: (-len(entry), entry)))


def opening(text: str, openings: tuple[str, ...]) -> str:
    """The first of `openings` that `text` starts with, as whole words; "" when none."""
    plain = normalise(text) + " "
    return next((entry for entry in openings if plain.startswith(entry + " ")), "")
