"""What a person decided of a picture with a text; kept in the scan file.

A decision holds for every use of the same picture with the same text in the scan, and is taken
over by the next scan of the same pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

from auditor.decision import Decision, Subject
from auditor.store.connection import Connection, Mode, connect
from auditor.store.values import structured

_FIELDS = tuple(field.name for field in fields(Decision))
COLUMNS = ", ".join(f"decisions.{name}" for name in _FIELDS)
"""SQL: what `decision_of` reads."""


def decision_of(row: Any) -> Decision | None:
    """The decision of a row that was joined by `decision_on`; raises what `structured` raises."""
    return None if row["choice"] is None else _of(row)


def _of(row: Any) -> Decision:
    return structured({name: row[name] for name in _FIELDS}, Decision)


class Decisions:
    """The decisions of one scan file. Each call opens the file afresh, so that it can be made from
    any thread, also while a scan writes. Raises StoreError."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, subject: Subject) -> Decision | None:
        """What was decided, or None."""
        with connect(self._path) as database:
            row = database.row(f"select {COLUMNS} {_WHERE}", astuple(subject))
            with database.understood("a decision"):
                return decision_of(row) if row else None

    def put(self, subject: Subject, decision: Decision | None) -> None:
        """Decide, in place of what was decided before; None takes the decision back."""
        with connect(self._path, Mode.WRITE) as database, database.writing():
            database.execute(f"delete {_WHERE}", astuple(subject))
            if decision:
                add_decisions(database, [(subject, decision)])

    def count(self) -> int:
        """How many were made."""
        with connect(self._path) as database:
            return database.number("select count(id) from decisions")


_WHERE = "from decisions where subject = ? and alt is ? and name = ?"


def decisions_in(path: Path) -> list[tuple[Subject, Decision]]:
    """Everything that was decided in a scan file. Raises StoreError."""
    with connect(path) as database:
        database.check()
        rows = database.rows(f"select subject, alt, name, {COLUMNS} from decisions order by id")  # noqa: S608
        with database.understood("a decision"):
            return [_decided(row) for row in rows]


def _decided(row: Any) -> tuple[Subject, Decision]:
    subject = {"picture": row["subject"], "alt": row["alt"], "name": row["name"]}
    return structured(subject, Subject), _of(row)


def add_decisions(database: Connection, decided: Sequence[tuple[Subject, Decision]]) -> None:
    """Keep decisions in a file that has none on these subjects."""
    rows = [
        {"subject": subject.picture, "alt": subject.alt, "name": subject.name}
        | {name: getattr(decision, name) for name in _FIELDS}
        for subject, decision in decided
    ]
    database.insert("decisions", rows)
