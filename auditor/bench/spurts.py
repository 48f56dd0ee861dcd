"""SPURTS: how much information flows through a text network (Feinglass & Yang 2021, section 3.3;
Kreiss et al. 2022, equation 2).

Of a text without stop words and punctuation, each attention head is a channel: its weights, scaled
to a joint distribution of the places that look and those looked at, have a normalised mutual
information. The score is the largest of a layer's heads, the median over the layers. Kreiss et al.
find that it agrees with blind readers through length alone: hold it against `length`.

The paper's network is DistilRoBERTa (6 layers of 12 heads); here it is the shipped model's MiniLM
(6 of 12), opened by `python -m export_onnx.caption_heads`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from auditor.bench.trained import HEADS, made_for, not_made
from auditor.scoring.score import WORD
from models.encoder import TOKENIZER_FILE
from models.manifest import Manifest
from models.registry import find
from models.session import Session, open_session
from models.texts import Windows, open_windows

Floats = NDArray[np.floating]
_WORDS = """a about above after again against all am an and any are as at be because been before
being below between both but by can could did do does doing down during each few for from further
had has have having he her here hers herself him himself his how i if in into is it its itself just
me more most my myself no nor not now of off on once only or other our ours ourselves out over own
same she should so some such than that the their theirs them themselves then there these they this
those through to too under until up very was we were what when where which while who whom why will
with you your yours yourself yourselves"""
STOP = frozenset(_WORDS.split())
"""English words that say little by themselves."""


@dataclass(frozen=True, slots=True)
class Attention:
    """A text network whose attention can be seen."""

    session: Session
    windows: Windows

    def spurts(self, text: str) -> float:
        """0 to 1, 0 of a text of stop words alone; of a long text its first window counts. Raises
        ModelError."""
        kept = " ".join(word for word in WORD.findall(text) if word.lower() not in STOP)
        if not kept:
            return 0.0
        ids = self.windows.of(kept)[0][np.newaxis]
        (weights,) = self.session.run({"ids": ids}, ["attention"])
        return float(np.median(information_flow(weights).max(axis=1)))


def information_flow(weights: Floats) -> Floats:
    """The normalised mutual information (layers, heads), 0 to 1, of attention (layers, heads, t,
    t): 2 · (H(X) + H(Y) − H(X, Y)) / (H(X) + H(Y))."""
    joint = weights.astype(np.float64)
    joint = joint / joint.sum(axis=(-2, -1), keepdims=True)
    looking, looked = _entropy(joint.sum(-1), -1), _entropy(joint.sum(-2), -1)
    both = looking + looked
    shared = both - _entropy(joint, (-2, -1))
    found: Floats = np.clip(2 * shared / np.where(both > 0, both, 1.0), 0.0, 1.0)
    return found


def _entropy(shares: Floats, axis: int | tuple[int, int]) -> Floats:
    found: Floats = -(shares * np.log(np.where(shares > 0, shares, 1.0))).sum(axis)
    return found


def load_attention(manifest: Manifest) -> Attention:
    """That of a model's text network. Raises BenchError where nobody opened it, ModelError."""
    path = made_for(manifest, "attention", ".onnx")
    if not path.is_file():
        raise not_made(manifest, "spurts", HEADS, path)
    windows = open_windows(find(manifest.name) / TOKENIZER_FILE, manifest.max_tokens)
    return Attention(open_session(path, "cpu"), windows)
