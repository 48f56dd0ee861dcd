"""Several views of each picture, because the trunk is run before training."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageEnhance, ImageFilter, ImageOps

GREY, DRAWN = 0.12, 0.20
"""Below GREY a view loses its colours, below DRAWN its surfaces too, as in an engraving."""


def view(image: Image.Image, number: int, rng: np.random.Generator) -> Image.Image:
    """View 0 is the picture itself; the others are cropped, stretched, perhaps mirrored, and lit or
    drawn otherwise."""
    if number == 0:
        return image
    cropped = image.crop(_box(image.size, rng))
    turned = ImageOps.mirror(cropped) if rng.random() < 0.5 else cropped
    lit = ImageEnhance.Brightness(turned).enhance(rng.uniform(0.8, 1.2))
    coloured = ImageEnhance.Color(lit).enhance(rng.uniform(0.6, 1.3))
    kind = rng.random()
    if kind >= DRAWN:
        return coloured
    grey = ImageOps.grayscale(coloured)
    return (grey if kind < GREY else grey.filter(ImageFilter.CONTOUR)).convert("RGB")


def _box(size: tuple[int, int], rng: np.random.Generator) -> tuple[int, int, int, int]:
    """A box of 65 to 100% of each side, at a random place."""
    width, height = (max(1, round(side * rng.uniform(0.65, 1.0))) for side in size)
    left, top = rng.integers(size[0] - width + 1), rng.integers(size[1] - height + 1)
    return int(left), int(top), int(left) + width, int(top) + height
