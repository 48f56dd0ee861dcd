"""The image uses of a scan file, a few at a time, for a window that shows a part."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from auditor.decision import Decision, Subject
from auditor.findings import Status
from auditor.results import JudgedUse
from auditor.store.connection import connect
from auditor.store.decisions import COLUMNS, decision_of
from auditor.store.errors import StoreError
from auditor.store.info import ScanInfo
from auditor.store.rows import embedding_of, picture_of, record_of, thumbnail_of, use_of
from auditor.store.sql import CHOICE, decision_on, of_picture, shared_with, subject_of
from auditor.store.values import address, structured, text
from extractors.records import ImageRecord


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


_GIVEN = "(select value from json_each(?))"
"""SQL: ids that are given as one value, however many they are."""


class StoredUses:
    """One scan file, read only. A connection of its own, so that a second one can answer in
    another thread. Raises StoreError."""

    def __init__(self, path: Path) -> None:
        self._db = connect(path, threads=True)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def settle(self) -> None:
        """Copy what was written into the file itself as far as nobody is in the way, so that no
        writer has to do it while somebody waits (SQLite, write-ahead log)."""
        with suppress(StoreError):  # where it may not be written, nothing waits
            self._db.rows("pragma wal_checkpoint(passive)")

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
            f"""select images.*, {shared_with()}, pages.url as page_url,
               pages.title as page_title
               from images join pages on pages.id = images.page where images.id = ?""",  # noqa: S608
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
        of = "(select {} from images as shown where shown.id = ?1)"
        picture = of_picture(of.format("picture_number"), of.format("picture_kept"))
        same = f"from images where {picture} and id != ?1"
        ids = self._db.rows(f"select id {same} order by priority desc, id limit ?2", [image, limit])
        number = self._db.number(f"select count(*) {same}", [image])
        return self.rows([row["id"] for row in ids]), number

    def open_of(self, ids: Sequence[int]) -> set[int]:
        """Those of these uses that are not decided."""
        sql = f"""select images.id from images {decision_on()}
            where images.id in {_GIVEN} and {CHOICE} is null"""  # noqa: S608
        return {image for (image,) in self._db.tuples(sql, [json.dumps(list(ids))])}

    def placed(self, ids: Sequence[int]) -> list[PlacedUse]:
        """These uses as decisions name them, in the order of their ids."""
        return self._placed(f"images.id in {_GIVEN}", [json.dumps(list(ids))])

    def placed_of(self, subject: Subject) -> list[PlacedUse]:
        """Every use of the picture of a subject."""
        number = "(select number from pictures where sha256 = ?1)"
        by_content = self._placed(of_picture(number, "?1"), [subject.picture])
        if by_content:
            return by_content
        return self._placed(f"images.picture is null and {subject_of()} = ?", [subject.picture])

    def _placed(self, where: str, values: Sequence[Any]) -> list[PlacedUse]:
        rows = self._db.tuples(f"{_PLACED} where {where} order by images.id", values)
        with self._db.understood("an image use"):
            return [
                PlacedUse(
                    image,
                    Subject(
                        text(picture),
                        None if alt is None else text(alt),
                        text(name),
                        text(page),
                        text(selector),
                    ),
                    bool(is_alone),
                )
                for image, picture, alt, name, page, selector, is_alone in rows
            ]

    def records(self, ids: Sequence[int]) -> list[ImageRecord]:
        """What was seen of these uses; those that are gone are left out."""
        found = []
        for image in ids:
            row = self._db.row(f"select *, {shared_with()} from images where id = ?", [image])  # noqa: S608
            with self._db.understood("an image use"):
                found += [record_of(dict(row))] if row else []
        return found


def _row(row: sqlite3.Row) -> QueueRow:
    address(row["page_url"])
    values = {name: row[name] for name in row.keys()}  # noqa: SIM118 - a Row iterates its values
    return replace(structured(values | {"decision": None}, QueueRow), decision=decision_of(row))
