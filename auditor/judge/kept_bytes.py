"""What was made of pictures and texts, kept from scan to scan: one SQLite file in the user's cache
folder.

It is known by the hash of what it was made of and by what made it. The file is bounded, loses what
was not used longest, and may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from platformdirs import user_cache_path

log = logging.getLogger(__name__)

MAX_BYTES = 300_000_000
"""About 60,000 pictures of the shipped model."""
PATIENCE = 10
"""Seconds to wait for another process that writes."""
_DAY = 86_400
_TABLE = """create table if not exists vectors (
    model text, content text, vector blob, used integer, primary key (model, content)
) without rowid"""


class KeptBytes:
    """Thread-safe, and safe beside other processes: each call opens the file afresh. A file that
    cannot be used is replaced or left alone, with one line, and never stops a scan."""

    def __init__(self, maker: str, path: Path | None = None, max_bytes: int = MAX_BYTES) -> None:
        """`maker`: what changes with whatever changes what is made."""
        self._maker = maker
        self._path = path or user_cache_path("auditor") / "vectors.db"
        self._max_bytes = max_bytes
        self._works = True
        self._guarded(self._make)

    def find(self, contents: Sequence[str]) -> dict[str, bytes]:
        """Those that are there, by the hash of their content."""
        found: dict[str, bytes] = {}
        today = int(time.time()) // _DAY

        def read() -> None:
            with self._opened() as database:
                for content in contents:
                    where = (self._maker, content)
                    row = database.execute(
                        "select vector, used from vectors where model = ? and content = ?", where
                    ).fetchone()
                    if row is None:
                        continue
                    found[content] = row[0]
                    if row[1] < today:  # once a day is enough to know what is in use
                        database.execute(
                            "update vectors set used = ? where model = ? and content = ?",
                            (today, *where),
                        )

        self._guarded(read)
        return found

    def keep(self, made: Mapping[str, bytes]) -> None:
        """Keep what was made, by the hash of its content."""
        today = int(time.time()) // _DAY
        rows = [(self._maker, key, value, today) for key, value in made.items()]

        def write() -> None:
            with self._opened() as database:
                database.executemany("insert or replace into vectors values (?, ?, ?, ?)", rows)
                pages = database.execute("pragma page_count").fetchone()[0]
                free = database.execute("pragma freelist_count").fetchone()[0]
                size = database.execute("pragma page_size").fetchone()[0]
                if (pages - free) * size > self._max_bytes:
                    # A quarter at a time, so that not every new one drives one out.
                    database.execute(
                        "delete from vectors where (model, content) in (select model, content from "
                        "vectors order by used limit (select count(*) / 4 + 1 from vectors))"
                    )

        self._guarded(write)

    def _make(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._opened() as database:
            database.execute(_TABLE)
            database.execute("select model, content, vector, used from vectors limit 1").fetchone()

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self._path, timeout=PATIENCE)
        try:
            with connection:
                yield connection
        finally:
            connection.close()

    def _guarded(self, work: Callable[[], None]) -> None:
        if not self._works:
            return
        try:
            work()
        except sqlite3.OperationalError as error:
            self._give_up(error)  # locked, read-only, no space
        except sqlite3.DatabaseError as error:
            log.warning("%s was damaged and is made anew: %s", self._path.name, error)
            try:
                self._path.unlink()
                self._make()
            except (OSError, sqlite3.Error) as again:
                self._give_up(again)
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        self._works = False
        log.warning(
            "What was made of pictures and texts is not kept: %s: %s", self._path.name, error
        )
