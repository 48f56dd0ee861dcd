"""The queue of a scan file, filtered, sorted and grouped, for a window that shows a part.

What is asked by is copied once into memory: numbers as columns (auditor/store/lines.py), and what
is searched as a text a line. So a question over 100,000 uses takes a few hundredths of a second
however large the file is.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.findings import ASKS_FOR_WORK
from auditor.store.lines import Lines, Mask, Numbers, by_code, by_rule, in_order, masked
from auditor.store.query import (
    CHOSEN,
    FULL,
    PAGES,
    TEXT_ORDER,
    TO_DO,
    UNDECIDED,
    Group,
    QueueQuery,
    Sort,
    apart_from_decisions,
    asks_texts,
    part,
    searched,
)
from auditor.store.sql import FOUND_BY_RULE, WHICH_PICTURE, subject_of
from auditor.store.uses import StoredUses
from auditor.store.values import rule_id

_SUBJECT = "line.subject"


@dataclass(frozen=True, slots=True)
class QueueAnswer:
    """The rows of an answer, in order: a number each, so that 100,000 stay small."""

    ids: array[int] = field(default_factory=lambda: array("q"))
    """Ids of image uses."""
    ranks: array[int] = field(default_factory=lambda: array("q"))
    uses: array[int] = field(default_factory=lambda: array("q"))
    """Of the same picture in the scan; in groups, uses of the group."""
    rules: tuple[str, ...] = ()
    """Rule of each row where the group is RULE."""
    decided: array[int] = field(default_factory=lambda: array("q"))
    """In groups, how many uses of each are decided."""
    images: int = 0
    """Image uses in all groups; one that is in several counts once."""
    is_of_one_page: bool = False
    """Whether the whole scan is of one page, so that no row need say it."""

    def __len__(self) -> int:
        return len(self.ids)


_LOAD = (
    *(f"drop table if exists temp.{name}" for name in ("place", "picture", "line", "full_line")),
    # Sorting by numbers takes a third of the time that sorting by addresses takes.
    """create temp table place as
       select id, row_number() over (order by url) as place from pages order by id""",
    "create unique index temp.place_id on place (id)",
    f"""create temp table picture as
       select {WHICH_PICTURE} as which, count(*) as uses from images
       group by which having count(*) > 1 and which is not null""",  # noqa: S608
    "create unique index temp.picture_which on picture (which)",
    # Without a column that is the key, the rowid counts from 1 in this order: it is the rank.
    f"""create temp table line as
       select images.id, images.status, images.quality, images.page, place.place,
       coalesce(picture.uses, 1) as uses
       from images not indexed join temp.place as place on place.id = images.page
       left join temp.picture as picture on picture.which = {WHICH_PICTURE}
       order by images.priority desc, coalesce(picture.uses, 1) desc, place.place,
       images.ordinal""",  # noqa: S608
)

# The texts come later, to the lines in their order: to carry them through the sorting takes longer
# than all the rest.
_LOAD_TEXTS = (
    "drop table if exists temp.full_line",
    f"""create temp table full_line as
        select line.*, images.alt, images.name, substr(images.src, 1, 300) as src,
        {subject_of()} as subject
        from temp.line as line cross join images on images.id = line.id
        order by line.rowid""",  # noqa: S608
    # By it decisions find their lines, and lines of one picture stand together.
    "create index temp.full_line_subject on full_line (subject, name, alt)",
)
_LINES = """select id, uses, page, place, status,
    iif(typeof(quality) in ('real', 'integer'), quality, null) from temp.line order by rowid"""
_SEARCHED = """select cast(lower(coalesce(images.name, '') || char(10)
    || coalesce(substr(images.src, 1, 300), '') || char(10) || coalesce(images.heading, '')
    || char(10) || coalesce(images.caption, '')) as blob)
    from temp.line as line cross join images on images.id = line.id order by line.rowid"""
"""All that is searched of each line."""
_FOUND = """select rule, group_concat(rank) from (
    select distinct findings.rule as rule, line.rowid as rank
    from temp.line as line cross join findings on findings.image = line.id
    where findings.rule is not null) group by rule"""
"""The ranks on which each rule found something."""


_MARK = (
    "drop table if exists temp.given",
    "create temp table given (url, ordinal, change)",
)
_MARKED = (
    "drop table if exists temp.change",
    """create temp table change as select images.id as image, given.change as change
       from temp.given as given join pages on pages.url = given.url
       join images on images.page = pages.id and images.ordinal = given.ordinal""",
)


class Queue(StoredUses):
    """Answers questions to all uses of a scan file. Raises StoreError."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._is_checked = False
        self._forget()

    def _forget(self) -> None:
        self._lines = Lines.of([])
        self._has_texts = False
        self._texts: list[bytes] = []
        """What is searched of each line: to look into 100,000 takes a hundredth of a second."""
        self._found: dict[Any, Numbers] = {}
        """The lines on which each rule found something."""
        self._codes: dict[str, Numbers] = {}
        """Of all lines, by what they are ordered or put together by."""
        self._chosen: tuple[int, Mask, list[tuple[int, Any]]] | None = None
        """The state of the file in which it was read what is decided, those lines, and the rank and
        choice of each."""
        self._asked: tuple[QueueQuery, Mask] | None = None
        """The last question, apart from decisions, and its lines."""

    def load(self) -> int:
        """Copy what is sorted by into memory, afresh with each call. How many uses there are."""
        if not self._is_checked:
            self._db.check()
            self._is_checked = True
        self._db.temporary(_LOAD)
        self._forget()
        rows = self._db.tuples(_LINES)
        with self._db.understood("an image use"):
            self._lines = Lines.of(rows)
        return len(self._lines)

    def mark(self, changes: Mapping[tuple[str, int], str]) -> dict[int, str]:
        """Say of uses, by the address of their page and their place there, what became of them
        since an earlier scan, so that it can be asked for (QueueQuery.change). By their ids."""
        self._db.temporary(_MARK)
        rows = [(url, ordinal, change) for (url, ordinal), change in changes.items()]
        self._db.fill_temporary("given", rows)
        self._db.temporary(_MARKED)
        self._asked = None
        return dict(self._db.tuples("select image, change from temp.change"))

    def load_texts(self) -> None:
        """Copy what is searched too, unless that was done; `find` does so where it needs it."""
        if not self._has_texts:
            self._db.temporary(_LOAD_TEXTS)
            self._found = {rule: _parsed(ranks) - 1 for rule, ranks in self._db.tuples(_FOUND)}
            self._texts = [text for (text,) in self._db.tuples(_SEARCHED)]
            self._has_texts = True

    def find(self, asked: QueueQuery) -> QueueAnswer:
        """The rows that are asked for. `load` comes first."""
        if asks_texts(asked):
            self.load_texts()
        mask = self._mask(asked)
        lines = np.flatnonzero(mask)
        if asked.group is not Group.NONE:
            return self._grouped(mask, lines, asked)
        shown = lines[self._order(lines, self._lines.uses[lines], asked)]
        ids, uses = self._lines.ids[shown], self._lines.uses[shown]
        return QueueAnswer(
            _array(ids),
            _array(shown + 1),
            _array(uses),
            images=len(shown),
            is_of_one_page=self._lines.is_of_one_page,
        )

    def prepare_order(self) -> bool:
        """Make one of the orders and groups ready that take longest the first time; whether there
        is another."""
        self.load_texts()
        left = [what for what in (_SUBJECT, *TEXT_ORDER.values()) if what not in self._codes]
        if left:
            self._coded(left[0])
        return len(left) > 1

    def progress(self, asked: QueueQuery) -> tuple[int, int]:
        """How many of the uses that are asked for are decided, and how many there are."""
        self.load_texts()
        mask = self._mask(asked)
        return int(np.count_nonzero(mask & self._decided()[0])), int(np.count_nonzero(mask))

    def _grouped(self, mask: Mask, lines: Numbers, asked: QueueQuery) -> QueueAnswer:
        decided, _ = self._decided()
        images = len(lines)
        if asked.group is Group.RULE:
            found = {rule: at for rule, at in self._found.items() if asked.rule in ("", rule)}
            groups = by_rule(found, mask, decided)
            held = masked(np.concatenate([lines[:0], *found.values()]), len(mask))
            images = int(np.count_nonzero(mask & held))
        else:
            by_page = asked.group is Group.PAGE
            codes = self._lines.page if by_page else self._coded(_SUBJECT)
            groups = by_code(codes, lines, decided)
        order = self._order(groups.first, groups.uses, asked)
        first, uses, number = (each[order] for each in (groups.first, groups.uses, groups.decided))
        with self._db.understood("a finding"):
            rules = tuple(rule_id(groups.rules[place]) for place in order) if groups.rules else ()
        ids, ranks = _array(self._lines.ids[first]), _array(first + 1)
        return QueueAnswer(ids, ranks, _array(uses), rules, _array(number), images)

    def _order(self, lines: Numbers, uses: Numbers, asked: QueueQuery) -> Numbers:
        """Places of the rows that these lines stand for, in the order that is asked for."""
        keys: NDArray[Any]
        if asked.sort in TEXT_ORDER:
            keys = self._coded(TEXT_ORDER[asked.sort])[lines]
        elif asked.sort is Sort.USES:
            keys = uses
        elif asked.sort is Sort.RANK:
            keys = lines
        else:
            columns = {
                Sort.STATUS: self._lines.status,
                Sort.QUALITY: self._lines.quality,
                Sort.PAGE: self._lines.place,
            }
            keys = columns[asked.sort][lines]
        return in_order(keys, lines, descending=asked.descending)

    def _coded(self, what: str) -> Numbers:
        """A number for each line, by the order of some SQL; the same where that is the same."""
        if what not in self._codes:
            [[text]] = self._db.tuples(
                f"""select group_concat(code) from (select dense_rank() over (order by {what})
                    as code from {FULL} as line order by line.rowid)"""  # noqa: S608
            )
            self._codes[what] = _parsed(text)
        return self._codes[what]

    def _mask(self, asked: QueueQuery) -> Mask:
        which = apart_from_decisions(asked)
        if self._asked is None or self._asked[0] != which:
            mask = self._within(which).copy()
            for each in self._conditions(which):
                mask &= each
            if which.text:
                mask &= self._with_text(which.text, mask)
            self._asked = which, mask
        mask = self._asked[1]
        if not asked.decision:
            return mask
        decided, choices = self._decided()
        if asked.decision == UNDECIDED:
            return mask & ~decided
        ranks = [rank for rank, choice in choices if choice == asked.decision]
        return mask & self._at(np.array(ranks, np.int64))

    def _within(self, asked: QueueQuery) -> Mask:
        """Lines outside of which no answer lies: with each letter typed, those of the answer
        before."""
        if self._asked:
            question, mask = self._asked
            before = question.text
            if before and before in asked.text and question == replace(asked, text=before):
                return mask
        return np.ones(len(self._lines), np.bool_)

    def _with_text(self, text: str, mask: Mask) -> Mask:
        wanted, texts = searched(text).encode(), self._texts
        found = [line for line in np.flatnonzero(mask).tolist() if wanted in texts[line]]
        return masked(np.array(found, np.int64), len(mask)) | self._on_pages(text)

    def _conditions(self, asked: QueueQuery) -> Iterator[Mask]:
        lines = self._lines
        if asked.status:
            to_do = asked.status == TO_DO
            yield lines.has_status(sorted(ASKS_FOR_WORK) if to_do else [asked.status])
        if asked.rule:
            yield masked(self._found.get(asked.rule, np.zeros(0, np.int64)), len(lines))
        if asked.page:
            yield self._on_pages(asked.page)
        if asked.below is not None:
            yield lines.quality < asked.below
        if asked.change:
            changed = "select image from temp.change where change = ?"
            yield np.isin(lines.ids, [row[0] for row in self._db.tuples(changed, [asked.change])])
        if asked.picture:
            yield self._of_picture(asked.picture)

    def _on_pages(self, text: str) -> Mask:
        pages = self._db.tuples(PAGES, [part(text)] * 2)
        return np.isin(self._lines.page, [row[0] for row in pages])

    def _of_picture(self, picture: str) -> Mask:
        sql = f"select group_concat(line.rowid) from {FULL} as line where line.subject = ?"  # noqa: S608
        [[ranks]] = self._db.tuples(sql, [picture])
        return self._at(_parsed(ranks))

    def _at(self, ranks: Numbers) -> Mask:
        return masked(ranks - 1, len(self._lines))

    def _decided(self) -> tuple[Mask, list[tuple[int, Any]]]:
        """The lines that are decided, and the rank and choice of each; read again when somebody
        has written to the file."""
        state = self._db.number("pragma data_version")
        if self._chosen is None or self._chosen[0] != state:
            rows = self._db.tuples(CHOSEN)
            decided = self._at(np.array([rank for rank, _ in rows], np.int64))
            self._chosen = state, decided, rows
        return self._chosen[1:]

    def rules(self) -> list[tuple[str, int]]:
        """Rule ids with the number of their findings, most frequent first."""
        found = self._db.rows(FOUND_BY_RULE)
        with self._db.understood("a finding"):
            return [(rule_id(rule), number) for rule, number in found]

    def statuses(self) -> dict[str, int]:
        """Image uses by status; those that do not occur are left out."""
        return self._lines.numbers()


def _array(numbers: Numbers) -> array[int]:
    return array("q", numbers.astype("=i8").tobytes())


def _parsed(text: str | None) -> Numbers:
    """Numbers of a text with commas; None: of no row."""
    return np.fromstring(text, np.int64, sep=",") if text else np.zeros(0, np.int64)
