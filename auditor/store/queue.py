"""The queue of a scan file, filtered, sorted and grouped in SQL, for a window that shows a part.

What is asked by is copied once into a table in memory (some 200 bytes an image use), so that a
question over 100,000 uses takes a few hundredths of a second however large the file is.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.decision import Decision, Subject
from auditor.findings import Status
from auditor.results import JudgedUse
from auditor.store.connection import connect
from auditor.store.decisions import COLUMNS, decision_of
from auditor.store.errors import StoreError
from auditor.store.info import ScanInfo
from auditor.store.query import Group, QueueQuery, asks_texts, number_in_groups, question
from auditor.store.rows import embedding_of, picture_of, record_of, thumbnail_of, use_of
from auditor.store.sql import decision_on, subject_of
from auditor.store.values import address, rule_id, structured
from extractors.records import ImageRecord

_AT_ONCE = 500
"""Ids in one question."""


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

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class QueueRow:
    """What a line of the queue shows of an image use."""

    id: int
    status: Status
    kind: str
    src: str | None
    alt: str | None
    name: str
    quality: float | None
    page_url: str
    page_title: str
    decision: Decision | None
    subject: str
    """What stands for the picture, in decisions and in QueueQuery.picture."""


_LOAD = (
    *(
        f"drop table if exists temp.{name}"
        for name in ("place", "picture", "line", "full_line", "searched_line", "found")
    ),
    # Sorting by numbers takes a third of the time that sorting by addresses takes.
    """create temp table place as
       select id, row_number() over (order by url) as place from pages order by id""",
    "create unique index temp.place_id on place (id)",
    """create temp table picture as
       select picture as sha256, count(*) as uses from images where picture is not null
       group by picture having count(*) > 1""",
    "create unique index temp.picture_sha256 on picture (sha256)",
    # Without a column that is the key, the rowid counts from 1 in this order: it is the rank.
    """create temp table line as
       select images.id, images.status, images.quality, images.page, place.place,
       coalesce(picture.uses, 1) as uses
       from images not indexed join temp.place as place on place.id = images.page
       left join temp.picture as picture on picture.sha256 = images.picture
       order by images.priority desc, coalesce(picture.uses, 1) desc, place.place,
       images.ordinal""",
)

# The texts come later, to the lines in their order: to carry them through the sorting takes longer
# than all the rest.
_LOAD_TEXTS = (
    "drop table if exists temp.full_line",
    "drop table if exists temp.found",
    "drop table if exists temp.searched_line",
    f"""create temp table full_line as
        select line.*, images.alt, images.name, substr(images.src, 1, 300) as src,
        {subject_of()} as subject
        from temp.line as line cross join images on images.id = line.id
        order by line.rowid""",  # noqa: S608
    """create temp table searched_line as
        select line.*,
        lower(images.name || char(10) || coalesce(substr(images.src, 1, 300), '') || char(10)
          || coalesce(images.heading, '') || char(10) || coalesce(images.caption, '')) as searched
        from temp.line as line cross join images on images.id = line.id
        order by line.rowid""",
    # By it decisions find their lines, and lines of one picture stand together.
    "create index temp.full_line_subject on full_line (subject, name, alt)",
    # The findings of a rule together, in the order of the lines.
    """create temp table found (rule, rank integer, primary key (rule, rank)) without rowid""",
    """insert or ignore into temp.found select findings.rule, line.rowid
       from temp.line as line cross join findings on findings.image = line.id""",
)


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


@dataclass(frozen=True, slots=True)
class PlacedUse:
    """A use as decisions name it."""

    image: int
    """Its id."""
    subject: Subject
    """With its page and selector."""
    is_alone: bool
    """Whether it was decided for itself."""


_PLACED = f"""select images.id, {subject_of()} as picture, images.alt, images.name,
    pages.url as page, images.selector, use_decisions.id is not null as is_alone
    from images join pages on pages.id = images.page {decision_on()}"""  # noqa: S608


class Queue:
    """One scan file, read only. A connection of its own, so that a second Queue can answer in
    another thread. Raises StoreError."""

    def __init__(self, path: Path) -> None:
        self._db = connect(path, threads=True)
        self._ids = self._uses = np.zeros(0, np.int64)
        self._is_checked = self._has_texts = False

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def scan(self) -> ScanInfo:
        """What was asked, and whether it is done. Raises StoreError when there is no scan."""
        row = self._db.row("select * from scan limit 1")
        if row is None:
            raise StoreError(f"{self._db.path} holds no scan")
        with self._db.understood("what it says of its scan"):
            return ScanInfo.of(row)

    def number(self) -> int:
        """How many image uses there are; without `load`."""
        return self._db.number("select count(*) from images")

    def decisions(self) -> int:
        """How many decisions were made."""
        tables = ("decisions", "use_decisions")
        return sum(self._db.number(f"select count(id) from {each}") for each in tables)  # noqa: S608

    def load(self) -> int:
        """Copy what is sorted by into memory, afresh with each call. How many uses there are."""
        if not self._is_checked:
            self._db.check()
            self._is_checked = True
        self._db.temporary(_LOAD)
        self._has_texts = False
        lines = self._db.tuples("select id, uses from temp.line order by rowid")
        with self._db.understood("an image use"):
            self._ids = np.array([image for image, _ in lines], np.int64)
            self._uses = np.array([uses for _, uses in lines], np.int64)
        return len(lines)

    def mark(self, changes: Mapping[tuple[str, int], str]) -> dict[int, str]:
        """Say of uses, by the address of their page and their place there, what became of them
        since an earlier scan, so that it can be asked for (QueueQuery.change). By their ids."""
        self._db.temporary(_MARK)
        rows = [(url, ordinal, change) for (url, ordinal), change in changes.items()]
        self._db.fill_temporary("given", rows)
        self._db.temporary(_MARKED)
        return dict(self._db.tuples("select image, change from temp.change"))

    def load_texts(self) -> None:
        """Copy what is searched too, unless that was done; `find` does so where it needs it."""
        if not self._has_texts:
            self._db.temporary(_LOAD_TEXTS)
            self._has_texts = True

    def find(self, asked: QueueQuery) -> QueueAnswer:
        """The rows that are asked for. `load` comes first."""
        sql, values = question(asked)
        if asks_texts(sql):
            self.load_texts()
        rows = self._db.tuples(sql, values)
        if asked.group is Group.NONE:
            text = rows[0][0]
            found = np.fromstring(text, np.int64, sep=",") if text else np.zeros(0, np.int64)
            places = found - 1
            uses = _numbers(self._uses[places])
            ranks = _numbers(places + 1)
            return QueueAnswer(_numbers(self._ids[places]), ranks, uses, images=len(ranks))
        ranks = array("q", [row[0] for row in rows])
        ids = array("q", [int(self._ids[rank - 1]) for rank in ranks])
        uses, decided = (array("q", [row[place] for row in rows]) for place in (1, 2))
        if asked.group is not Group.RULE:
            return QueueAnswer(ids, ranks, uses, decided=decided, images=sum(uses))
        with self._db.understood("a finding"):
            rules = tuple(rule_id(row[3]) for row in rows)
        images = self._db.number(*number_in_groups(asked))
        return QueueAnswer(ids, ranks, uses, rules, decided, images)

    def rows(self, ids: Sequence[int]) -> list[QueueRow]:
        """What is shown of these uses, in their order; those that are gone are left out."""
        marks = ",".join("?" * len(ids))
        found = self._db.rows(
            f"""select images.id, images.status, images.kind, images.src, images.alt, images.name,
                images.quality, pages.url as page_url, coalesce(pages.title, '') as page_title,
                {subject_of()} as subject, {COLUMNS}
                from images join pages on pages.id = images.page {decision_on()}
                where images.id in ({marks})""",  # noqa: S608
            list(ids),
        )
        with self._db.understood("an image use"):
            by_id = {row["id"]: _row(row) for row in found}
        return [by_id[image] for image in ids if image in by_id]

    def use(self, image: int, rank: int) -> JudgedUse:
        """Everything of one use. Raises StoreError when it is gone."""
        row = self._db.row(
            """select images.*, pages.url as page_url, pages.title as page_title
               from images join pages on pages.id = images.page where images.id = ?""",
            [image],
        )
        if row is None:
            raise StoreError("This image is not in the scan file any more.")
        found = self._db.row("select * from pictures where sha256 = ?", [row["picture"]])
        with self._db.understood("an image use"):
            picture = picture_of(dict(found)) if found else None
            return use_of(dict(row) | {"rank": rank}, picture)

    def thumbnail(self, image: int) -> bytes | None:
        """The small copy of the picture of a use, or None. Raises StoreError."""
        row = self._db.row(
            """select thumbnail from pictures
               where sha256 = (select picture from images where id = ?)""",
            [image],
        )
        with self._db.understood("a picture"):
            return thumbnail_of(row)

    def embedding(self, sha256: str) -> bytes | None:
        """The stored picture embedding (float32, little endian), or None."""
        row = self._db.row("select embedding from pictures where sha256 = ?", [sha256])
        with self._db.understood("a picture"):
            return embedding_of(row)

    def others(self, image: int, limit: int) -> tuple[list[QueueRow], int]:
        """Other uses of the same picture, at most `limit`, and how many there are in all."""
        same = "from images where picture = (select picture from images where id = ?) and id != ?"
        ids = self._db.rows(
            f"select id {same} order by priority desc, id limit ?",
            [image, image, limit],
        )
        number = self._db.number(f"select count(*) {same}", [image, image])
        return self.rows([row["id"] for row in ids]), number

    def placed(self, ids: Sequence[int]) -> list[PlacedUse]:
        """These uses as decisions name them, in the order of their ids."""
        found = []
        for start in range(0, len(ids), _AT_ONCE):
            some = list(ids[start : start + _AT_ONCE])
            marks = ",".join("?" * len(some))
            found += self._placed(f"images.id in ({marks})", some)
        return found

    def placed_of(self, subject: Subject) -> list[PlacedUse]:
        """Every use of the picture of a subject."""
        by_content = self._placed("images.picture = ?", [subject.picture])
        if by_content:
            return by_content
        return self._placed(f"images.picture is null and {subject_of()} = ?", [subject.picture])

    def _placed(self, where: str, values: Sequence[Any]) -> list[PlacedUse]:
        rows = self._db.rows(f"{_PLACED} where {where} order by images.id", values)
        with self._db.understood("an image use"):
            return [
                PlacedUse(
                    row["id"],
                    structured(
                        {
                            name: row[name]
                            for name in ("picture", "alt", "name", "page", "selector")
                        },
                        Subject,
                    ),
                    bool(row["is_alone"]),
                )
                for row in rows
            ]

    def records(self, ids: Sequence[int]) -> list[ImageRecord]:
        """What was seen of these uses; those that are gone are left out."""
        found = []
        for image in ids:
            row = self._db.row("select * from images where id = ?", [image])
            with self._db.understood("an image use"):
                found += [record_of(dict(row))] if row else []
        return found

    def rules(self) -> list[tuple[str, int]]:
        """Rule ids with the number of their findings, most frequent first."""
        found = self._db.rows(
            "select rule, count(*) from findings group by rule order by count(*) desc, rule"
        )
        with self._db.understood("a finding"):
            return [(rule_id(rule), number) for rule, number in found]

    def statuses(self) -> dict[str, int]:
        """Image uses by status; those that do not occur are left out."""
        sums = ", ".join("total(status = ?)" for _ in Status)
        [numbers] = self._db.rows(f"select {sums} from temp.line", list(Status))  # noqa: S608
        return {s.value: int(n) for s, n in zip(Status, numbers, strict=True) if n}


def _numbers(found: NDArray[np.int64]) -> array[int]:
    return array("q", found.astype("=i8").tobytes())


def _row(row: sqlite3.Row) -> QueueRow:
    address(row["page_url"])
    values = {name: row[name] for name in row.keys()}  # noqa: SIM118 - a Row iterates its values
    return replace(structured(values | {"decision": None}, QueueRow), decision=decision_of(row))
