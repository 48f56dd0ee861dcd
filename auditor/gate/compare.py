"""Two scans side by side: which image uses got better or worse, appeared, or went.

Uses are paired by page, picture and kind: first those with equal texts, then the others in the
order of the page, so that a rewritten text is the same use with another text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from auditor.catalogue import Tongue
from auditor.findings import Status
from auditor.fingerprint import fingerprint, page_path, pages_read, picture_key
from auditor.reports.words import title_of
from auditor.results import JudgedUse, ScanReport

NOTICEABLE = 0.1
"""Difference of quality from which on a text is better or worse: the step that reports show."""


class Change(StrEnum):
    """What became of an image use."""

    WORSE = "worse"
    BETTER = "better"
    CHANGED = "changed"
    """Another text or status that is neither better nor worse as far as can be told."""
    APPEARED = "appeared"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class SeenUse:
    """One image use in one scan, as far as a comparison needs it."""

    fingerprint: str
    page_url: str
    selector: str
    ordinal: int
    title: str
    """Its text, or what there is instead, fit to show."""
    text: str | None
    """The accessible name; None: there is neither a name nor an alt."""
    src: str | None
    status: Status
    quality: float | None


@dataclass(frozen=True, slots=True)
class ChangedUse:
    """One image use that differs between the scans."""

    change: Change
    old: SeenUse | None
    new: SeenUse | None
    read: bool = True
    """False: the other scan did not read the page, so it may well have been there."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences, worst first, and how many uses are as they were."""

    pairs: tuple[ChangedUse, ...]
    unchanged: int
    same_model: bool
    """False: qualities of the two scans cannot be compared, and were not."""

    def of(self, change: Change) -> list[ChangedUse]:
        """The pairs of one sort, by page and place."""
        return [pair for pair in self.pairs if pair.change is change]


Place = tuple[str, str, str]
"""Page path, picture, kind."""


def compare(old: ScanReport, new: ScanReport) -> Comparison:
    """Compare two scans. Reads all of both reports' uses and keeps a short form of each."""
    same_model = old.model.sha256 == new.model.sha256
    before, after = _by_place(old), _by_place(new)
    was_read, is_read = pages_read(old), pages_read(new)
    pairs: list[ChangedUse] = []
    unchanged = 0
    for place in dict.fromkeys((*before, *after)):
        for one, other in _paired(before.get(place, []), after.get(place, [])):
            change = _change(one, other, same_model)
            if change is None:
                unchanged += 1
            else:
                read = place[0] in (was_read if one is None else is_read)
                pairs.append(ChangedUse(change, one, other, read))
    return Comparison(tuple(sorted(pairs, key=_order)), unchanged, same_model)


def _by_place(report: ScanReport) -> dict[Place, list[SeenUse]]:
    places: dict[Place, list[SeenUse]] = defaultdict(list)
    for use in report.uses:
        key = (page_path(use.page_url), picture_key(use), use.record.kind.value)
        places[key].append(_seen(use, report.tongue))
    return places


def _seen(use: JudgedUse, tongue: Tongue) -> SeenUse:
    record = use.record
    return SeenUse(
        fingerprint(use),
        use.page_url,
        record.selector,
        record.ordinal,
        title_of(record, tongue=tongue),
        record.name.text or record.alt,
        record.src,
        use.verdict.status,
        use.scores.quality if use.scores else None,
    )


def _paired(
    old: Sequence[SeenUse], new: Sequence[SeenUse]
) -> Iterator[tuple[SeenUse, SeenUse] | tuple[SeenUse, None] | tuple[None, SeenUse]]:
    left = sorted(old, key=lambda seen: seen.ordinal)
    others = []
    for seen in sorted(new, key=lambda seen: seen.ordinal):
        twin = next((one for one in left if one.fingerprint == seen.fingerprint), None)
        if twin is None:
            others.append(seen)
        else:
            left.remove(twin)
            yield twin, seen
    both = min(len(left), len(others))
    yield from zip(left[:both], others[:both], strict=True)
    yield from ((one, None) for one in left[both:])
    yield from ((None, one) for one in others[both:])


def _change(old: SeenUse | None, new: SeenUse | None, same_model: bool) -> Change | None:
    """None: nothing that a reader would call a difference."""
    if old is None:
        return Change.APPEARED
    if new is None:
        return Change.GONE
    if step := _step(old, new, same_model):
        return Change.BETTER if step > 0 else Change.WORSE
    same = old.fingerprint == new.fingerprint and _standing(old) is _standing(new)
    return None if same else Change.CHANGED


def _step(old: SeenUse, new: SeenUse, same_model: bool) -> float:
    """Above 0 when it got better, below when worse, 0 when nobody can tell."""
    if Status.NOT_CHECKABLE in (old.status, new.status):
        return 0
    if _rank(old.status) != _rank(new.status):
        return _rank(new.status) - _rank(old.status)
    if not same_model or old.quality is None or new.quality is None:
        return 0
    step = new.quality - old.quality
    return step if abs(step) >= NOTICEABLE else 0


def _rank(status: Status) -> int:
    """Place in the order of statuses; decoration is as good as a good text, and so is, for all that
    is known, a text that was not compared."""
    as_good = (Status.DECORATIVE, Status.NOT_COMPARED)
    return list(Status).index(Status.OK if status in as_good else status)


def _standing(seen: SeenUse) -> Status:
    """That one scan compared a text and another did not is no change of the page."""
    return Status.OK if seen.status is Status.NOT_COMPARED else seen.status


def _order(pair: ChangedUse) -> tuple[int, str, int]:
    seen = pair.new or pair.old
    assert seen is not None
    return list(Change).index(pair.change), page_path(seen.page_url), seen.ordinal
