"""From picture, text and place to four parts and one quality from 1 to 5. Pure functions.

docs/scoring.md explains each part and where its numbers come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from auditor.findings import Part, Scores
from auditor.message import Message
from auditor.profiles import Profile
from auditor.scoring.combine import level_words, quality
from auditor.scoring.measure import (
    Evidence,
    Spoken,
    TextVectors,
    Vector,
    languages,
    measure,
    wanted_texts,
)
from auditor.scoring.parts import parts
from auditor.scoring.place import beside_texts, context_texts
from auditor.scoring.weights import Weights, shipped_weights
from auditor.texts.sentences import WORD
from extractors.records import ImageRecord
from models.manifest import Manifest

__all__ = [
    "WORD",
    "Evidence",
    "Spoken",
    "TextVectors",
    "Vector",
    "beside_texts",
    "context_texts",
    "level_words",
    "measure",
    "score",
    "scored",
    "wanted_texts",
]


ALL_KNOWN: Mapping[str, str] = MappingProxyType({})


def score(
    record: ImageRecord,
    picture: Vector | None,
    vectors: Mapping[Spoken, TextVectors],
    manifest: Manifest,
    profile: Profile,
    read: str = "",
    likelihood: float | None = None,
) -> Scores:
    """Score one text. `picture` is the shared embedding of the picture (dimension,), None when
    there is none; `vectors` holds those of `wanted_texts(record)`; `read` are the words that were
    read in the picture; `likelihood` is as in Evidence."""
    own, around = languages(record)
    evidence = measure(
        record, picture, vectors, manifest=manifest, read=read, likelihood=likelihood
    )
    unknown = {} if manifest.knows(own) else {"compatibility": own}
    for language in (around, own):
        if not manifest.compares(language):
            unknown["relevance"] = language
    return scored(evidence, shipped_weights(), manifest.speaking(own), profile, unknown)


def scored(
    evidence: Evidence,
    weights: Weights,
    manifest: Manifest,
    profile: Profile,
    unknown: Mapping[str, str] = ALL_KNOWN,
) -> Scores:
    """Weigh the evidence. `unknown`: by the name of a part, the language that the model does not
    know, for which the part is left out."""
    found = parts(evidence, weights, manifest, profile)
    found |= {
        name: Part(
            None,
            Message(
                "the model {model} does not know the language “{language}”",
                model=manifest.name,
                language=language,
            ),
        )
        for name, language in unknown.items()
    }
    return Scores(**found, quality=quality(found, weights, profile))
