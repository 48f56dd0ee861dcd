"""Trains the form head on the tokens of the frozen text network."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from export_onnx.form.alter import Alteration, Splices, cut, exchanged, shuffled, unstopped
from export_onnx.form.head import FormHead
from export_onnx.form.texts import Texts
from models.session import Session
from models.texts import Windows

BATCH = 64
Labels = tuple[float, float, float, float, float]
"""Wanted answers in the order of ANSWERS; NaN where an answer would teach nothing."""
NOTHING = math.nan
Row = tuple[str, Labels]


@dataclass(frozen=True, slots=True)
class FormRecipe:
    epochs: int = 6
    rate: float = 1e-3
    decay: float = 0.05


@dataclass(frozen=True, slots=True)
class FormBatch:
    """Texts of one length in tokens, so that none is padded."""

    tokens: Tensor
    """(n, t, 384), half precision."""
    labels: Tensor
    """(n, 5)"""


def labelled(texts: Texts, seed: int) -> list[Row]:
    """Each text as it is, and spoilt in every way that it can be spoilt."""
    rng = random.Random(seed)  # noqa: S311 - nothing secret
    spliced = Splices((*texts.described, *texts.told))
    spoilt: Sequence[tuple[Alteration, Labels]] = (
        (shuffled, (0, NOTHING, NOTHING, NOTHING, NOTHING)),
        (shuffled, (0, NOTHING, NOTHING, NOTHING, NOTHING)),
        (cut, (1, 0, NOTHING, NOTHING, NOTHING)),
        (spliced.half, (NOTHING, NOTHING, NOTHING, 0, NOTHING)),
        (spliced.whole, (1, 1, NOTHING, 0, NOTHING)),
        (exchanged, (1, 1, NOTHING, NOTHING, 0)),
    )
    found: list[Row] = []
    for group, describes in ((texts.described, 1), (texts.told, 0)):
        for text in group:
            found.append((unstopped(text) if rng.random() < 0.5 else text, (1, 1, describes, 1, 1)))
            for alter, labels in spoilt if describes else spoilt[:3]:
                if altered := alter(text, rng):
                    found.append((altered, labels))
    return [row for row in found if row[0].strip()]


def embedded(rows: Sequence[Row], session: Session, windows: Windows) -> list[FormBatch]:
    """Batches of texts of equal length; a text longer than one window is left out."""
    groups: dict[int, list[tuple[NDArray[np.int64], Labels]]] = defaultdict(list)
    for text, labels in rows:
        ids = windows.of(text) if text.strip() else []
        if len(ids) == 1 and len(ids[0]) > 2:
            groups[len(ids[0])].append((ids[0], labels))
    return [batch for _, group in sorted(groups.items()) for batch in _batches(group, session)]


def train(batches: Sequence[FormBatch], recipe: FormRecipe, seed: int) -> FormHead:
    """Binary cross-entropy of each answer that is wanted."""
    torch.manual_seed(seed)
    head = FormHead().train()
    optimiser = torch.optim.AdamW(head.parameters(), recipe.rate, weight_decay=recipe.decay)
    steps = recipe.epochs * len(batches)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, recipe.rate, steps, pct_start=0.1)
    rng = np.random.default_rng(seed)
    for _ in range(recipe.epochs):
        for number in rng.permutation(len(batches)):
            batch = batches[number]
            loss = _loss(head(batch.tokens.float()), batch.labels)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    return head.eval().requires_grad_(False)


def _loss(logits: Tensor, labels: Tensor) -> Tensor:
    wanted = ~labels.isnan()
    return functional.binary_cross_entropy_with_logits(logits[wanted], labels[wanted].float())


def _batches(
    group: Sequence[tuple[NDArray[np.int64], Labels]], session: Session
) -> Iterator[FormBatch]:
    """The group is in the order of the data; batches mix it, so neighbours do not stay together."""
    order = np.random.default_rng(len(group)).permutation(len(group))
    for start in range(0, len(group), BATCH):
        chosen = [group[place] for place in order[start : start + BATCH]]
        tokens = session.run({"ids": np.stack([ids for ids, _ in chosen])})[-1]
        labels = torch.tensor([labels for _, labels in chosen])
        yield FormBatch(torch.from_numpy(tokens).half(), labels)
