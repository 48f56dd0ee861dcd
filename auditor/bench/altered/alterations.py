"""The ten alterations of ContextRef (Kreiss, Zelikman et al. 2024, section 5), each with a seed.

Each makes a sample worse: with the altered text, context or picture a good score is lower.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.bench.altered.continuations import Continuations, Source, learn_continuations
from auditor.bench.altered.frankenstein import pasted
from auditor.bench.altered.names import Names, learn_names
from auditor.bench.altered.words import ended, exchanged, lists
from auditor.bench.data.stimuli import Stimulus
from auditor.bench.errors import BenchError
from auditor.bench.scorers import NOWHERE, TextSample

Rng = np.random.Generator
TRIES = 1000
"""Draws after which no other row is hoped for."""


@dataclass(frozen=True, slots=True)
class Collection:
    """The rows that are altered, and what they give to alter one another with."""

    rows: Sequence[Stimulus]
    names: Names
    continuations: Continuations

    def another(self, row: Stimulus, rng: Rng) -> Stimulus:
        """A row of another article, with another picture and another text. Raises BenchError."""
        for _ in range(TRIES):
            other = self.rows[int(rng.integers(len(self.rows)))]
            if _differ(row, other):
                return other
        raise BenchError("the data has no two articles whose texts and pictures differ")


Alteration = Callable[[Stimulus, Collection, Rng], TextSample | None]
"""None: there is nothing in the row to alter so."""


def gather(rows: Sequence[Stimulus]) -> Collection:
    """Take apart the texts of the rows."""
    texts = [text for row in rows for text in (row.sample.text, row.sample.context.caption)]
    articles = [Source(row.article, row.sample.context.text_before) for row in rows]
    descriptions = [Source(row.article, row.sample.text) for row in rows]
    return Collection(
        rows,
        learn_names(texts, [source.text for source in articles], lists().months),
        learn_continuations(descriptions, articles),
    )


def shuffled_descriptions(row: Stimulus, among: Collection, rng: Rng) -> TextSample:
    """The text of another article's picture."""
    return replace(row.sample, text=among.another(row, rng).sample.text)


def shuffled_contexts(row: Stimulus, among: Collection, rng: Rng) -> TextSample | None:
    """Title, heading, caption and text of another article."""
    other = among.another(row, rng).sample.context
    if NOWHERE in (row.sample.context, other):
        return None
    return replace(row.sample, context=other)


def shuffled_words(row: Stimulus, among: Collection, rng: Rng) -> TextSample | None:
    """The words of the text in another order."""
    words = row.sample.text.split()
    for _ in range(10):
        text = " ".join(words[i] for i in rng.permutation(len(words)))
        if text != row.sample.text:
            return replace(row.sample, text=text)
    return None


def proper_names(row: Stimulus, among: Collection, rng: Rng) -> TextSample | None:
    """Every name and date another of its kind, none that the context has."""
    context = row.sample.context
    around = (context.page_title, context.heading, context.caption, context.text_before)
    return _with_text(row, among.names.swapped(row.sample.text, around, rng))


def alignment_errors(row: Stimulus, among: Collection, rng: Rng) -> TextSample | None:
    """One colour, garment, age or number another."""
    kinds = list(lists().kinds.values())
    return _with_text(row, exchanged(row.sample.text, kinds, rng, lists().same))


def frankenstein(row: Stimulus, among: Collection, rng: Rng) -> TextSample | None:
    """What stands out in another picture, pasted into this one."""
    if row.sample.picture is None:
        return None
    other = among.another(row, rng).sample.picture
    return replace(row.sample, picture=pasted(row.sample.picture, other, rng)) if other else None


def continuation_short(row: Stimulus, among: Collection, rng: Rng) -> TextSample | None:
    """The first half of the text, fluently carried on by invention to about its length."""
    return _with_text(row, among.continuations.half(row.sample.text, row.article, rng))


def continuation_long(row: Stimulus, among: Collection, rng: Rng) -> TextSample | None:
    """The whole text, carried on by invention to about twice its length."""
    return _with_text(row, among.continuations.whole(row.sample.text, row.article, rng))


def irrelevant_sentence(row: Stimulus, among: Collection, rng: Rng) -> TextSample:
    """One of ten sentences of an encyclopaedia appended."""
    sentence = str(rng.choice(lists().irrelevant))
    return replace(row.sample, text=f"{ended(row.sample.text)} {sentence}")


def exact_repetition(row: Stimulus, among: Collection, rng: Rng) -> TextSample:
    """The text said twice."""
    return replace(row.sample, text=f"{row.sample.text} {row.sample.text}")


ALTERATIONS: Mapping[str, Alteration] = {
    "shuffled_descriptions": shuffled_descriptions,
    "shuffled_contexts": shuffled_contexts,
    "shuffled_words": shuffled_words,
    "proper_names": proper_names,
    "alignment_errors": alignment_errors,
    "frankenstein": frankenstein,
    "continuation_short": continuation_short,
    "continuation_long": continuation_long,
    "irrelevant_sentence": irrelevant_sentence,
    "exact_repetition": exact_repetition,
}


def _with_text(row: Stimulus, text: str | None) -> TextSample | None:
    return None if text is None or text == row.sample.text else replace(row.sample, text=text)


def _differ(row: Stimulus, other: Stimulus) -> bool:
    return (
        row.article != other.article
        and row.img_id != other.img_id
        and row.sample.text != other.sample.text
    )
