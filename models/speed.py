"""How fast a model runs on this machine, measured once and then remembered."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
from PIL import Image

from models import machine
from models.encoder import load_folder
from models.manifest import Manifest
from models.session import PROVIDERS, choose

WARM_UP, COUNT = 3, 20
FIGURES = ("images_per_s", "texts_per_s")

T = TypeVar("T")


def measure(folder: Path, manifest: Manifest, provider: str) -> None:
    """Time some pictures and texts, unless that was done. Raises ModelError.

    All cores; pictures are drawn (seed 0) and need no decoding. Other work on the machine counts.
    """
    key = machine.key(manifest.sha256, choose(provider))
    if machine.recall(key, FIGURES[0]) is not None:
        return
    encoder = load_folder(folder, provider=provider)
    noise = np.random.default_rng(0).integers(0, 256, (COUNT, 240, 320, 3), dtype=np.uint8)
    pictures = [Image.fromarray(values) for values in noise]
    texts = [
        f"A brown dog and {number} children run along a sandy beach" for number in range(COUNT)
    ]
    machine.note(
        key,
        images_per_s=_rate(encoder.embed_pictures, pictures),
        texts_per_s=_rate(encoder.embed_texts, texts),
    )


def speeds(manifest: Manifest) -> dict[str, dict[str, float]]:
    """Images and texts a second by provider, of those that were measured here."""
    found: dict[str, dict[str, float]] = {}
    for provider in PROVIDERS:
        key = machine.key(manifest.sha256, provider)
        rates = {name: machine.recall(key, name) for name in FIGURES}
        if all(rate is not None for rate in rates.values()):
            found[provider] = {name: rate for name, rate in rates.items() if rate is not None}
    return found


def _rate(embed: Callable[[Sequence[T]], object], items: Sequence[T]) -> float:
    embed(items[:WARM_UP])
    start = time.perf_counter()
    embed(items)
    return round(len(items) / (time.perf_counter() - start), 1)
