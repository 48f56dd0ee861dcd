"""From picture, text and context to four parts and one quality from 1 to 5. Pure functions.

docs/scoring.md explains each part and where its numbers come from.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from auditor.findings import Part, Scores
from auditor.urls import TYPES, split
from extractors.records import Context, ImageRecord
from models.manifest import Calibration, Manifest
from models.scoring import calibrated

Vector = NDArray[np.float32]

WEIGHTS = {"compatibility": 0.45, "relevance": 0.20, "informativeness": 0.25, "form": 0.10}
"""Exponents of the weighted geometric mean: a text of the wrong picture stays low whatever else
it has, and a part that could not be computed leaves its weight to the others."""
FLOOR = 0.02
"""No part may take the whole to nothing: a model's score is evidence, not proof."""
CAPITALS, COPY = 0.8, 0.2
"""What is left of the form of a text in capitals, and of a copy of the caption."""
TELLING_WORDS = 25
"""Different words from which on a text counts as fully informative."""

WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
SENTENCE = re.compile(r"[^.!?]+[.!?]*")


def score(
    record: ImageRecord,
    picture: Vector | None,
    text: tuple[Vector, Vector],
    context: Mapping[str, Vector],
    beside: Mapping[str, Vector],
    manifest: Manifest,
) -> Scores:
    """Score one text.

    `picture` is the shared embedding of the picture (dimension,), None when there is none; `text`
    the shared (dimension,) and the sentence embedding (sentence_dimension,) of the text; `context`
    sentence embeddings by the name of what they are of ("title", "heading", "surroundings"),
    `beside` those of what is heard with the image anyway ("caption", "link text").
    """
    shared, sentence = text
    name = record.informative_name
    formed = form(name, record.context.caption)
    if manifest.knows(record.lang):
        fits = compatibility(picture, shared, manifest.compatibility)
        serves = relevance(sentence, context, manifest.relevance)
        formed = replace(formed, numbers={**formed.numbers, **likeness(sentence, beside)})
    else:
        reason = f"the model {manifest.name} does not know the language “{record.lang}”"
        fits = serves = Part(None, reason)
    parts = {
        "compatibility": fits,
        "relevance": serves,
        "informativeness": informativeness(name, functional=serves_a_purpose(record.context)),
        "form": formed,
    }
    return Scores(**parts, quality=quality(parts))


def likeness(text: Vector, beside: Mapping[str, Vector]) -> dict[str, float]:
    """Cosine of the text with each of the texts beside it, "likeness to …" by name."""
    return {f"likeness to {name}": round(float(text @ v), 4) for name, v in beside.items()}


def quality(parts: Mapping[str, Part]) -> float:
    """1 to 5, the weighted geometric mean of the parts that are there; monotone in each."""
    there = {key: part.value for key, part in parts.items() if part.value is not None}
    weight = sum(WEIGHTS[key] for key in there)
    if not weight:
        return 1.0
    logs = sum(WEIGHTS[key] * math.log(max(value, FLOOR)) for key, value in there.items())
    return round(1 + 4 * math.exp(logs / weight), 2)


def compatibility(picture: Vector | None, text: Vector, calibration: Calibration) -> Part:
    """Is the text true of the picture? The dot product of the two towers, calibrated."""
    if picture is None:
        return Part(None, "the picture was not there to compare")
    raw = float(picture @ text)
    value = round(calibrated(raw, calibration), 4)
    reason = f"{value:.0%} likely to belong to this picture, judged by the two alone"
    return Part(value, reason, {"similarity": round(raw, 4)})


def relevance(text: Vector, context: Mapping[str, Vector], calibration: Calibration) -> Part:
    """Does the text serve this page? Mean cosine with title, heading and surrounding text."""
    if not context:
        return Part(None, "the page has no title, heading or text to compare with")
    cosines = {f"cosine with {name}": round(float(text @ v), 4) for name, v in context.items()}
    mean = sum(cosines.values()) / len(cosines)
    value = round(calibrated(mean, calibration), 4)
    reason = f"{value:.0%} likely to belong to this page, judged by {_listed(context)}"
    return Part(value, reason, cosines)


def informativeness(text: str, *, functional: bool) -> Part:
    """How much the text lets a person imagine: the number of different words, saturating.

    A link or button needs a purpose, not a picture in words: one word is enough there.
    """
    words = len({word.casefold() for word in WORD.findall(text)})
    numbers = {"different words": float(words)}
    if functional:
        return Part(float(words > 0), "a link or button needs its purpose, not a picture", numbers)
    value = min(1.0, math.log1p(words) / math.log1p(TELLING_WORDS))
    return Part(round(value, 4), f"{words} different words", numbers)


def serves_a_purpose(context: Context) -> bool:
    """Whether the image is a link or button with a purpose of its own; a link to a picture file
    only shows the same picture larger."""
    control = context.control
    if control is None:
        return False
    kind = control.target and TYPES.guess_type(split(control.target).path)[0]
    return not (kind and kind.startswith("image/"))


def form(text: str, caption: str = "") -> Part:
    """Is it a well-formed text of its own? Repeated sentences, text all in capitals and a copy of
    the caption take from it (a copy is rated clearly lower: Kreiss et al. 2022)."""
    sentences = [_plain(part) for part in SENTENCE.findall(text)]
    sentences = [sentence for sentence in sentences if sentence]
    if not sentences:
        return Part(0.0, "it has no word")
    repeated = len(sentences) - len(set(sentences))
    faults = {
        f"{repeated} repeated sentences": 1 - repeated / len(sentences),
        "all in capitals, which some screen readers spell": CAPITALS if _shouts(text) else 1.0,
        "the caption once more": COPY if _plain(text) == _plain(caption) else 1.0,
    }
    value = math.prod(faults.values())
    found = ", ".join(fault for fault, factor in faults.items() if factor < 1)
    numbers = {"sentences": float(len(sentences)), "repeated": float(repeated)}
    return Part(round(value, 4), found or "no fault found", numbers)


def _plain(text: str) -> str:
    return " ".join(WORD.findall(text)).casefold()


def _shouts(text: str) -> bool:
    return text.isupper() and len(WORD.findall(text)) > 3


def context_texts(context: Context) -> dict[str, str]:
    """What a text is compared with for relevance, by name; absent ones are left out.

    The caption is taken out of the text after the image: a text that copies it would win.
    """
    after = without_start(context.text_after, context.caption)
    around = f"{context.text_before} {after}".strip()
    texts = {"title": context.page_title, "heading": context.heading, "surroundings": around}
    return {name: text for name, text in texts.items() if text}


def beside_texts(context: Context) -> dict[str, str]:
    """What a listener hears with the image anyway, by name; absent ones are left out."""
    link = context.control.text if context.control else ""
    texts = {"caption": context.caption, "link text": link}
    return {name: text for name, text in texts.items() if WORD.search(text)}


def without_start(text: str, start: str) -> str:
    """`text` without `start`, also where the end of the text cuts it short."""
    if start and (text.startswith(start) or start.startswith(text.rstrip("…"))):
        return text[len(start) :].lstrip()
    return text


def _listed(names: Sequence[str] | Mapping[str, object]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
