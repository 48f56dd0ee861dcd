"""Looks at the finished files as the program will: held-out figures and calibration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from export_onnx.compact.calibration import fit, like, pairs
from export_onnx.compact.data import Example
from export_onnx.compact.measure import Retrieval, retrieval
from models.encoder import Encoder
from models.manifest import Calibration
from models.scoring import compatibility, sentence_cosine

Matrix = NDArray[np.float32]
DescribedIn = tuple[str, tuple[str, ...]]
"""A description, and the texts of the place it stands in."""
Translation = tuple[str, str]
"""An English sentence, and the same in another language."""
SEEN = 300
"""Pictures that translations are held against."""


@dataclass(frozen=True, slots=True)
class Assessment:
    figures: dict[str, Retrieval]
    """By data set, on its held-out part."""
    compatibility: Calibration
    relevance: Calibration
    by_language: dict[str, Calibration]
    """Of the compatibility, by language."""


def judge(
    encoder: Encoder,
    held_out: Sequence[Example],
    places: Sequence[DescribedIn],
    translations: Mapping[str, Sequence[Translation]],
) -> Assessment:
    """Each data set's texts are compared within it; the calibration weighs the sets alike."""
    figures, first = matched(encoder, held_out)
    seen = np.concatenate([_embedded(encoder, example) for example in held_out[:SEEN]])
    by_language = {
        language: _like(encoder, seen, both, first)
        for language, both in translations.items()
        if both
    }
    return Assessment(figures, first, _relevance(encoder, places), by_language)


def matched(
    encoder: Encoder, held_out: Sequence[Example]
) -> tuple[dict[str, Retrieval], Calibration]:
    """Figures by data set, and the calibration of the compatibility, which weighs them alike."""
    figures: dict[str, Retrieval] = {}
    own: list[Matrix] = []
    others: list[Matrix] = []
    for name in dict.fromkeys(example.dataset for example in held_out):
        scores, owners = _scores(encoder, [e for e in held_out if e.dataset == name])
        figures[name] = retrieval(scores, owners)
        right, wrong = pairs(scores, owners)
        own.append(right)
        others.append(wrong)
    return figures, fit(own, others)


def _like(
    encoder: Encoder, pictures: Matrix, both: Sequence[Translation], first: Calibration
) -> Calibration:
    english, other = (
        compatibility(pictures, encoder.embed_texts(texts).shared)
        for texts in zip(*both, strict=True)
    )
    return like(english, other, first)


def _scores(encoder: Encoder, examples: Sequence[Example]) -> tuple[Matrix, NDArray[np.int64]]:
    """Pictures × texts of one data set, and the picture of each text."""
    pictures = np.concatenate([_embedded(encoder, example) for example in examples])
    texts = [text for example in examples for text in example.texts]
    owners = np.repeat(np.arange(len(examples)), [len(example.texts) for example in examples])
    return compatibility(pictures, encoder.embed_texts(texts).shared), owners


def _embedded(encoder: Encoder, example: Example) -> Matrix:
    with Image.open(example.picture) as image:
        return encoder.embed_pictures([image])


def _relevance(encoder: Encoder, places: Sequence[DescribedIn]) -> Calibration:
    """Of the mean cosine with the texts of the own place, against those of another one."""
    described = encoder.embed_texts([text for text, _ in places]).sentence
    cosines = [
        sentence_cosine(encoder.embed_texts(parts).sentence, described).mean(0)
        for _, parts in places
    ]
    own, others = pairs(np.stack(cosines), np.arange(len(places)))
    return fit([own], [others])
