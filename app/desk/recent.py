"""The scans that were opened last, in words."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from app.desk.facts import Fact
from auditor.store.errors import StoreError
from auditor.store.queue import Queue


def recent_words(path: Path) -> Fact:
    """What a scan file holds: its first target, and when it was finished."""
    try:
        with closing(Queue(path)) as queue:
            scan = queue.scan()
    except StoreError:
        return Fact(path.name, "cannot be read")
    target = next(iter(scan.targets), "a sitemap")
    when = f"finished {scan.finished[:16].replace('T', ' ')} UTC" if scan.finished else "unfinished"
    return Fact(target, f"{when}, {path.name}")
