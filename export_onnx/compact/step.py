"""One step of the training: the loss of a batch, and its gradients."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from export_onnx.compact.conse import conse
from export_onnx.compact.features import Rows
from export_onnx.compact.heads import Heads, TextAnswers, TextHead

PARTS = 2
"""Of a batch, each on a thread. With two, a sum of gradients has no order to depend on."""
UNKNOWN = -1.0
"""Of `ReadTexts.named`: nobody said whether the text names the class."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What is asked of the heads."""

    smoothing: float = 0.05
    soft: float = 0.2
    """Share of the target that goes to what the texts of other pictures share with the own ones."""
    sharpness: float = 20.0
    """Of the softmax over sentence cosines that says how this share is laid out."""
    exchanged: float = 0.2
    """Weight of each own text against its altered form."""
    kept: float = 0.5
    """Weight of the divergence of the ImageNet classes from what they were (Li and Hoiem 2016)."""
    sentence: float = 2.0
    """Weight of each sentence's distance from what the untrained network said of it, or of the
    sentence that it translates."""
    translated: float = 0.3
    """Weight of finding a sentence's translation among those of others, in the shared space."""
    named: float = 10.0
    """Weight of the mean cross entropy of the classes that a text names."""


@dataclass(frozen=True, slots=True)
class ReadTexts:
    """Every text, as the frozen layers read it."""

    means: Tensor
    """(texts, MEANS * 384) float16"""
    tokens: Sequence[Tensor]
    """Below the trained layers: (t, 384) float16 for each text."""
    sentences: Tensor
    """(texts, 384), unit vectors: what the sentence of each text shall be."""
    named: Tensor
    """(texts, 80): 1 where it names a class, 0 where not, UNKNOWN."""


@dataclass(frozen=True, slots=True)
class Batch:
    """n pictures, each with a text of its own, the altered forms of m of these texts, and k
    sentences with a translation each."""

    maps: Tensor
    levels: Tensor
    logits: Tensor
    """(n, 1000), of the untrained network."""
    objects: Tensor
    """(n, OBJECT_FEATURES); of no picture when nothing was looked for."""
    groups: Rows
    """(n,) numbers; pictures of one number show the same."""
    texts: Rows
    """(n,) rows of `ReadTexts`."""
    altered: Rows
    """(m,) rows of the altered forms of the first m texts."""
    translations: Rows
    """(k, 2) rows of sentences and of their translations."""
    wanted: Tensor
    """(n, 384): the mean sentence of all texts of each picture, a unit vector."""


def learn(
    heads: Heads,
    scale: Tensor,
    texts: ReadTexts,
    names: Tensor,
    batch: Batch,
    loss: Loss,
    pool: Executor,
) -> float:
    """Adds the gradients of one batch, and returns its loss.

    Pictures and texts meet only in the heads, so what lies below runs in parts on threads of their
    own, forwards and backwards: quicker than with two threads for each operation, and the same to
    the last bit each time.
    """
    rows = np.concatenate([batch.texts, batch.altered, batch.translations.T.ravel()])
    shown = np.array_split(np.arange(len(batch.texts)), PARTS)
    order = np.argsort([len(texts.tokens[row]) for row in rows], kind="stable")
    said = [order[number::PARTS] for number in range(PARTS)]
    ends = [
        pool.submit(_below, heads, batch.maps[pictures], texts.tokens, rows[written])
        for pictures, written in zip(shown, said, strict=True)
    ]
    outputs = [end.result() for end in ends]
    leaves = [[output.detach().requires_grad_() for output in part] for part in outputs]
    cells, logits, read = (torch.cat(part) for part in zip(*leaves, strict=True))
    pictures = heads.picture(cells, batch.levels, conse(logits, names))
    written = heads.text(texts.means[rows].float(), read[np.argsort(np.concatenate(said))])
    together = len(batch.texts) + len(batch.altered)
    scores = pictures @ written.learned[:together].T
    if len(batch.objects):
        scores = scores + heads.objects(batch.objects) @ written.objects[:together].T
    scores = scores * scale.exp().clamp(max=100)
    total = (
        _matched(scores, texts, rows[:together], batch, loss)
        + loss.kept * _moved(logits, batch)
        + _aside(written, texts, rows, batch, loss)
    )
    total.backward()
    backs = [
        pool.submit(torch.autograd.backward, output, [leaf.grad for leaf in part])
        for output, part in zip(outputs, leaves, strict=True)
    ]
    for back in backs:
        back.result()
    return float(total.detach())


def _below(
    heads: Heads, maps: Tensor, tokens: Sequence[Tensor], rows: Rows
) -> tuple[Tensor, Tensor, Tensor]:
    cells, logits = heads.tail(maps)
    return cells, logits, read_all(heads.text, tokens, rows)


def read_all(head: TextHead, tokens: Sequence[Tensor], rows: Rows) -> Tensor:
    """Texts of equal length are run together, so that none is padded."""
    lengths = np.array([len(tokens[row]) for row in rows])
    places, parts = [], []
    for length in np.unique(lengths):
        at = np.flatnonzero(lengths == length)
        below = torch.stack([tokens[row] for row in rows[at]]).float()
        parts.append(head.pooled(below, head.tuned(below)))
        places.append(at)
    return torch.cat(parts)[np.argsort(np.concatenate(places))]


def _matched(scores: Tensor, texts: ReadTexts, rows: Rows, batch: Batch, loss: Loss) -> Tensor:
    """InfoNCE in both directions, (n, n + m) scores; altered texts are nobody's answer."""
    count, changed = len(batch.texts), len(batch.altered)
    likeness = batch.wanted @ texts.sentences[batch.texts].T * loss.sharpness
    likeness = functional.pad(likeness, (0, changed), value=-100.0)
    alike = batch.groups[:, np.newaxis] == np.concatenate([batch.groups, batch.groups[:changed]])
    same = torch.from_numpy((batch.texts[:, np.newaxis] == rows) | alike)
    same[:, count:].fill_diagonal_(False)  # its own altered form is a mistake
    same[:, :count].fill_diagonal_(False)  # What shows or says the same is no mistake.
    scores, likeness = scores.masked_fill(same, -100.0), likeness.masked_fill(same, -100.0)
    by_picture = functional.cross_entropy(scores, _targets(likeness, loss))
    targets = _targets(likeness[:, :count].T, loss)
    by_text = functional.cross_entropy(scores[:, :count].T, targets)
    ahead = scores.diagonal()[:changed] - scores[:, count:].diagonal()
    exchanged = functional.softplus(-ahead).sum() / max(changed, 1)
    return (by_picture + by_text) / 2 + loss.exchanged * exchanged


def _targets(likeness: Tensor, loss: Loss) -> Tensor:
    """(n, m), rows of sum 1: mostly the own one, some to what says nearly the same."""
    own = torch.eye(*likeness.shape) * (1 - loss.smoothing) + loss.smoothing / likeness.shape[1]
    return (1 - loss.soft) * own + loss.soft * likeness.softmax(1)


def _moved(logits: Tensor, batch: Batch) -> Tensor:
    """How far the classes went from what the untrained network said, in nats."""
    before, now = batch.logits.log_softmax(1), logits.log_softmax(1)
    return functional.kl_div(now, before, reduction="batchmean", log_target=True)


def _aside(written: TextAnswers, texts: ReadTexts, rows: Rows, batch: Batch, loss: Loss) -> Tensor:
    """What is asked of the texts alone."""
    distance = 1 - (written.sentence * texts.sentences[rows]).sum(1).mean()
    known = texts.named[rows]
    crossed = functional.binary_cross_entropy_with_logits(
        written.named, known.clamp(min=0), weight=(known != UNKNOWN).float()
    )
    total = loss.sentence * distance + loss.named * crossed
    count = len(batch.translations)
    if count:
        ours, theirs = written.learned[-2 * count : -count], written.learned[-count:]
        cosines = ours @ theirs.T * loss.sharpness
        own = torch.arange(count)
        found = functional.cross_entropy(cosines, own) + functional.cross_entropy(cosines.T, own)
        total = total + loss.translated * found / 2
    return total
