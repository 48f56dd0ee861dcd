"""The one door to a scan file: a SQLite database that may come from a stranger.

A file is opened to be read, and then neither made nor changed, or to be written. Every failure is
a StoreError. Only plain tables are read (auditor/store/schema.py), and nothing is attached: no SQL
that stands in the file is run.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from auditor.store import schema
from auditor.store.errors import StoreError, understood

_PAGES_BESIDE = 4000
"""Of 4,096 bytes: as much as may lie in the log beside the file before a writer copies it there,
which takes some 50 ms. The window does so when nobody asks."""
PATIENCE = 10
"""Seconds to wait for others who write to the file, or who make its tables."""
MOST_BYTES = 100_000_000
"""Of one row: the longest is that of a scan that was asked to read a million pages."""
_LONGEST_MESSAGE = 200
_CANNOT = frozenset(
    (
        sqlite3.SQLITE_AUTH,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    )
)
"""Result codes that say nothing of what is in the file; any other is damage."""


class Mode(StrEnum):
    """What a scan file is opened for."""

    READ = "read"
    """It has to be there, and stays as it is. Tables that it lacks, as one of an earlier version
    of the program does, are empty ones in memory."""
    WRITE = "write"
    """It has to be there, and is brought up to date."""
    MAKE = "make"
    """It is made where it is not there."""


def connect(path: Path | str, mode: Mode = Mode.READ, *, threads: bool = False) -> Connection:
    """Open a scan file. `threads`: it is handed from one thread to another. Raises StoreError when
    it is no scan file of this version or an earlier one."""
    end = time.monotonic() + PATIENCE
    while True:
        database = Connection(path, mode, threads=threads)
        try:
            with database.guarded():
                _prepare(database, mode)
            return database
        except StoreError as error:
            database.close()
            if mode is Mode.READ or not _is_being_made(error) or time.monotonic() > end:
                raise
            time.sleep(0.02)
        except BaseException:
            database.close()
            raise


def bring_up_to_date(path: Path) -> None:
    """Make the tables that a file of an earlier version lacks, where it may be written. Raises
    StoreError."""
    with connect(path) as database:
        lacks = schema.lacks_tables(database.raw)
    if lacks and os.access(path, os.W_OK):
        connect(path, Mode.WRITE).close()


def _prepare(database: Connection, mode: Mode) -> None:
    raw, path = database.raw, database.path
    raw.row_factory = sqlite3.Row
    raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
    raw.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for setting in ("trusted_schema = off", "cell_size_check = on", "temp_store = memory"):
        raw.execute(f"pragma {setting}")
    applied = schema.applied(raw, path)
    if mode is Mode.READ:
        if not applied:
            raise StoreError(f"{path} holds no scan")
        schema.lend_tables(raw, applied)
        schema.show_names(raw)
        raw.execute("pragma query_only = on")
        return
    if raw.execute("pragma journal_mode").fetchone()[0] != "wal":
        raw.execute("pragma journal_mode = wal")
    # Safe when the process is killed; only a power cut may lose the last pages.
    raw.execute("pragma synchronous = normal")
    raw.execute(f"pragma wal_autocheckpoint = {_PAGES_BESIDE}")
    schema.bring_up_to_date(raw, applied)
    schema.show_names(raw)


def _is_being_made(error: StoreError) -> bool:
    """By another process, as when the window has begun a scan and looks into its file."""
    # The last words: both noted the same step of the tables.
    words = (
        *("locked", "already exists", "duplicate column name", "no such view"),
        "constraint failed: _sqlite_migrations",
    )
    return isinstance(error.__cause__, sqlite3.Error) and any(w in str(error) for w in words)


class Connection:
    """An open scan file. Rows are read and written by SQL; raises StoreError alone."""

    def __init__(self, path: Path | str, mode: Mode, *, threads: bool = False) -> None:
        self.path = path
        self._doing = "read" if mode is Mode.READ else "written"
        place = Path(path).resolve()
        with self.guarded():
            self.raw = sqlite3.connect(
                f"{place.as_uri()}?{_parameters(place, mode)}",
                uri=True,
                timeout=PATIENCE,
                isolation_level=None,
                check_same_thread=not threads,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.raw.close()

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[sqlite3.Row]:
        """All rows of an answer."""
        with self.guarded():
            return self.raw.execute(sql, values).fetchall()

    def row(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Row | None:
        """The first row of an answer; None: there is none."""
        with self.guarded():
            found: sqlite3.Row | None = self.raw.execute(sql, values).fetchone()
            return found

    def number(self, sql: str, values: Sequence[Any] = ()) -> int:
        """The only number of an answer that counts something."""
        row = self.row(sql, values)
        with self.understood("a number"):
            return int(row[0]) if row else 0

    def each(self, sql: str, values: Sequence[Any] = ()) -> Iterator[sqlite3.Row]:
        """The rows of an answer, one after the other."""
        with self.guarded():
            for row in self.raw.execute(sql, values):  # noqa: UP028 - which would close the cursor
                yield row

    def tuples(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of an answer as bare tuples: named rows take twice the time."""
        with self.guarded():
            cursor = self.raw.cursor()
            cursor.row_factory = None
            return cursor.execute(sql, values).fetchall()

    def plain_rows(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """All rows of an answer as dictionaries: a named row looks for each name among all."""
        with self.guarded():
            cursor = self.raw.cursor()
            cursor.row_factory = None
            found = cursor.execute(sql, values)
            names = [name for name, *_ in found.description]
            return [dict(zip(names, row, strict=True)) for row in found]

    def execute(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Change the file."""
        with self.guarded():
            self.raw.execute(sql, values)

    def delete(self, table: str, ids: Sequence[int]) -> None:
        """Take rows away by their ids."""
        with self.writing(), self.guarded():
            gone = [(each,) for each in ids]
            self.raw.executemany(f"delete from main.{table} where id = ?", gone)  # noqa: S608

    def insert(
        self, table: str, rows: Sequence[Mapping[str, Any]], *, ignore: bool = False
    ) -> None:
        """Add rows with the same columns; `ignore`: leave those out that are known."""
        if not rows:
            return
        columns = ", ".join(rows[0])
        values = ", ".join(f":{column}" for column in rows[0])
        how = "insert or ignore" if ignore else "insert"
        with self.writing(), self.guarded():
            self.raw.executemany(f"{how} into main.{table} ({columns}) values ({values})", rows)

    def temporary(self, steps: Sequence[str]) -> None:
        """Make tables in memory."""
        with self.guarded():
            self.raw.execute("pragma query_only = off")
            try:
                for step in steps:
                    self.raw.execute(step)
            finally:
                self.raw.execute("pragma query_only = on")

    def fill_temporary(self, table: str, rows: Sequence[Sequence[Any]]) -> None:
        """Add rows to a table in memory."""
        if not rows:
            return
        marks = ", ".join("?" * len(rows[0]))
        with self.guarded():
            self.raw.execute("pragma query_only = off")
            try:
                sql = f"insert into temp.{table} values ({marks})"  # noqa: S608
                self.raw.executemany(sql, rows)
            finally:
                self.raw.execute("pragma query_only = on")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction that holds the right to write from its start; one in another is part of
        it. One that has only read is refused that right at once where the window has written
        meanwhile (SQLite, SQLITE_BUSY)."""
        if self.raw.in_transaction:
            yield
            return
        self.execute("begin immediate")
        try:
            yield
            self.execute("commit")
        except BaseException:
            self.raw.rollback()
            raise

    def check(self) -> None:
        """Whether the tables are trees, as they have to be for reading to come to an end: one that
        holds a page of the file many times has rows without number (0.2 s for 100,000 image
        uses). Raises StoreError."""
        for table in schema.walked(self.raw):
            row = self.row(f"pragma main.quick_check({table})")
            if row is not None and row[0] != "ok":
                raise StoreError(f"{self.path} is damaged: {_fit_to_show(row[0])}")

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Turns errors of SQLite into StoreError."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(self._words(error)) from error
        except (OverflowError, UnicodeError) as error:  # a value that SQLite cannot take
            raise StoreError(f"{self.path} cannot be {self._doing}: {error}") from error

    def understood(self, what: str) -> Any:
        """For making values of rows (auditor/store/errors.py)."""
        return understood(self.path, what)

    def _words(self, error: sqlite3.Error) -> str:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        said = _fit_to_show(str(error))
        if code == sqlite3.SQLITE_NOTADB or not hasattr(self, "raw"):
            return f"{self.path} cannot be used as a scan file: {said}"
        if code in _CANNOT:
            return f"{self.path} cannot be {self._doing}: {said}"
        return f"{self.path} is damaged: {said}"


def _parameters(place: Path, mode: Mode) -> str:
    """How SQLite opens a file. To be read it is opened to be written too, where it can be: who may
    not write leaves the journal behind. Where it cannot, and nobody has a journal beside it, it is
    read as it is, or SQLite would want to make that journal."""
    if mode is not Mode.READ:
        return "mode=rwc" if mode is Mode.MAKE else "mode=rw"
    journal = place.with_name(f"{place.name}-wal")
    can_write = os.access(place, os.W_OK) and os.access(place.parent, os.W_OK)
    busy = journal.exists() and journal.stat().st_size > 0
    return "mode=rw" if can_write or busy else "mode=ro&immutable=1"


def _fit_to_show(words: object) -> str:
    """What SQLite says may quote the file."""
    shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in str(words))
    return shown if len(shown) <= _LONGEST_MESSAGE else shown[: _LONGEST_MESSAGE - 1] + "…"
