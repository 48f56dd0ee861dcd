"""The scans that were opened last, in words."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from app.desk.facts import Fact
from auditor.reports.words import counted, printable
from auditor.store.errors import StoreError
from auditor.store.uses import StoredUses


def recent_words(path: Path) -> Fact:
    """What a scan file holds: its first target, how much, and when it was finished."""
    try:
        with closing(StoredUses(path)) as uses:
            scan, images, decisions = uses.scan(), uses.number(), uses.decisions()
    except StoreError:
        return Fact(path.name, "cannot be read")
    target = next(iter(scan.targets), "a sitemap")
    numbers = f"{counted(images, 'image')}, {counted(decisions, 'decision')}"
    when = f"finished {scan.finished[:16].replace('T', ' ')} UTC" if scan.finished else "unfinished"
    return Fact(printable(target), f"{numbers}, {when}, {path.name}")
