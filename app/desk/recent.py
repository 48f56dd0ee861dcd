"""The scans that were opened last, in words."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from app.desk.facts import Fact
from app.desk.rows import images as images_words
from auditor.message import Message, row
from auditor.reports.words import printable
from auditor.store.errors import StoreError
from auditor.store.uses import StoredUses


def recent_words(path: Path) -> Fact:
    """What a scan file holds: its first target, how much, and when it was finished."""
    try:
        with closing(StoredUses(path)) as uses:
            scan, images, decisions = uses.scan(), uses.number(), uses.decisions()
    except StoreError:
        return Fact(path.name, Message("cannot be read"))
    target = next(iter(map(printable, scan.targets)), Message("a sitemap"))
    decided = Message.counted("{number} decision", "{number} decisions", decisions)
    when = Message("unfinished")
    if scan.finished:
        when = Message("finished {time} UTC", time=scan.finished[:16].replace("T", " "))
    return Fact(target, row((images_words(images), decided, when, path.name)))
