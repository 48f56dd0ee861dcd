"""Pictures with what people wrote of them, and pairs of a better and a worse text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from auditor.bench.altered.words import lists

Rng = np.random.Generator
Pair = tuple[str, str]
"""The better text and the worse."""
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Captions:
    """A picture with what people wrote of it."""

    picture: Path
    text: str
    """The caption that is altered."""
    others: tuple[str, ...]

    def objects(self) -> list[str]:
        """Things of our lists that any caption names, sorted."""
        said = {word.lower() for text in (self.text, *self.others) for word in WORD.findall(text)}
        return sorted(said & things())


Check = Callable[[Captions, Rng], Pair | None]
"""None: the captions give no such pair."""


def things() -> frozenset[str]:
    """All things of our lists."""
    return frozenset(thing for group in lists().siblings for thing in group)


def pair(text: str, worse: str | None) -> Pair | None:
    """The two, where they differ."""
    return None if worse is None or worse == text else (text, worse)


def replaced(text: str, here: Sequence[str], away: Sequence[str], rng: Rng) -> str:
    """The text with one of the things that are `here` in it made one of those that are `away`."""
    old, new = str(rng.choice(sorted(set(here)))), str(rng.choice(away))
    return re.sub(rf"\b{old}\b", new, text, count=1, flags=re.IGNORECASE)


def shuffled(text: str, rng: Rng) -> str | None:
    """The words of the text in another order."""
    words = text.split()
    for _ in range(10):
        other = " ".join(words[i] for i in rng.permutation(len(words)))
        if other != text:
            return other
    return None
