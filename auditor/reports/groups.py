"""Groups of image uses with the same fault, which is told once: one picture that has it wherever it
is shown, or one place of a template that gives it to every picture there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import blake2b

from auditor.findings import ASKS_FOR_WORK, Status
from auditor.message import NOTHING, Message
from auditor.net.urls import split
from auditor.reports.words import shorten
from auditor.results import FindingState, JudgedUse, ScanReport
from auditor.rules import RULES

RANKS = 100
"""Ranks of one group that are kept."""
_SHAPE_SHOWN = 120
_AT_HAND = 1_000
"""Selectors and pages of which the next use is likely: images of a template stand alike."""
_PLACE = re.compile(r":(?:nth|first|last|only)-[a-z-]+(?:\([^)]*\))?")
_ANCESTOR_ID = re.compile(r"#(?:\\.|[^\s>.:\[#\\])+(?=[^>]*[\s>])")
_NUMBER = re.compile(r"\d+")


@dataclass(slots=True)
class FaultGroup:
    """Image uses with one fault and one cause."""

    rule: str
    """Id of the rule that the status rests on; "": none, the score or what could not be seen."""
    status: Status
    shape: str
    """Selector of the worst without what tells it from its like."""
    worst: JudgedUse | None
    """None: further down than was asked for."""
    rank: int
    """Of the worst."""
    number: int
    """Its place in the list, from 1: by its worst."""
    harm: float = 0.0
    """What mending all of it would take away: the sum of the priorities."""
    uses: int = 0
    pages: set[int] = field(default_factory=set)
    pictures: set[bytes] = field(default_factory=set)
    shapes: set[int] = field(default_factory=set)
    """Pages, pictures and shapes of selectors: how many there are is what counts."""
    ranks: list[int] = field(default_factory=list)
    """The first RANKS."""

    @property
    def template(self) -> str:
        """The place of the template that all of them stand in; "" for one use or several places."""
        return shorten(self.shape, _SHAPE_SHOWN) if self.uses > len(self.shapes) == 1 else ""

    @property
    def one_picture(self) -> bool:
        """Whether all of them show one picture."""
        return self.uses > 1 and len(self.pictures) == 1

    @property
    def images(self) -> Message:
        """ "47 images on 12 pages"; "1 image"."""
        if self.uses == 1:
            return Message.counted("{number} image", "{number} images", 1)
        return Message.counted(
            "{number} image on {pages}", "{number} images on {pages}", self.uses, pages=self._pages
        )

    @property
    def extent(self) -> Message:
        """ "47 uses on 12 pages, 45 pictures; the worst has rank 12": what a list says below the
        example; "" for one use in its place."""
        if self.uses == 1:
            in_place = self.rank == self.number
            return NOTHING if in_place else Message("rank {rank}", rank=self.rank)
        shown = Message("one picture")
        if not self.one_picture:
            pictures = len(self.pictures)
            shown = Message.counted("{number} picture", "{number} pictures", pictures)
        used = Message.counted(
            "{number} use on {pages}, {pictures}",
            "{number} uses on {pages}, {pictures}",
            self.uses,
            pages=self._pages,
            pictures=shown,
        )
        if self.rank == self.number:
            return used
        return Message("{used}; the worst has rank {rank}", used=used, rank=self.rank)

    @property
    def _pages(self) -> Message:
        return Message.counted("{number} page", "{number} pages", len(self.pages))


@dataclass(slots=True)
class Grouping:
    """Puts uses into groups, as they come in rank order."""

    limit: int | None = None
    """Groups of which the worst use is kept; None: none."""
    groups: list[FaultGroup] = field(default_factory=list)
    _by_key: dict[bytes, FaultGroup] = field(default_factory=dict)
    _pages: dict[str, int] = field(default_factory=dict)
    _shapes: dict[str, int] = field(default_factory=dict)

    def add(self, use: JudgedUse) -> FaultGroup:
        """The group that a use belongs to: that of its picture, else that of its place."""
        shape = shape_of(use.record.selector)
        keys = list(_keys(use, shape))
        known = (self._by_key[key] for key in keys if key in self._by_key)
        group = next(known, None) or self._begun(use, shape)
        for key in keys:
            self._by_key.setdefault(key, group)
        group.uses += 1
        group.harm += use.verdict.priority
        group.pages.add(self._pages.setdefault(use.page_url, len(self._pages)))
        group.shapes.add(self._shapes.setdefault(shape, len(self._shapes)))
        group.pictures.add(_digest(_shown(use)))
        if len(group.ranks) < RANKS:
            group.ranks.append(use.rank)
        return group

    def watched(self, uses: Iterable[JudgedUse]) -> Iterator[JudgedUse]:
        """The same uses; those that ask for work are put into groups as they pass."""
        for use in uses:
            if asks(use):
                self.add(use)
            yield use

    def _begun(self, use: JudgedUse, shape: str) -> FaultGroup:
        number = len(self.groups) + 1
        kept = self.limit is not None and number <= self.limit
        status = use.verdict.status
        worst = use if kept else None
        group = FaultGroup(leading_rule(use), status, shape, worst, use.rank, number)
        self.groups.append(group)
        return group

    def first(self, number: int) -> list[FaultGroup]:
        """The groups to begin with: those whose mending takes away most harm."""
        return sorted(self.groups, key=lambda group: (-group.harm, group.rank))[:number]


def grouped(uses: Iterable[JudgedUse], limit: int | None = None) -> Grouping:
    """The groups of `uses`, which come in rank order; of the first `limit` the worst is kept."""
    grouping = Grouping(limit)
    for use in uses:
        grouping.add(use)
    return grouping


def leading_rule(use: JudgedUse) -> str:
    """Id of the rule whose finding is the reason of the verdict; "" where none is."""
    found = (f.rule for f in use.verdict.findings if f.message == use.verdict.reason)
    return next(found, "")


def shape_of(selector: str) -> str:
    """A selector without places among siblings, numbers, and ids of what stands around."""
    return _shape(selector[:2_000])


@lru_cache(_AT_HAND)
def _shape(selector: str) -> str:
    shape = _PLACE.sub("", selector)
    return _NUMBER.sub("N", _ANCESTOR_ID.sub("#…", shape))


def _keys(use: JudgedUse, shape: str) -> Iterator[bytes]:
    """What it shares with others of its group, the surest first. What a model alone says of a text
    is of that picture: no template has it."""
    rule, made, status = leading_rule(use), use.decision, use.verdict.status
    outcomes = [str(f.outcome) for f in use.verdict.findings if f.rule == rule]
    decided = (str(made.choice), made.better, made.note) if made else None
    fault = (rule, outcomes[:1], str(status), str(use.state), decided)
    shown = _shown(use)
    yield _digest(("picture", shown, fault))
    if rule not in _by_scores() if rule else status is Status.NOT_CHECKABLE:
        reason = "" if rule else use.verdict.reason
        yield _digest(("place", _host(use.page_url), shape, reason, fault))


@lru_cache(_AT_HAND)
def _host(url: str) -> str:
    return split(url).netloc


@cache
def _by_scores() -> frozenset[str]:
    return frozenset(rule.id for rule in RULES if rule.needs_scores)


def _shown(use: JudgedUse) -> object:
    """What tells the picture from others; one without file and address is its own."""
    shown = use.picture.sha256 if use.picture else use.record.src
    return use.rank if shown is None else shown


def _digest(key: object) -> bytes:
    # An address may be a megabyte long: the digest is kept instead.
    return blake2b(repr(key).encode("ascii", "backslashreplace"), digest_size=16).digest()


def asks(use: JudgedUse) -> bool:
    """Whether a use asks for work that nobody has settled."""
    if use.state is not None:
        return use.state is FindingState.NEW
    return use.verdict.status in ASKS_FOR_WORK


def asking(report: ScanReport) -> Iterator[JudgedUse]:
    """The uses of a report that ask for work; where findings have states, those with something
    new. Nothing is read after the last of them."""
    left = sum(n for name, n in report.counts.items() if Status(name) in ASKS_FOR_WORK)
    uses = iter(report.uses)
    while (report.states or left > 0) and (use := next(uses, None)) is not None:
        left -= use.verdict.status in ASKS_FOR_WORK
        if asks(use):
            yield use
