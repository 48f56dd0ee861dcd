"""What a person decided of a picture with a text; kept in the scan file.

A decision holds for every use of the same picture with the same text in the scan, or for one use
alone, which goes before. Both are taken over by the next scan of the same pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import fields
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
            kept = _kept(database, subjects)
            with database.understood("a decision"):
                rows = [next(iter(kept.get(_key(subject), ())), None) for subject in subjects]
                return [decision_of(row) if row else None for row in rows]

    def put(self, subject: Subject, decision: Decision | None) -> None:
        """Decide, in place of what was decided before; None takes the decision back."""
        self.put_all([(subject, decision)])

    def put_all(self, decided: Sequence[tuple[Subject, Decision | None]]) -> None:
        """Decide on several, all of them or none."""
        with connect(self._path, Mode.WRITE) as database, database.writing():
            kept = _kept(database, [subject for subject, _ in decided])
            for table in _TABLES:
                ids = [row["id"] for key, rows in kept.items() if key[0] == table for row in rows]
                database.delete(table, ids)
            add_decisions(database, [(subject, made) for subject, made in decided if made])

    def count(self) -> int:
        """How many were made."""
        with connect(self._path) as database:
            return sum(database.number(f"select count(id) from {each}") for each in _TABLES)  # noqa: S608


def _kept(
    database: Connection, subjects: Sequence[Subject]
) -> dict[tuple[str | None, ...], list[Row]]:
    """The rows on each of these, by `_key`, the first one first. Of one picture they are read at
    once: a logo may be decided on thousands of pages, and be looked for among as many."""
    of_picture: dict[tuple[str, str], list[Subject]] = defaultdict(list)
    for subject in subjects:
        of_picture[_table(subject), subject.picture].append(subject)
    found: dict[tuple[str | None, ...], list[Row]] = defaultdict(list)
    for (table, picture), meant in of_picture.items():
        place = "page, selector" if table == _ALONE else "'' as page, '' as selector"
        where, values = _same(meant[0]) if len(meant) == 1 else ("subject = ?", [picture])
        sql = f"select id, alt, name, {place}, {_PLAIN} from {table} where {where} order by id"  # noqa: S608
        for row in database.rows(sql, values):
            key = (table, picture, row["alt"], row["name"], row["page"], row["selector"])
            found[key].append(row)
    wanted = {_key(subject) for subject in subjects}
    return {key: rows for key, rows in found.items() if key in wanted}


def _table(subject: Subject) -> str:
    return _ALONE if subject.page else _GENERAL


def _key(subject: Subject) -> tuple[str | None, ...]:
    """The table that holds decisions on a subject, and all that it is known by there."""
    text = (subject.picture, subject.alt, subject.name)
    place = (subject.page, subject.selector) if subject.page else ("", "")
    return (_table(subject), *text, *place)


def _same(subject: Subject) -> tuple[str, list[str | None]]:
    """The condition for the rows on a subject, and its values."""
    values = [subject.picture, subject.alt, subject.name]
    same = "subject = ? and alt is ? and name = ?"
    if not subject.page:
        return same, values
    return f"{same} and page = ? and selector = ?", [*values, subject.page, subject.selector]


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
