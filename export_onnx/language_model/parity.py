"""Compares a language model's folder with what transformers computes of the same weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from export_onnx.compact.parity import ParityError
from models.language import LanguageModel

CLOSE = 1e-3
"""Most that the log-probability of a token may differ."""
TokenScores = Callable[[Sequence[int]], NDArray[np.floating]]
"""The log-probability of each token (t,) after those before it and the start."""


@dataclass(frozen=True, slots=True)
class LanguageParity:
    """The largest differences of a token's log-probability."""

    reference: float
    """From the reference."""
    cache: float
    """Read in two calls, and in one."""
    tokens: int
    """How many were compared."""


def compare_language(
    model: LanguageModel, reference: TokenScores, texts: Sequence[Sequence[int]]
) -> LanguageParity:
    """Read every text as a whole and in two parts."""
    apart, cached, count = 0.0, 0.0, 0
    for tokens in texts:
        whole, _ = model.read(tokens, model.begin())
        middle = len(tokens) // 2
        first, kept = model.read(tokens[:middle], model.begin())
        second, _ = model.read(tokens[middle:], kept)
        apart = max(apart, float(np.abs(whole - reference(tokens)).max()))
        cached = max(cached, float(np.abs(whole - np.concatenate([first, second])).max()))
        count += len(tokens)
    return LanguageParity(apart, cached, count)


def require_close(parity: LanguageParity) -> None:
    """Raises ParityError where either differs by more than CLOSE."""
    worst = max(parity.reference, parity.cache)
    if not worst <= CLOSE:
        raise ParityError(
            f"the decoder differs by {worst:.5f} in a token's log-probability, allowed: {CLOSE}"
        )


def transformers_scores(model: object, start: int) -> TokenScores:
    """The same by a causal language model of transformers."""
    import torch

    @torch.no_grad()
    def scores(tokens: Sequence[int]) -> NDArray[np.floating]:
        ids = torch.tensor([[start, *tokens]])
        logits = model(ids).logits[0, :-1].float()  # type: ignore[operator]
        rows = logits.log_softmax(-1).numpy()
        return rows[np.arange(len(tokens)), list(tokens)]

    return scores
