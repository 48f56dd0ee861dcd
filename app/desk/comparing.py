"""The open scan held against an earlier one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.desk.facts import Fact
from app.desk.rows import CHANGE_WORDS, images
from auditor.gate.compare import Change, ChangedUse, Comparison, compare
from auditor.message import Message, clauses, row
from auditor.reports.words import printable
from auditor.store.reader import StoredScan


@dataclass(frozen=True, slots=True)
class Held:
    """What a comparison found."""

    changes: Mapping[tuple[str, int], str]
    """What became of a use, by its page and its place there: a value of Change."""
    facts: tuple[Fact, ...]
    """In words: the numbers, then what is gone, which no row shows."""

    @property
    def words(self) -> str:
        """In one breath."""
        return ". ".join(str(fact) for fact in self.facts[:1])


def held_against(earlier: Path, now: Path) -> Held:
    """Compare two scan files. Raises StoreError."""
    with StoredScan(earlier) as old, StoredScan(now) as new:
        found = compare(old.report(), new.report())
    changes = {
        (pair.new.page_url, pair.new.ordinal): pair.change.value
        for pair in found.pairs
        if pair.new is not None
    }
    return Held(changes, (_numbers(found, earlier), *map(_gone, found.of(Change.GONE))))


def _numbers(found: Comparison, earlier: Path) -> Fact:
    numbers = [(len(found.of(change)), Message(CHANGE_WORDS[change])) for change in Change]
    said = [Message("{number} {change}", number=n, change=word) for n, word in numbers if n]
    words = row([*said, Message("{images} as before", images=images(found.unchanged))])
    if not found.same_model:
        differ = Message("the models differ, so qualities were not compared")
        words = clauses((words, differ))
    return Fact(Message("Since {file}", file=earlier.name), words)


def _gone(pair: ChangedUse) -> Fact:
    assert pair.old
    label = Message("Gone") if pair.read else Message("Page not read again")
    page = printable(pair.old.page_url)
    return Fact(label, Message("{image}, on {page}", image=pair.old.title, page=page))
