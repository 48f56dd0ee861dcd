"""Statements about a picture as one answers questions with them, right and wrong (after Ahmadi &
Agrawal 2023, whose answers are of the questions of VQA 2; ours are of what captions say)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from auditor.bench.altered.captions import (
    WORD,
    Captions,
    Check,
    Pair,
    Rng,
    pair,
    replaced,
    shuffled,
    things,
)
from auditor.bench.altered.words import exchanged, lists


@cache
def _answers() -> Mapping[str, Any]:
    """`answers.json`, written for this purpose: words of one kind, of which one makes another
    wrong, and things that are mostly large or small in pictures."""
    text = files(__package__).joinpath("answers.json").read_text("utf-8")
    found: Mapping[str, Any] = json.loads(text)
    return found


KINDS = ("count", "colour", "activity", "sport", "position", "time")
"""What a question asks for."""


def random_object(captions: Captions, rng: Rng) -> Pair | None:
    """The caption, and the same with a thing in it replaced by any other thing of our lists that no
    caption of the picture names."""
    here = [word for word in _words(captions.text) if word in things()]
    away = sorted(things() - set(captions.objects()))
    if not here or not away:
        return None
    return pair(captions.text, replaced(captions.text, here, away, rng))


def length(captions: Captions, rng: Rng) -> Pair | None:
    """A short true statement ("There is a dog."), and the longer caption with that thing made
    another of its group, which no caption names."""
    here = [word for word in _words(captions.text) if word in things()]
    if not here or len(captions.text.split()) < 8:
        return None
    thing = str(rng.choice(sorted(set(here))))
    group = next(group for group in lists().siblings if thing in group)
    away = [other for other in group if other not in captions.objects()]
    if not away:
        return None
    return _there_is([thing]), replaced(captions.text, [thing], away, rng)


def size(captions: Captions, rng: Rng) -> Pair | None:
    """Two true statements, of a thing that is mostly large in pictures and of one that is mostly
    small: how often the large one scores higher; 50 is fair."""
    both = [_named(captions, kind, rng) for kind in ("large", "small")]
    return (_there_is(both[:1]), _there_is(both[1:])) if all(both) else None


def _size_shuffled(kind: str, captions: Captions, rng: Rng) -> Pair | None:
    thing = _named(captions, kind, rng)
    if not thing:
        return None
    said = _there_is([thing])
    return pair(said, shuffled(said, rng))


def large_shuffled(captions: Captions, rng: Rng) -> Pair | None:
    """The statement of a large thing, and the same with its words in another order."""
    return _size_shuffled("large", captions, rng)


def small_shuffled(captions: Captions, rng: Rng) -> Pair | None:
    """The statement of a small thing, and the same with its words in another order."""
    return _size_shuffled("small", captions, rng)


def number_shuffled(captions: Captions, rng: Rng) -> Pair | None:
    """A list of the things that the captions name (at least three), and the same list with its
    words in another order."""
    named = captions.objects()
    if len(named) < 3:
        return None
    said = _there_is([named[i] for i in rng.permutation(len(named))])
    return pair(said, shuffled(said, rng))


def one_beside_shuffled(captions: Captions, rng: Rng) -> Pair | None:
    """A statement of one thing, and the list of all with its words in another order: more things,
    but no sentence."""
    found = number_shuffled(captions, rng)
    return (_there_is(captions.objects()[:1]), found[1]) if found else None


def wrong(kind: str) -> Check:
    """The caption, and the same with one word of a kind made another of that kind."""

    def check(captions: Captions, rng: Rng) -> Pair | None:
        other = exchanged(captions.text, _answers()[kind], rng, lists().same)
        return pair(captions.text, other)

    check.__doc__ = f"The caption, and the same with another answer to a question of {kind}."
    return check


ANSWERS: Mapping[str, Check] = {
    "random_object": random_object,
    "length": length,
    "size": size,
    "large_shuffled": large_shuffled,
    "small_shuffled": small_shuffled,
    "number_shuffled": number_shuffled,
    "one_beside_shuffled": one_beside_shuffled,
    **{f"wrong_{kind}": wrong(kind) for kind in KINDS},
}


def _words(text: str) -> list[str]:
    return [word.lower() for word in WORD.findall(text)]


def _named(captions: Captions, kind: str, rng: Rng) -> str:
    """A thing of this size that the captions name, "" without one."""
    found = sorted(set(captions.objects()) & set(_answers()[kind]))
    return str(rng.choice(found)) if found else ""


def _there_is(named: Sequence[str]) -> str:
    with_articles = [f"{'an' if re.match('[aeiou]', thing) else 'a'} {thing}" for thing in named]
    *before, last = with_articles
    return f"There is {', '.join(before)} and {last}." if before else f"There is {last}."
