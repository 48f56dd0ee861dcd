"""Scores the texts that a person tries for one image use, and keeps the best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.desk.rows import STATUS_WORDS
from auditor.catalogue import ENGLISH, Tongue
from auditor.errors import AuditorError
from auditor.findings import Scores
from auditor.judge.another_text import rescored
from auditor.judge.judge import Judge, SeenPicture
from auditor.message import Message, marked
from auditor.reports.explain import level, part_rows
from auditor.reports.words import shorten
from auditor.results import BESIDE, Judged, JudgedUse, ModelIdentity
from auditor.scoring.likelihood import heard
from auditor.scoring.tuning import Tuning, from_json
from auditor.scoring.weights import shipped_likelihood
from auditor.store.info import ScanInfo
from extractors.text import collapse
from models.encoder import load
from models.manifest import ModelError
from models.registry import SHIPPED, is_known

KEPT = 5
NOT_KNOWN = marked(
    "No text can be scored: the scan file names the model {model}, which is not installed here. "
    "A path in a file is not followed: who wrote the file could name anything."
)
CHANGE = 0.005
"""A part that changes by less is said to stay the same."""


class TryError(AuditorError):
    """A text cannot be scored; the message is fit to show."""


@dataclass(frozen=True, slots=True)
class Try:
    """A text that was tried."""

    text: str
    quality: float | None
    """1–5; None: nothing to score (an empty text)."""
    summary: str
    """One sentence, to be heard first."""
    parts: tuple[str, ...]
    """A line a part: its value, its change, its reason."""


class TryScorer:
    """Scores with the model of a scan, which is loaded at the first use. For one thread."""

    def __init__(self, model: str, sha256: str) -> None:
        """Name and checksum of the model of the scan; "none" takes the shipped one."""
        self._name = SHIPPED[0] if model in ("none", "") else model
        self._sha256 = sha256
        self.tuning: Tuning | None = None
        """What the scan was scored by, where a team taught it; set before the first text."""
        self._judge: Judge | None = None
        self._dimension = 0
        """Of the vectors in the scan file, where they are of this model."""

    def score(
        self,
        use: JudgedUse,
        embedding: bytes | None,
        text: str,
        view: Callable[[Judged], Judged] = lambda outcome: outcome,
        tongue: Tongue = ENGLISH,
    ) -> Try:
        """The use as it would be with `text`. `view`: what somebody makes of the outcome;
        `tongue`: the language to say it in. Raises TryError."""
        judge = self._loaded()
        vector = self._vector(embedding)
        seen = SeenPicture(use.picture, vector) if use.picture else None
        try:
            outcome = view(rescored(judge, use.record, seen, text))
            return tried(text, outcome, use.scores, tongue)
        except ModelError as error:
            raise TryError(str(error)) from error

    def _vector(self, embedding: bytes | None) -> NDArray[np.float32] | None:
        """None where it says nothing to the model that is loaded."""
        vector = np.frombuffer(embedding or b"", dtype="<f4")
        return vector if 0 < vector.size == self._dimension and np.isfinite(vector).all() else None

    def _loaded(self) -> Judge:
        if self._judge is None:
            name, _, language = self._name.partition(BESIDE)
            if not is_known(name) or language not in ("", shipped_likelihood().model):
                raise TryError(Message(NOT_KNOWN, model=shorten(self._name, 200)))
            try:
                encoder = load(name, threads=1)
                listener = heard(language, encoder) if language else None
            except ModelError as error:
                raise TryError(
                    Message("No text can be scored: {problem}", problem=str(error))
                ) from error
            # Vectors of another model say nothing to this one.
            beside = listener.manifest if listener else None
            if ModelIdentity.of(encoder.manifest, beside).sha256 == self._sha256:
                self._dimension = encoder.manifest.dimension
            self._judge = Judge(encoder, tuning=self.tuning, heard=listener)
        return self._judge


def tuning_of(scan: ScanInfo) -> Tuning | None:
    """What a scan was scored by beside its model; None: the score as it is shipped."""
    kept = scan.arguments.get("profile")
    try:
        return from_json(kept) if kept is not None else None
    except ValueError:  # written by another version: the shipped score is what can be had
        return None


MakeScorer = Callable[[str, str], TryScorer]


def tried(text: str, outcome: Judged, before: Scores | None, tongue: Tongue = ENGLISH) -> Try:
    """A text with its scores in words, beside those of the text as it is."""
    status = tongue.translated(STATUS_WORDS[outcome.verdict.status])
    scores = outcome.scores
    if scores is None:
        reason = outcome.verdict.reason
        said = tongue.translated("Not scored: {status}. {reason}", status=status, reason=reason)
        return Try(text, None, said, ())
    words = level(scores.quality, outcome.profile, tongue)
    values: dict[str, str | float] = {
        "quality": scores.quality,
        "status": status,
        "level": words,
    }
    if before:
        template = marked("Quality {quality:.1f} of 5, was {before:.1f}: {status}, {level}.")
        summary = tongue.translated(template, before=before.quality, **values)
    else:
        summary = tongue.translated("Quality {quality:.1f} of 5: {status}, {level}.", **values)
    return Try(text, scores.quality, summary, tuple(_parts(scores, before, tongue)))


def _parts(scores: Scores, before: Scores | None, tongue: Tongue) -> list[str]:
    old = dict(part_rows(before, tongue)) if before else {}
    lines = []
    for label, part in part_rows(scores, tongue):
        earlier = old[label].value if label in old else None
        value = _value(part.value, earlier, tongue)
        lines.append(f"{label}: {value}. {tongue(part.reason)}")
    return lines


def _value(value: float | None, before: float | None, tongue: Tongue) -> str:
    if value is None:
        return tongue.translated("not known")
    if before is None:
        return tongue.number(value, ".2f")
    change = value - before
    if abs(change) < CHANGE:
        return tongue.translated("{value:.2f}, the same", value=value)
    if change > 0:
        return tongue.translated("{value:.2f}, up {change:.2f}", value=value, change=change)
    return tongue.translated("{value:.2f}, down {change:.2f}", value=value, change=-change)


def best(tries: tuple[Try, ...], new: Try) -> tuple[Try, ...]:
    """The best texts so far with this one, best first; each text once."""
    if new.quality is None or not collapse(new.text):
        return tries
    kept = [each for each in tries if collapse(each.text) != collapse(new.text)]
    return tuple(sorted([*kept, new], key=lambda each: -(each.quality or 0))[:KEPT])
