"""Several views of each picture, because the frozen network is run before training."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageEnhance, ImageOps


def view(image: Image.Image, number: int, rng: np.random.Generator) -> Image.Image:
    """View 0 is the picture itself; the others are cropped, perhaps mirrored, and lit otherwise."""
    if number == 0:
        return image
    cropped = image.crop(_box(image.size, rng))
    turned = ImageOps.mirror(cropped) if rng.random() < 0.5 else cropped
    lit = ImageEnhance.Brightness(turned).enhance(rng.uniform(0.8, 1.2))
    return ImageEnhance.Color(lit).enhance(rng.uniform(0.6, 1.3))


def _box(size: tuple[int, int], rng: np.random.Generator) -> tuple[int, int, int, int]:
    """A box of 75 to 100% of each side, at a random place."""
    width, height = (max(1, round(side * rng.uniform(0.75, 1.0))) for side in size)
    left, top = rng.integers(size[0] - width + 1), rng.integers(size[1] - height + 1)
    return int(left), int(top), int(left) + width, int(top) + height
