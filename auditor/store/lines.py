"""The lines of a queue as columns in memory, and how they are put in groups and in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from auditor.findings import Status

Numbers = NDArray[np.int64]
"""[N]; where they name lines, these count from 0."""
Mask = NDArray[np.bool_]
"""[lines]: which of them are meant."""
_STATUSES = {status.value: place for place, status in enumerate(Status)}
UNKNOWN = -1
"""In place of a status that this program does not know."""


@dataclass(frozen=True, slots=True)
class Lines:
    """All image uses of a scan, in the order of their ranks; a number each, [lines]."""

    ids: Numbers
    uses: Numbers
    """Of the same picture in the scan."""
    page: Numbers
    """Ids of pages."""
    place: Numbers
    """Of the page, by addresses."""
    status: Numbers
    """Places in Status, or UNKNOWN."""
    quality: NDArray[np.float64]
    """1 to 5; nan: none."""

    @classmethod
    def of(cls, rows: Sequence[tuple[Any, ...]]) -> Self:
        """Rows of these columns, status as its value, quality None where there is none."""
        ids, uses, page, place, status, quality = zip(*rows, strict=True) if rows else [()] * 6
        return cls(
            np.array(ids, np.int64),
            np.array(uses, np.int64),
            np.array(page, np.int64),
            np.array(place, np.int64),
            np.array([_STATUSES.get(each, UNKNOWN) for each in status], np.int64),
            np.array(quality, np.float64),
        )

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def is_of_one_page(self) -> bool:
        """Whether all stand on one page."""
        return len(self) > 0 and bool((self.page == self.page[0]).all())

    def has_status(self, statuses: Sequence[str]) -> Mask:
        """Lines of one of these statuses."""
        return np.isin(self.status, [_STATUSES.get(each, len(_STATUSES)) for each in statuses])

    def numbers(self) -> dict[str, int]:
        """Lines by status; those that do not occur are left out."""
        found = np.bincount(self.status[self.status > UNKNOWN], minlength=len(_STATUSES))
        return {status: int(n) for status, n in zip(_STATUSES, found, strict=True) if n}


@dataclass(frozen=True, slots=True)
class Groups:
    """What many lines are one row of; [groups] each."""

    first: Numbers
    """The line that stands for each: its worst."""
    uses: Numbers
    decided: Numbers
    """How many of these are decided."""
    rules: tuple[Any, ...] = ()
    """As the file names them."""


def by_code(codes: Numbers, lines: Numbers, decided: Mask) -> Groups:
    """Lines that have the same of some code, `codes` [all lines], as groups."""
    _, first, which, uses = np.unique(
        codes[lines], return_index=True, return_inverse=True, return_counts=True
    )
    number = np.bincount(which[decided[lines]], minlength=len(first))
    return Groups(lines[first], uses.astype(np.int64), number.astype(np.int64))


def by_rule(found: Mapping[Any, Numbers], mask: Mask, decided: Mask) -> Groups:
    """Lines of a mask by the rules that found something on them (`found`: the lines of each)."""
    left = {rule: lines[mask[lines]] for rule, lines in found.items()}
    left = {rule: lines for rule, lines in left.items() if len(lines)}
    each = [(lines.min(), len(lines), np.count_nonzero(decided[lines])) for lines in left.values()]
    first, uses, number = np.array(each, np.int64).reshape(-1, 3).T
    return Groups(first, uses, number, tuple(left))


def in_order(keys: NDArray[Any], lines: Numbers, *, descending: bool) -> Numbers:
    """Places by their keys, those of one key by their lines; without a key (nan) last."""
    return np.lexsort((lines, -keys if descending else keys))


def masked(lines: Numbers, of: int) -> Mask:
    """The mask of these lines."""
    mask = np.zeros(of, np.bool_)
    mask[lines] = True
    return mask
