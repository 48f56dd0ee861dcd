"""The queue of a scan file, filtered, sorted and grouped in SQL, for a window that shows a part.

What is asked by is copied once into a table in memory (some 200 bytes an image use), so that a
question over 100,000 uses takes a few hundredths of a second however large the file is.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from auditor.decision import Decision
from auditor.findings import Status
from auditor.results import JudgedUse
from auditor.store.decisions import JOIN, SUBJECT, decision_of
from auditor.store.query import FULL, Group, QueueQuery, question
from auditor.store.rows import picture_of, use_of


class QueueError(Exception):
    """The queue cannot be read; the message is fit to show."""


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

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class Scan:
    """The scan of a file."""

    targets: tuple[str, ...]
    arguments: Mapping[str, Any]
    """The fields of ScanOptions."""
    finished: str | None
    """None: it is running, or was interrupted."""
    model: str
    model_sha256: str


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


_COLUMNS = "select name from pragma_table_info('images')"
_LOAD = (
    *(f"drop table if exists temp.{name}" for name in ("place", "picture", "line", "full_line")),
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
       order by images.priority desc, place.place, images.ordinal""",
)

# The texts come later, to the lines in their order: to carry them through the sorting takes longer
# than all the rest.
_LOAD_TEXTS = (
    "drop table if exists temp.full_line",
    f"""create temp table full_line as
        select line.*, images.alt, images.name, substr(images.src, 1, 300) as src,
        {SUBJECT} as subject,
        lower(images.name || char(10) || coalesce(substr(images.src, 1, 300), '')) as searched
        from temp.line as line cross join images on images.id = line.id
        order by line.rowid""",  # noqa: S608
)


class Queue:
    """One scan file, read only. A connection of its own, so that a second Queue can answer in
    another thread. Raises QueueError."""

    def __init__(self, path: Path) -> None:
        try:
            uri = f"{path.resolve().as_uri()}?mode=ro"
            self._db = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
            self._db.row_factory = sqlite3.Row
            self._db.execute("pragma temp_store = memory")
            self._ids, self._uses, self._has_texts = array("q"), array("q"), False
        except sqlite3.Error as error:
            raise QueueError(f"{path} cannot be read: {error}") from error

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def scan(self) -> Scan:
        """What was asked, and whether it is done. Raises QueueError when there is no scan."""
        rows = self._rows("select targets, arguments, finished, model, model_sha256 from scan", [])
        if not rows:
            raise QueueError("The file holds no scan.")
        if "details" not in {column["name"] for column in self._rows(_COLUMNS, [])}:
            raise QueueError("The file is of an earlier version of the program: scan again.")
        row = rows[0]
        return Scan(
            tuple(json.loads(row["targets"])),
            json.loads(row["arguments"]),
            row["finished"],
            row["model"],
            row["model_sha256"],
        )

    def load(self) -> int:
        """Copy what is sorted by into memory, afresh with each call. How many uses there are."""
        self._run(_LOAD)
        self._has_texts = False
        lines = self._tuples("select id, uses from temp.line order by rowid", [])
        self._ids = array("q", [image for image, _ in lines])
        self._uses = array("q", [uses for _, uses in lines])
        return len(lines)

    def load_texts(self) -> None:
        """Copy what is searched too, unless that was done; `find` does so where it needs it."""
        if not self._has_texts:
            self._run(_LOAD_TEXTS)
            self._has_texts = True

    def find(self, asked: QueueQuery) -> QueueAnswer:
        """The rows that are asked for. `load` comes first."""
        sql, values = question(asked)
        if FULL in sql:
            self.load_texts()
        rows = self._tuples(sql, values)
        ranks = array("q", [row[0] for row in rows])
        ids = array("q", [self._ids[rank - 1] for rank in ranks])
        if asked.group is Group.NONE:
            return QueueAnswer(ids, ranks, array("q", [self._uses[rank - 1] for rank in ranks]))
        rules = tuple(row[2] for row in rows) if asked.group is Group.RULE else ()
        return QueueAnswer(ids, ranks, array("q", [row[1] for row in rows]), rules)

    def rows(self, ids: Sequence[int]) -> list[QueueRow]:
        """What is shown of these uses, in their order; those that are gone are left out."""
        marks = ",".join("?" * len(ids))
        found = self._rows(
            f"""select images.id, images.status, images.kind, images.src, images.alt, images.name,
                images.quality, pages.url as page_url, coalesce(pages.title, '') as page_title,
                {SUBJECT} as picture_subject, decisions.choice, decisions.note,
                decisions.better, decisions.decided
                from images join pages on pages.id = images.page {JOIN}
                where images.id in ({marks})""",  # noqa: S608
            list(ids),
        )
        by_id = {row["id"]: _row(row) for row in found}
        return [by_id[image] for image in ids if image in by_id]

    def use(self, image: int, rank: int) -> JudgedUse:
        """Everything of one use. Raises QueueError when it is gone."""
        rows = self._rows(
            """select images.*, pages.url as page_url, pages.title as page_title
               from images join pages on pages.id = images.page where images.id = ?""",
            [image],
        )
        if not rows:
            raise QueueError("This image is not in the scan file any more.")
        row = dict(rows[0])
        pictures = self._rows("select * from pictures where sha256 = ?", [row["picture"]])
        picture = picture_of(dict(pictures[0])) if pictures else None
        try:
            return use_of(row | {"rank": rank}, picture)
        except (zlib.error, ValueError) as error:
            raise QueueError("The details of this image are damaged in the scan file.") from error

    def embedding(self, sha256: str) -> bytes | None:
        """The stored picture embedding (float32, little endian), or None."""
        rows = self._rows("select embedding from pictures where sha256 = ?", [sha256])
        return rows[0][0] if rows else None

    def others(self, image: int, limit: int) -> tuple[list[QueueRow], int]:
        """Other uses of the same picture, at most `limit`, and how many there are in all."""
        same = "from images where picture = (select picture from images where id = ?) and id != ?"
        ids = self._rows(
            f"select id {same} order by priority desc, id limit ?", [image, image, limit]
        )
        number = self._rows(f"select count(*) {same}", [image, image])[0][0]
        return self.rows([row["id"] for row in ids]), int(number)

    def rules(self) -> list[tuple[str, int]]:
        """Rule ids with the number of their findings, most frequent first."""
        found = self._rows(
            "select rule, count(*) from findings group by rule order by count(*) desc, rule", []
        )
        return [(rule, number) for rule, number in found]

    def statuses(self) -> dict[str, int]:
        """Image uses by status; those that do not occur are left out."""
        sums = ", ".join("total(status = ?)" for _ in Status)
        [numbers] = self._rows(f"select {sums} from temp.line", list(Status))  # noqa: S608
        return {s.value: int(n) for s, n in zip(Status, numbers, strict=True) if n}

    def _run(self, steps: Sequence[str]) -> None:
        try:
            for step in steps:
                self._db.execute(step)
        except sqlite3.Error as error:
            raise QueueError(f"The scan file cannot be read: {error}") from error

    def _rows(self, sql: str, values: Sequence[Any]) -> list[sqlite3.Row]:
        return self._fetch(self._db.cursor(), sql, values)

    def _tuples(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Bare tuples: named rows take twice the time."""
        cursor = self._db.cursor()
        cursor.row_factory = None
        return self._fetch(cursor, sql, values)

    def _fetch(self, cursor: sqlite3.Cursor, sql: str, values: Sequence[Any]) -> list[Any]:
        try:
            return cursor.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise QueueError(f"The scan file cannot be read: {error}") from error


def _row(row: sqlite3.Row) -> QueueRow:
    return QueueRow(
        row["id"],
        Status(row["status"]),
        row["kind"],
        row["src"],
        row["alt"],
        row["name"],
        row["quality"],
        row["page_url"],
        row["page_title"],
        decision_of(row),
        row["picture_subject"],
    )
