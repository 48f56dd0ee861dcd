"""Entries of lists: image uses that show one picture with one text and have one fault are one
entry, which shows the worst of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

from auditor.reports.words import counted
from auditor.results import JudgedUse


@dataclass(slots=True)
class ListedEntry:
    """One entry of a list."""

    number: int
    """Its place in the list, from 1."""
    worst: JudgedUse
    uses: int = 0
    pages: set[int] = field(default_factory=set)
    """The pages that use it, as numbers."""

    @property
    def extent(self) -> str:
        """ "8 uses on 3 pages, the worst has rank 12"; "" for one use whose rank is its number."""
        used = f"{counted(self.uses, 'use')} on {counted(len(self.pages), 'page')}"
        rank = f"rank {self.worst.rank:,}"
        if self.uses == 1:
            return "" if self.worst.rank == self.number else rank
        return used if self.worst.rank == self.number else f"{used}, the worst has {rank}"


def first_entries(uses: Iterable[JudgedUse], limit: int) -> tuple[list[ListedEntry], int]:
    """The first `limit` entries of `uses`, which come in rank order, and how many of the uses
    belong to none of them. Keeps one use of each entry and no other."""
    entries: dict[bytes, ListedEntry] = {}
    pages: dict[str, int] = {}
    beyond = 0
    for use in uses:
        key = entry_key(use)
        entry = entries.get(key)
        if entry is None:
            if len(entries) == limit:
                beyond += 1
                continue
            entry = entries[key] = ListedEntry(len(entries) + 1, use)
        entry.uses += 1
        entry.pages.add(pages.setdefault(use.page_url, len(pages)))
    return list(entries.values()), beyond


def entry_key(use: JudgedUse) -> bytes:
    """What uses of one entry share. A use without picture and address stands alone."""
    record = use.record
    shown = use.picture.sha256 if use.picture else record.src
    alone = use.rank if shown is None else None
    text = (record.alt, record.name.text)
    rules = tuple((finding.rule, finding.outcome) for finding in use.verdict.findings)
    made = use.decision
    decided = (made.choice, made.better, made.note) if made else None
    verdict = (use.verdict.status, rules, use.state, decided)
    key = (shown, alone, record.kind, record.exposure.state, text, verdict)
    # A text may be a megabyte long: the digest is kept instead.
    return blake2b(repr(key).encode("ascii", "backslashreplace"), digest_size=16).digest()
