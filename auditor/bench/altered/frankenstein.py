"""Pastes what stands out in one picture into another."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from auditor.bench.metrics import Floats
from models.pictures import decode

CUT = 0.6
"""Side of the part that is cut out, of the shorter side of its picture."""
PASTED = 0.5
"""Side of the part where it is pasted, of the shorter side of that picture."""
SOFT = 0.04
"""Blur of its edge, of its side."""
_GRID = 64


def pasted(into: bytes, other: bytes, rng: np.random.Generator) -> bytes:
    """A PNG of the first picture with the most salient round part of the other laid over it, at a
    random place, with a soft edge."""
    picture = decode(into).image.copy()
    side = max(1, round(PASTED * min(picture.size)))
    part = salient(decode(other).image).resize((side, side), Image.Resampling.BICUBIC)
    x, y = (int(rng.integers(length - side + 1)) for length in picture.size)
    picture.paste(part, (x, y), _round(side))
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


def salient(image: Image.Image) -> Image.Image:
    """The square of CUT of the shorter side that holds the most saliency."""
    side = max(1, round(CUT * min(image.size)))
    small = saliency(image)
    height, width = (
        max(1, min(_GRID, round(_GRID * side / length))) for length in (image.height, image.width)
    )
    sums = np.pad(small.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    held = sums[height:, width:] - sums[:-height, width:] - sums[height:, :-width]
    held = held + sums[:-height, :-width]
    row, column = np.unravel_index(int(held.argmax()), held.shape)
    left = min(round(int(column) * image.width / _GRID), image.width - side)
    top = min(round(int(row) * image.height / _GRID), image.height - side)
    return image.crop((left, top, left + side, top + side))


def saliency(image: Image.Image) -> Floats:
    """(64, 64), the spectral residual of the grey picture (Hou & Zhang 2007)."""
    grey = np.asarray(image.convert("L").resize((_GRID, _GRID)), dtype=np.float64)
    spectrum = np.fft.fft2(grey)
    log = np.log(np.abs(spectrum) + 1e-9)
    shifted = [np.roll(log, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    residual = log - np.mean(shifted, axis=0)
    found: Floats = np.abs(np.fft.ifft2(np.exp(residual + 1j * np.angle(spectrum)))) ** 2
    return found


def _round(side: int) -> Image.Image:
    mask = Image.new("L", (side, side))
    edge = round(SOFT * side)
    ImageDraw.Draw(mask).ellipse((edge, edge, side - 1 - edge, side - 1 - edge), fill=255)
    return mask.filter(ImageFilter.GaussianBlur(edge / 2))
