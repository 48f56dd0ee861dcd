"""Compares a finished model with its network, on whole pictures and texts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from open_clip.transform import image_transform_v2

from export_onnx.openclip.errors import ExportError
from export_onnx.openclip.network import Network
from export_onnx.openclip.samples import Samples
from export_onnx.openclip.tokenizer import TextRules
from models.encoder import Encoder

Matrix = NDArray[np.float32]

EXACT = 1e-4
"""The largest difference of two unit vectors, in any of their numbers, that fp32 may show."""
LEAST = {"fp16": 0.9999, "int8": 0.99}
"""The smallest cosine that the other precisions may show."""


@dataclass(frozen=True, slots=True)
class Vectors:
    """Unit vectors, a row for each picture and each text."""

    pictures: Matrix
    texts: Matrix


@dataclass(frozen=True, slots=True)
class Parity:
    difference: float
    """Largest absolute difference of any number of two unit vectors."""
    cosine: float
    """Smallest cosine of two vectors."""


@torch.no_grad()
def by_network(network: Network, rules: TextRules, samples: Samples) -> Vectors:
    """What open_clip itself makes of them: its transform, its tokenizer, torch in fp32."""
    transform = image_transform_v2(network.preparation, is_train=False)
    model = network.model
    shown = [
        model.encode_image(transform(image)[None], normalize=True) for image in samples.pictures
    ]
    said = [model.encode_text(rules.original([text]), normalize=True) for text in samples.texts]
    return Vectors(torch.cat(shown).numpy(), torch.cat(said).numpy())


def by_files(encoder: Encoder, samples: Samples) -> Vectors:
    """What the program makes of them."""
    pictures, texts = samples.pictures, samples.texts
    return Vectors(encoder.embed_pictures(pictures), encoder.embed_texts(texts).shared)


def compare(expected: Vectors, found: Vectors) -> Parity:
    pairs = ((expected.pictures, found.pictures), (expected.texts, found.texts))
    return Parity(
        max(float(np.abs(left - right).max()) for left, right in pairs),
        min(float(_cosines(left, right).min()) for left, right in pairs),
    )


def require(parity: Parity, precision: str) -> None:
    """Raises ExportError when a model differs from its network by more than its precision may."""
    if precision in LEAST:
        fits, words = parity.cosine >= LEAST[precision], f"at least {LEAST[precision]}"
        measured = f"cosine {parity.cosine:.6f}"
    else:
        fits, words = parity.difference <= EXACT, f"at most {EXACT}"
        measured = f"difference {parity.difference:.2g}"
    if not fits:
        raise ExportError(
            f"The {precision} model differs from its network and was not written: "
            f"{measured}, wanted {words}"
        )


def _cosines(left: Matrix, right: Matrix) -> Matrix:
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    cosines: Matrix = (left * right).sum(axis=1) / lengths
    return cosines
