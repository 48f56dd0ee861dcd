"""The entries of the HTML report: image uses that show one picture with one text, gathered; those
with the same fault and one cause are folded under the worst of them.

What is rendered waits in a temporary file until its place is known, so memory stays small however
large a scan is.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count

from auditor.findings import Status
from auditor.reports.entries import entry_key
from auditor.reports.groups import FaultGroup, Grouping, asks
from auditor.results import JudgedUse

FIRST_PART, PART = 2_400_000, 2_600_000
"""Bytes of entries in one file; the first file also holds the overview. None grows beyond 3 MB."""
LISTED = 100
"""Places of one entry that are listed."""
FOLDED = 60
"""Entries with the same fault that are folded under the first: with their pictures they weigh less
than a file may."""
IN_FULL = 300
"""Entries of one status that are told in full. A report with the pictures of 30,000 weighs a
gigabyte, and who gets that far wants to find an image, not to look through them: the others are
told in short, with every finding, where they stand and where the picture is."""


@dataclass(frozen=True, slots=True)
class UsePlace:
    """Where one use of an entry stands."""

    rank: int
    page_url: str
    page_title: str
    selector: str


@dataclass(slots=True)
class Entry:
    """Image uses that show one picture with one text and have one verdict; the worst is shown."""

    rank: int
    """Of its worst use."""
    status: Status
    rules: tuple[str, ...]
    picture: str | None
    """sha256 of the picture, where it is to be shown."""
    article: tuple[int, int]
    """Where its rendered form stands in the spool."""
    in_short: bool = False
    """It is one of those after the first IN_FULL of its status."""
    total: int = 0
    """Uses; the first LISTED of them are in `places`."""
    places: list[UsePlace] = field(default_factory=list)
    number: int = 0
    """Its place in the report, from 1."""
    part: int = 0
    """Number of the file that it stands in, from 1."""
    used: tuple[int, int] = (0, 0)
    """Where the rendered list of places stands in the spool."""
    group: FaultGroup | None = None
    """The group that it stands for, with what is folded under it; None: it stands for itself."""
    folded: list[Entry] = field(default_factory=list)
    """The others of the group, in short."""

    @property
    def every(self) -> tuple[Entry, ...]:
        """This entry and what is folded under it."""
        return (self, *self.folded)


@dataclass(frozen=True, slots=True)
class Renderers:
    """What renders image uses and entries."""

    article: Callable[[JudgedUse], str]
    """A use in full."""
    alike: Callable[[JudgedUse], str]
    """One that is folded under another with the same fault."""
    brief: Callable[[JudgedUse], str]
    """One in short."""
    used: Callable[[Entry], str]
    """Where an entry is used."""
    thumbnail: Callable[[bytes], str]
    """A small picture as a data: URL; "" for one that cannot be shown."""


@dataclass(frozen=True, slots=True)
class ReportPart:
    """One file of the report."""

    number: int
    entries: tuple[Entry, ...]
    pictures: Mapping[str, Entry]
    """The entry that holds a picture, by sha256; the others point to it."""


class Spool:
    """Texts on disk, by place."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the spool is
        self._end = self._at = 0

    def add(self, text: str) -> tuple[int, int]:
        """Keep a text; returns where it is, as its start and its length in bytes."""
        data = text.encode("utf-8")
        self._go_to(self._end)
        self._file.write(data)
        start, self._end = self._end, self._end + len(data)
        self._at = self._end
        return start, len(data)

    def get(self, place: tuple[int, int]) -> str:
        """The text at a place that `add` returned."""
        start, length = place
        self._go_to(start)
        self._at = start + length
        return self._file.read(length).decode("utf-8")

    def _go_to(self, place: int) -> None:
        """A move writes what waits in memory, and forgets what was read ahead."""
        if place != self._at:
            self._file.seek(place)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


@dataclass(slots=True)
class Gathered:
    """All entries of a scan, with what the overview wants to know of the uses."""

    spool: Spool
    render: Renderers
    entries: dict[Status, list[Entry]] = field(default_factory=dict)
    """By status, the one with the worst entry first; each in rank order."""
    thumbnails: dict[str, tuple[int, int]] = field(default_factory=dict)
    """data: URLs in the spool, by sha256."""
    entry_of: dict[int, Entry] = field(default_factory=dict)
    """The entry that holds a use, by the rank of the use."""
    qualities: list[int] = field(default_factory=lambda: [0] * 8)
    """Uses by quality, in halves from 1 to 5."""

    grouping: Grouping = field(default_factory=Grouping)
    """The groups of the uses that ask for work."""
    _heads: dict[int, Entry] = field(default_factory=dict)
    """The entry under which more of a group are folded, by the number of the group."""
    _numbers: Counter[Status] = field(default_factory=Counter)
    """Entries by status, also those that are folded."""

    def add(self, uses: Iterable[JudgedUse]) -> None:
        """Gather `uses`, which come in rank order."""
        known: dict[bytes, Entry] = {}
        for use in uses:
            if use.scores:
                self.qualities[quality_bin(use.scores.quality)] += 1
            group = self.grouping.add(use) if asks(use) else None
            key = entry_key(use)
            entry = known.get(key)
            if entry is None:
                head = self._heads.get(group.number) if group else None
                entry = known[key] = self._entry(use, is_head=head is None)
                self._place(entry, group, head)
            entry.total += 1
            self.entry_of[use.rank] = entry
            if len(entry.places) < LISTED:
                entry.places.append(_place(use))

    def _place(self, entry: Entry, group: FaultGroup | None, head: Entry | None) -> None:
        """Under the head of its group, else into the list, as the next head."""
        if head is None:
            self.entries.setdefault(entry.status, []).append(entry)
            entry.group = group
            if group:
                self._heads[group.number] = entry
            return
        head.folded.append(entry)
        if group and len(head.folded) == FOLDED:
            del self._heads[group.number]

    def _entry(self, use: JudgedUse, *, is_head: bool) -> Entry:
        status = use.verdict.status
        self._numbers[status] += 1
        in_short = self._numbers[status] > IN_FULL
        form = self.render.article if is_head else self.render.alike
        html = self.spool.add((self.render.brief if in_short else form)(use))
        picture = None if in_short else self._picture(use)
        rules = tuple(dict.fromkeys(finding.rule for finding in use.verdict.findings))
        return Entry(use.rank, status, rules, picture, html, in_short)

    def _picture(self, use: JudgedUse) -> str | None:
        """sha256 of its picture, which is kept, where it can be shown."""
        picture = use.picture
        if not picture or not picture.thumbnail:
            return None
        if picture.sha256 not in self.thumbnails:
            url = self.render.thumbnail(picture.thumbnail)
            if not url:
                return None
            self.thumbnails[picture.sha256] = self.spool.add(url)
        return picture.sha256

    def parts(self) -> list[ReportPart]:
        """The entries in the order of the report, cut into files. There is always one."""
        parts: list[ReportPart] = []
        entries: list[Entry] = []
        shown: dict[str, Entry] = {}
        size, limit = 0, FIRST_PART
        numbers = count(1)
        for entry in (entry for group in self.entries.values() for entry in group):
            for each in entry.every:
                each.number = next(numbers)
                each.used = self.spool.add(self.render.used(each))
            weight = self._weight(entry, shown)
            if entries and size + weight > limit:
                parts.append(ReportPart(len(parts) + 1, tuple(entries), shown))
                entries, shown, size, limit = [], {}, 0, PART
                weight = self._weight(entry, shown)
            for each in entry.every:
                each.part = len(parts) + 1
                if each.picture:
                    shown.setdefault(each.picture, each)
            entries.append(entry)
            size += weight
        return [*parts, ReportPart(len(parts) + 1, tuple(entries), shown)]

    def _weight(self, entry: Entry, shown: Mapping[str, Entry]) -> int:
        """Bytes of an entry with all that is folded under it."""
        pictures = {each.picture for each in entry.every if each.picture} - shown.keys()
        texts = sum(each.article[1] + each.used[1] for each in entry.every)
        return texts + sum(self.thumbnails[picture][1] for picture in pictures)


def quality_bin(quality: float) -> int:
    """Half a point a bin: 0 for 1 to 1.5, 7 for 4.5 to 5."""
    return min(7, max(0, int((quality - 1) * 2)))


def _place(use: JudgedUse) -> UsePlace:
    selector = use.record.selector
    return UsePlace(use.rank, use.page_url[:2000], use.page_title[:400], selector[:400])
