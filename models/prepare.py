"""Turns pictures into the numbers that a picture tower reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from models.manifest import BICUBIC, BILINEAR, LONGEST, SHORTEST, SQUASH

Triple = tuple[float, float, float]
Size = tuple[int, int]

_FILTERS = {BICUBIC: Image.Resampling.BICUBIC, BILINEAR: Image.Resampling.BILINEAR}
LONGEST_SHAPE = 50
"""Times as long as wide; of a longer picture the ends are cut where only the middle is shown."""


class Prepared(Protocol):
    """How a network wants its pictures: as in models.manifest.Manifest."""

    @property
    def image_size(self) -> int: ...
    @property
    def image_mean(self) -> Sequence[float]: ...
    @property
    def image_std(self) -> Sequence[float]: ...
    @property
    def image_resize(self) -> str: ...
    @property
    def image_filter(self) -> str: ...


def pixels_for(image: Image.Image, wanted: Prepared) -> NDArray[np.float32]:
    """(3, size, size), as a network wants them."""
    mean, std = (
        (float(red), float(green), float(blue))
        for red, green, blue in (wanted.image_mean, wanted.image_std)
    )
    return picture_array(
        image,
        wanted.image_size,
        mean,
        std,
        resize=wanted.image_resize,
        resampling=wanted.image_filter,
    )


def picture_array(
    image: Image.Image,
    size: int,
    mean: Triple,
    std: Triple,
    *,
    resize: str = SQUASH,
    resampling: str = BICUBIC,
    exact: bool = False,
) -> NDArray[np.float32]:
    """One picture as (3, size, size) float32, each channel (x / 255 - mean) / std.

    `exact` gives what open_clip 3.3's `image_transform` gives; without it the picture is made RGB
    first, and a large one is reduced by whole factors first, which is quicker. `resize` and
    `resampling` as in the manifest.
    """
    if not exact:
        image = image.convert("RGB")
    gap = None if exact else 3.0
    square = _SQUARES[resize](image, size, _FILTERS[resampling], gap).convert("RGB")
    scale = np.array([1 / (255 * part) for part in std], dtype=np.float32)
    shift = np.array([m / s for m, s in zip(mean, std, strict=True)], dtype=np.float32)
    values = np.asarray(square, dtype=np.float32) * scale - shift
    return np.ascontiguousarray(values.transpose(2, 0, 1))


def _squashed(
    image: Image.Image, size: int, resampling: Image.Resampling, gap: float | None
) -> Image.Image:
    """The whole picture: unlike a crop, it loses nothing at the edges."""
    return image.resize((size, size), resampling, reducing_gap=gap)


def _middle(
    image: Image.Image, size: int, resampling: Image.Resampling, gap: float | None
) -> Image.Image:
    """The middle square of the picture whose shorter side is `size`."""
    image = _without_far_ends(image)
    short = min(image.size)
    width, height = (size * side // short for side in image.size)
    fitted = image.resize((width, height), resampling, reducing_gap=gap)
    left, top = round((width - size) / 2), round((height - size) / 2)
    return fitted.crop((left, top, left + size, top + size))


def _without_far_ends(image: Image.Image) -> Image.Image:
    """Ends that the middle square never shows: a line of 1 × 20,000 pixels, fitted with them, would
    fill gigabytes. As much goes at each end, so that the middle stays where it was."""
    ends = [max(0, side - LONGEST_SHAPE * min(image.size)) // 2 for side in image.size]
    if not any(ends):
        return image
    (left, top), (width, height) = ends, image.size
    return image.crop((left, top, width - left, height - top))


def _framed(
    image: Image.Image, size: int, resampling: Image.Resampling, gap: float | None
) -> Image.Image:
    """The picture whose longer side is `size`, in the middle of a black square."""
    longest = max(image.size)
    width, height = (max(1, round(side / (longest / size))) for side in image.size)
    small = image.resize((width, height), resampling, reducing_gap=gap)
    if small.size == (size, size):
        return small
    square = Image.new(small.mode, (size, size))
    if palette := small.getpalette():
        square.putpalette(palette)
    square.paste(small, ((size - width) // 2, (size - height) // 2))
    return square


_SQUARES = {SQUASH: _squashed, SHORTEST: _middle, LONGEST: _framed}
