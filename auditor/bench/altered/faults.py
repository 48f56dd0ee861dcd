"""Twelve kinds of faulty alternative texts, planted among good ones with a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps

import numpy as np

from auditor.bench.altered import alterations
from auditor.bench.altered.alterations import Collection, Rng
from auditor.bench.altered.words import ended, lists, sentences
from auditor.bench.data.stimuli import Stimulus
from auditor.bench.scorers import TextSample

SHARE = 0.2
"""Of the texts, how many are made faulty."""
SHORTEST = 6
"""Words of the shortest text that is cut in half."""

Fault = Callable[[Stimulus, Collection, Rng], str | None]
"""The faulty text; None where the row does not allow it."""


def another_image(row: Stimulus, among: Collection, rng: Rng) -> str | None:
    """The text of another picture of the same page, or else of the nearest page."""
    here = among.rows.index(row)
    others = [
        (other.article != row.article, abs(number - here), other.sample.text)
        for number, other in enumerate(among.rows)
        if other.img_id != row.img_id and other.sample.text != row.sample.text
    ]
    return min(others)[2]


def file_name(row: Stimulus, among: Collection, rng: Rng) -> str:
    """What a camera or a publisher calls the file."""
    number = int(rng.integers(1000, 10000))
    slug = "-".join(row.article.lower().split()) or "picture"
    return str(rng.choice([f"IMG_{number}.jpg", f"DSC0{number}.JPG", f"{slug}_{number % 10}.png"]))


def placeholder(row: Stimulus, among: Collection, rng: Rng) -> str:
    """A word that stands where a text should be."""
    return str(rng.choice(lists().placeholders))


def caption_copied(row: Stimulus, among: Collection, rng: Rng) -> str | None:
    """The caption once more."""
    return row.sample.context.caption or None


def sentence_repeated(row: Stimulus, among: Collection, rng: Rng) -> str:
    """The last sentence said twice."""
    last = sentences(row.sample.text)[-1]
    return f"{ended(row.sample.text)} {last}"


def cut_in_half(row: Stimulus, among: Collection, rng: Rng) -> str | None:
    """The first half of the words."""
    words = row.sample.text.split()
    return " ".join(words[: len(words) // 2]) if len(words) >= SHORTEST else None


def empty(row: Stimulus, among: Collection, rng: Rng) -> str:
    """No text on a picture that means something."""
    return ""


def _as_altered(alter: alterations.Alteration) -> Fault:
    @wraps(alter)
    def fault(row: Stimulus, among: Collection, rng: Rng) -> str | None:
        altered = alter(row, among, rng)
        return altered.text if altered else None

    return fault


FAULTS: Mapping[str, Fault] = {
    "another_image": another_image,
    "another_article": _as_altered(alterations.shuffled_descriptions),
    "file_name": file_name,
    "placeholder": placeholder,
    "caption_copied": caption_copied,
    "one_detail": _as_altered(alterations.alignment_errors),
    "name_swapped": _as_altered(alterations.proper_names),
    "words_shuffled": _as_altered(alterations.shuffled_words),
    "sentence_repeated": sentence_repeated,
    "unrelated_sentence": _as_altered(alterations.irrelevant_sentence),
    "cut_in_half": cut_in_half,
    "empty": empty,
}


def plant(among: Collection, seed: int) -> tuple[list[TextSample], list[str]]:
    """The samples of all rows, SHARE of them faulty, and the fault of each ("" for none).

    Kinds take turns; each takes the next row of a random order that allows it.
    """
    rng = np.random.default_rng(seed)
    samples = [row.sample for row in among.rows]
    faults = [""] * len(samples)
    free = rng.permutation(len(samples)).tolist()
    kinds = list(FAULTS)
    for turn in range(round(SHARE * len(samples))):
        planted = _next(kinds[turn % len(kinds)], free, among, rng)
        if planted:
            number, text = planted
            free.remove(number)
            samples[number] = replace(samples[number], text=text)
            faults[number] = kinds[turn % len(kinds)]
    return samples, faults


def _next(kind: str, free: Sequence[int], among: Collection, rng: Rng) -> tuple[int, str] | None:
    for number in free:
        text = FAULTS[kind](among.rows[number], among, rng)
        if text is not None and text != among.rows[number].sample.text:
            return number, text
    return None
