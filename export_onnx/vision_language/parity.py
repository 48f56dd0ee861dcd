"""Compares a vision-language model's folder with the network that it was made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PIL import Image

from export_onnx.compact.parity import ParityError
from export_onnx.language_model.parity import LanguageParity
from models.language import Floats, log_softmax
from models.vision_language import VisionLanguageModel

Reference = Callable[[Floats, Sequence[int]], Floats]
"""Pixels (3, size, size) and ids (t,), below 0 for a picture's rows, to logits (t, vocabulary)."""
NEAR = 0.05
"""Most that pixels may differ in the mean, in standard deviations, from what the network's own
processor makes of a picture: its ways of resizing round otherwise."""


def compare_sight(
    model: VisionLanguageModel,
    reference: Reference,
    pictures: Sequence[Image.Image],
    texts: Sequence[str],
) -> LanguageParity:
    """Read every text before a picture, as a whole and in two parts."""
    m, apart, cached, count = model.manifest, 0.0, 0.0, 0
    around = [*m.before, *range(-1, -1 - m.rows, -1), *m.after]
    for number, text in enumerate(texts):
        pixels = model.pixels(pictures[number % len(pictures)])
        looking, tokens = model.look_at(pixels), model.tokens(text)
        begun = looking.begin()
        tokens = tokens[: looking.room(begun)]
        if not tokens:
            continue
        whole, _ = looking.read(tokens, begun)
        rows = log_softmax(reference(pixels, [*around, *tokens]))[len(around) - 1 : -1]
        expected = rows[np.arange(len(tokens)), tokens]
        middle = len(tokens) // 2
        first, kept = looking.read(tokens[:middle], begun)
        second, _ = looking.read(tokens[middle:], kept)
        apart = max(apart, float(np.abs(whole - expected).max()))
        cached = max(cached, float(np.abs(whole - np.concatenate([first, second])).max()))
        count += len(tokens)
    return LanguageParity(apart, cached, count)


def require_near(ours: Floats, theirs: Floats) -> None:
    """Raises ParityError where pixels are prepared in another way."""
    if ours.shape != theirs.shape or float(np.abs(ours - theirs).mean()) > NEAR:
        raise ParityError("pictures are prepared otherwise than by the network's own processor")
