"""Small heads over a model's towers that one command trains: `python -m export_onnx.icr`, `python
-m export_onnx.caption_heads`. Each is a file of weights in the user's cache, named by its model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from auditor.bench.errors import BenchError
from models.manifest import Manifest
from models.scoring import joined

Floats = NDArray[np.float32]
PairScore = Callable[[Floats, Floats], float]
"""The shared embeddings (dimension,) of a picture and of a text to a score."""
HEADS = "export_onnx.caption_heads"


def regressed(manifest: Manifest) -> PairScore:
    """The level, 1 to 4, by three layers (Scott et al. 2023). Raises BenchError."""
    layers = layers_of(manifest, "icr", ("0", "3", "6"), "export_onnx.icr")

    def score(picture: Floats, text: Floats) -> float:
        row = joined(picture[None], text[None])
        for place, (weight, bias) in enumerate(layers):
            row = row @ weight.T + bias
            row = np.maximum(row, 0) if place < len(layers) - 1 else row
        return float(row[0, 0])

    return score


def projected(manifest: Manifest) -> PairScore:
    """The cosine of two projections. Raises BenchError."""
    layers = layers_of(manifest, "vsepp", ("picture", "text"), HEADS)
    (seen_weight, seen_bias), (said_weight, said_bias) = layers

    def score(picture: Floats, text: Floats) -> float:
        seen, said = seen_weight @ picture + seen_bias, said_weight @ text + said_bias
        return float(seen @ said / max(float(np.linalg.norm(seen) * np.linalg.norm(said)), 1e-12))

    return score


def ranked(manifest: Manifest) -> PairScore:
    """What two layers say before the sigmoid. Raises BenchError."""
    layers = layers_of(manifest, "umic", ("first", "last"), HEADS)
    (first_weight, first_bias), (last_weight, last_bias) = layers

    def score(picture: Floats, text: Floats) -> float:
        hidden = np.maximum(first_weight @ joined(picture[None], text[None])[0] + first_bias, 0)
        return float((last_weight @ hidden + last_bias)[0])

    return score


def layers_of(
    manifest: Manifest, head: str, names: Sequence[str], module: str
) -> list[tuple[Floats, Floats]]:
    """Weight and bias of each layer of a head that was trained for the model. Raises BenchError."""
    path = made_for(manifest, head, ".npz")
    try:
        with np.load(path) as found:
            return [(found[f"{name}.weight"], found[f"{name}.bias"]) for name in names]
    except (OSError, ValueError, LookupError) as error:
        raise not_made(manifest, head, module, path) from error


def made_for(manifest: Manifest, head: str, ending: str) -> Path:
    """Where what was made for a model lies."""
    return user_cache_path("auditor") / head / f"{manifest.sha256}{ending}"


def not_made(manifest: Manifest, head: str, module: str, path: Path) -> BenchError:
    """The error that says how a head is made."""
    wanted = f"python -m {module} --model {manifest.name} makes them"
    return BenchError(f"{path} does not hold the weights of {head}; {wanted}")
