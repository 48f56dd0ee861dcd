"""What a person decided of a picture with a text; kept in the scan file.

A decision holds for every use of the same picture with the same text in the scan, and is taken
over by the next scan of the same pages (`copy_decisions`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import Any

from auditor.decision import Choice, Decision, Subject

PATIENCE = 10
"""Seconds to wait for a scan that writes to the file."""
SUBJECT = "coalesce(images.picture, images.src, images.selector)"
"""SQL: what stands for the picture of a row of `images`, its content where a file came."""
JOIN = f"""left join decisions on decisions.subject = {SUBJECT}
   and decisions.alt is images.alt and decisions.name = images.name"""
"""SQL: the decision on a row of `images`."""


def decision_of(row: Any) -> Decision | None:
    """The decision of a row that was joined by JOIN."""
    if row["choice"] is None:
        return None
    return Decision(Choice(row["choice"]), row["note"], row["better"], row["decided"])


class Decisions:
    """The decisions of one scan file. Each call opens the file afresh, so that it can be made from
    any thread, also while a scan writes. Raises sqlite3.Error."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, subject: Subject) -> Decision | None:
        """What was decided, or None."""
        with self._opened() as database:
            row = database.execute(f"select * {_WHERE}", astuple(subject)).fetchone()
        return decision_of(row) if row else None

    def put(self, subject: Subject, decision: Decision | None) -> None:
        """Decide, in place of what was decided before; None takes the decision back."""
        with self._opened() as database:
            database.execute(f"delete {_WHERE}", astuple(subject))
            if decision:
                row = (*astuple(subject), *astuple(decision))
                database.execute(f"insert into decisions {_COLUMNS} values {_VALUES}", row)  # noqa: S608

    def count(self) -> int:
        """How many were made."""
        with self._opened() as database:
            return int(database.execute("select count(*) from decisions").fetchone()[0])

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=PATIENCE)) as database, database:
            database.row_factory = sqlite3.Row
            yield database


_WHERE = "from decisions where subject = ? and alt is ? and name = ?"
_COLUMNS = "(subject, alt, name, choice, note, better, decided)"
_VALUES = "(?, ?, ?, ?, ?, ?, ?)"


def copy_decisions(source: Path, target: Path) -> int:
    """Take over the decisions of one scan file into another, which has none; how many."""
    with closing(sqlite3.connect(source, timeout=PATIENCE)) as database:
        rows = database.execute(f"select {_COLUMNS[1:-1]} from decisions").fetchall()  # noqa: S608
    with closing(sqlite3.connect(target, timeout=PATIENCE)) as database, database:
        database.executemany(f"insert into decisions {_COLUMNS} values {_VALUES}", rows)  # noqa: S608
    return len(rows)
