"""The word lists and sentences that the alterations draw from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_STARTS = re.compile(r"(?:^|[.!?]\s+)$")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-ÖØ-Þ\"“])")


@dataclass(frozen=True, slots=True)
class Lists:
    """`alterations.json`: written for this purpose."""

    kinds: Mapping[str, Sequence[str]]
    """Colours, garments, ages and numbers: a word is made wrong by another of its kind."""
    same: Mapping[str, str]
    """Other spellings of words of `kinds`."""
    months: Sequence[str]
    irrelevant: Sequence[str]
    """Ten sentences of an encyclopaedia that fit no picture here."""
    placeholders: Sequence[str]
    siblings: Sequence[Sequence[str]]
    """Things that are seen in the same places, but are not the same."""


@cache
def lists() -> Lists:
    """The lists, read once."""
    return Lists(**json.loads(files(__package__).joinpath("alterations.json").read_text("utf-8")))


def sentences(text: str) -> list[str]:
    """The sentences of a text, each with its own full stop."""
    return [part for part in _SENTENCE.split(text) if part]


def capitalised(text: str) -> str:
    """The text with its first letter capital, as a sentence has it."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """The text with a full stop, so that a sentence can follow."""
    return text if text.endswith((".", "!", "?", "”", '"')) else f"{text}."


def exchanged(
    text: str, groups: Sequence[Sequence[str]], rng: np.random.Generator, same: Mapping[str, str]
) -> str | None:
    """The text with one word made another of its group; None when it has no word of any group.

    A capitalised word inside a sentence is part of a name.
    """
    group_of = {word: group for group in groups for word in group}
    found = [
        (match, group_of[word])
        for match in _WORD.finditer(text)
        if (word := same.get(match[0].lower(), match[0].lower())) in group_of
        and (match[0].islower() or _STARTS.search(text[: match.start()]))
    ]
    if not found:
        return None
    match, group = found[int(rng.integers(len(found)))]
    there = {same.get(word.lower(), word.lower()) for word in _WORD.findall(text)}
    others = [word for word in group if word not in there]
    if not others:
        return None
    other = str(rng.choice(others))
    if match[0][0].isupper():
        other = other.capitalize()
    return f"{text[: match.start()]}{other}{text[match.end() :]}"
