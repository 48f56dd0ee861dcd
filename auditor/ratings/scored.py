"""Scored texts of a scan as numbers to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from auditor.decision import Choice
from auditor.rating import RatedItem
from auditor.ratings.sets import item_of
from auditor.scoring.tuning import FEATURES, features
from auditor.store.reader import StoredScan


@dataclass(frozen=True, slots=True)
class ScoredItem:
    """One text with its score."""

    item: RatedItem
    quality: float
    features: tuple[float, ...]
    """By FEATURES; NaN where a part could not be computed."""
    choice: Choice | None
    """What a person decided."""


def scored_items(path: Path) -> list[ScoredItem]:
    """The texts of a scan that have a score, each once a page. Raises StoreError."""
    found: dict[RatedItem, ScoredItem] = {}
    with StoredScan(path) as store:
        for use in store.report().uses:
            if use.scores is None:
                continue
            item = item_of(use)
            values = features(use.scores, use.record.name.text)
            row = tuple(np.nan if (x := values[name]) is None else x for name in FEATURES)
            choice = use.decision.choice if use.decision else None
            found.setdefault(item, ScoredItem(item, use.scores.quality, row, choice))
    return list(found.values())


def design(items: Sequence[ScoredItem]) -> NDArray[np.float64]:
    """(items, features and the quality); what is not known is as usual, the mean."""
    rows = np.array([[*each.features, each.quality] for each in items], dtype=np.float64)
    known = ~np.isnan(rows)
    sums = np.where(known, rows, 0.0).sum(axis=0)
    means = sums / np.maximum(known.sum(axis=0), 1)
    return np.where(known, rows, means)
