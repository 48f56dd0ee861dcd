"""Decisions as ratings, where they say something of the text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from auditor.decision import Choice
from auditor.rating import Rating
from auditor.ratings.sets import item_of
from auditor.store.reader import StoredScan

LEVEL_OF: Mapping[Choice, int] = {Choice.RIGHT: 4, Choice.WRONG: 2}
"""Right: it serves as it is. Wrong: another one is needed. The others say nothing of the text."""


def ratings_by_decisions(path: Path, rater: str) -> list[Rating]:
    """What was decided in a scan file, of each text on each page. Raises StoreError."""
    found: dict[tuple[object, str], Rating] = {}
    with StoredScan(path) as store:
        for use in store.report().uses:
            made, text = use.decision, use.record.name.text
            if made is None or made.choice not in LEVEL_OF or not text.strip() or not made.decided:
                continue
            item = item_of(use)
            level = LEVEL_OF[made.choice]
            rating = Rating(rater, item, level, True, made.decided, text, note=made.note)
            found[item, made.decided] = rating
    return list(found.values())
