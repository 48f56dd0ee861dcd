"""Spoils texts in known ways, so that a head can learn to hear it."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

SHORTEST = 4
"""Words that a text must have to be cut or carried on: a shorter one may be whole again after."""

Alteration = Callable[[str, random.Random], str | None]
"""None: the text cannot be altered so."""

# Words of one kind, of which one makes another wrong.
_KINDS = (
    "black white red blue green yellow brown grey orange purple pink beige golden silver",
    "hat cap helmet coat jacket shirt dress skirt suit uniform robe gown scarf apron vest",
    "trousers jeans shorts boots shoes sandals gloves stockings",
    "young old elderly middle-aged teenage newborn",
    "baby toddler child teenager adult",
    "babies toddlers children teenagers adults",
    "boy man",
    "girl woman",
    "boys men",
    "girls women",
    "two three four five six seven eight nine ten twelve",
)
_KIND = {word: kind.split() for kind in _KINDS for word in kind.split()}
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def shuffled(text: str, rng: random.Random) -> str | None:
    """The same words in another order; None when there is no other."""
    words = text.split()
    if len({word.casefold() for word in words}) < 2:
        return None
    while True:
        mixed = rng.sample(words, len(words))
        if mixed != words:
            return " ".join(mixed)


def cut(text: str, rng: random.Random) -> str | None:
    """The beginning of the text, broken off between two words."""
    words = text.split()
    if len(words) < SHORTEST:
        return None
    kept = words[: rng.randint(2, len(words) - 1)]
    return " ".join(kept).rstrip(".,;:!? ")


def exchanged(text: str, rng: random.Random) -> str | None:
    """One colour, garment, age or number made another; None for a text without any."""
    found = [match for match in _WORD.finditer(text) if match[0].lower() in _KIND]
    if not found:
        return None
    match = rng.choice(found)
    other = rng.choice([word for word in _KIND[match[0].lower()] if word != match[0].lower()])
    if match[0][0].isupper():
        other = other.capitalize()
    return f"{text[: match.start()]}{other}{text[match.end() :]}"


def unstopped(text: str) -> str:
    """Without its last full stop, so that the stop alone does not tell a whole text from a cut."""
    return text.rstrip(". ")


class Splices:
    """Goes on from one text with another."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._after = _followers(texts)

    def half(self, text: str, rng: random.Random) -> str | None:
        """The first half, carried on by the rest of a text that has the same word there."""
        words = text.split()
        if len(words) < SHORTEST:
            return None
        middle = len(words) // 2
        for place in sorted(range(1, len(words) - 1), key=lambda p: abs(p - middle)):
            rests = self._after.get(words[place].lower(), ())
            others = [rest for rest in rng.sample(rests, min(3, len(rests))) if rest not in text]
            if others:
                return " ".join((*words[: place + 1], others[0]))
        return None

    def whole(self, text: str, rng: random.Random) -> str:
        """The whole text, and a sentence or two of others after it."""
        added = (rng.choice(self._texts).rstrip(". ") for _ in range(rng.randint(1, 2)))
        return " ".join((f"{text.rstrip('. ')}.", *(f"{other}." for other in added)))


def _followers(texts: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """By word, the rests of the texts that have it inside."""
    found: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        words = text.split()
        for place in range(1, len(words) - 2):
            found[words[place].lower()].append(" ".join(words[place + 1 :]))
    return found
