"""What a person decided of a picture with a text; kept in the scan file.

A decision holds for every use of the same picture with the same text in the scan, or for one use
alone, which goes before. Both are taken over by the next scan of the same pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from itertools import chain
from pathlib import Path
from sqlite3 import Row
from typing import Any

from auditor.decision import Decision, Subject
from auditor.store.connection import Connection, Mode, connect
from auditor.store.values import structured

_FIELDS = tuple(field.name for field in fields(Decision))
COLUMNS = ", ".join(
    f"iif(use_decisions.id is null, decisions.{name}, use_decisions.{name}) as {name}"
    for name in _FIELDS
)
"""SQL: what `decision_of` reads of a row that was joined by `decision_on`."""
_PLAIN = ", ".join(_FIELDS)
_GENERAL, _ALONE = _TABLES = ("decisions", "use_decisions")
_Kept = dict[tuple[str, int], list[Row]]
"""By table, and place among the subjects that are asked for; the first one first."""
_AT_ONCE = 500
"""Subjects in one question."""
_ASKED = "place, subject, alt, name, page, selector"
_ON = "kept.subject = asked.subject and kept.alt is asked.alt and kept.name = asked.name"
_KEPT = ", ".join(f"kept.{name}" for name in _FIELDS)
_FOUND = f"select asked.place, kept.id, {_KEPT} from asked"  # noqa: S608
_SAME = {
    _GENERAL: f"{_FOUND} cross join decisions as kept on {_ON} order by kept.id",
    _ALONE: f"""{_FOUND} cross join use_decisions as kept on kept.page = asked.page
        and kept.selector = asked.selector and {_ON} order by kept.id""",
}
"""The rows on each of the subjects in `asked`. One use alone is found by its place: a logo may be
decided on thousands of pages."""


def decision_of(row: Any) -> Decision | None:
    """The decision of a row; raises what `structured` raises."""
    return None if row["choice"] is None else _of(row)


def _of(row: Any) -> Decision:
    return structured({name: row[name] for name in _FIELDS}, Decision)


class Decisions:
    """The decisions of one scan file. Each call opens the file afresh, so that it can be made from
    any thread, also while a scan writes. Raises StoreError."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, subject: Subject) -> Decision | None:
        """What was decided on exactly this, or None."""
        [found] = self.get_all([subject])
        return found

    def get_all(self, subjects: Sequence[Subject]) -> list[Decision | None]:
        """The same of several: to open the file takes longer than to look into it."""
        with connect(self._path) as database:
            return _firsts(database, _kept(database, subjects), len(subjects))

    def put(self, subject: Subject, decision: Decision | None) -> None:
        """Decide, in place of what was decided before; None takes the decision back."""
        self.put_all([(subject, decision)])

    def put_all(self, decided: Sequence[tuple[Subject, Decision | None]]) -> list[Decision | None]:
        """Decide on several, all of them or none. What was decided on each before."""
        subjects = [subject for subject, _ in decided]
        with connect(self._path, Mode.WRITE) as database, database.writing():
            kept = _kept(database, subjects)
            before = _firsts(database, kept, len(subjects))
            for table in _TABLES:
                of_table = (rows for (where, _), rows in kept.items() if where == table)
                database.delete(table, [row["id"] for rows in of_table for row in rows])
            add_decisions(database, [(subject, made) for subject, made in decided if made])
        return before

    def count(self) -> int:
        """How many were made."""
        with connect(self._path) as database:
            return sum(database.number(f"select count(id) from {each}") for each in _TABLES)  # noqa: S608


def _kept(database: Connection, subjects: Sequence[Subject]) -> _Kept:
    """The rows on each of these, by table and place among them."""
    found: _Kept = {}
    for table in _TABLES:
        asked = [
            (place, *_known_by(subject))
            for place, subject in enumerate(subjects)
            if _table(subject) == table
        ]
        for start in range(0, len(asked), _AT_ONCE):
            some = asked[start : start + _AT_ONCE]
            values = ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(some))
            sql = f"with asked ({_ASKED}) as (values {values}) {_SAME[table]}"
            for row in database.rows(sql, list(chain.from_iterable(some))):
                found.setdefault((table, row["place"]), []).append(row)
    return found


def _firsts(database: Connection, kept: _Kept, number: int) -> list[Decision | None]:
    """The decision that holds of those that are kept on each of so many."""
    first: list[Decision | None] = [None] * number
    with database.understood("a decision"):
        for (_, place), rows in kept.items():
            first[place] = decision_of(rows[0])
    return first


def _table(subject: Subject) -> str:
    return _ALONE if subject.page else _GENERAL


def _known_by(subject: Subject) -> tuple[str | None, ...]:
    return (subject.picture, subject.alt, subject.name, subject.page, subject.selector)


def decisions_in(path: Path) -> list[tuple[Subject, Decision]]:
    """Everything that was decided in a scan file. Raises StoreError."""
    general = f"select subject, alt, name, '' as page, '' as selector, {_PLAIN} from decisions"  # noqa: S608
    alone = f"select subject, alt, name, page, selector, {_PLAIN} from use_decisions"  # noqa: S608
    with connect(path) as database:
        database.check()
        rows = [row for sql in (general, alone) for row in database.rows(f"{sql} order by id")]
        with database.understood("a decision"):
            return [_decided(row) for row in rows]


def _decided(row: Any) -> tuple[Subject, Decision]:
    place = {name: row[name] for name in ("alt", "name", "page", "selector")}
    return structured({"picture": row["subject"]} | place, Subject), _of(row)


def add_decisions(database: Connection, decided: Sequence[tuple[Subject, Decision]]) -> None:
    """Keep decisions in a file that has none on these subjects."""
    general, alone = [], []
    for subject, decision in decided:
        row = {"subject": subject.picture, "alt": subject.alt, "name": subject.name}
        row |= {name: getattr(decision, name) for name in _FIELDS}
        if subject.page:
            alone.append(row | {"page": subject.page, "selector": subject.selector})
        else:
            general.append(row)
    database.insert("decisions", general)
    database.insert("use_decisions", alone)
