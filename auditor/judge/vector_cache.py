"""Embeddings kept from scan to scan: one SQLite file in the user's cache folder.

A vector is known by the hash of what it was made of and by the model that made it. The file is
bounded, loses what was not used longest, and may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

log = logging.getLogger(__name__)

Vector = NDArray[np.float32]

MAX_BYTES = 300_000_000
"""Of vectors: about 60,000 pictures of the shipped model."""
PATIENCE = 10
"""Seconds to wait for another process that writes."""
_DAY = 86_400
_TABLE = """create table if not exists vectors (
    model text, content text, vector blob, used integer, primary key (model, content)
) without rowid"""


class KnownVectors(Protocol):
    """What is known already, by the hash of what they were made of. Thread-safe."""

    def find(self, contents: Sequence[str]) -> dict[str, Vector]:
        """Those that are known."""

    def keep(self, vectors: Mapping[str, Vector]) -> None:
        """Make them known."""


class VectorCache:
    """Thread-safe, and safe beside other processes: each call opens the file afresh. A file that
    cannot be used is replaced or left alone, with one line, and never stops a scan."""

    def __init__(self, model: str, path: Path | None = None, max_bytes: int = MAX_BYTES) -> None:
        """`model`: what changes with whatever changes a vector; Encoder.fingerprint."""
        self._model = model
        self._path = path or user_cache_path("auditor") / "vectors.db"
        self._max_bytes = max_bytes
        self._works = True
        self._guarded(self._make)

    def find(self, contents: Sequence[str]) -> dict[str, Vector]:
        """The vectors that are there, by the hash of their content."""
        found: dict[str, Vector] = {}
        today = int(time.time()) // _DAY

        def read() -> None:
            with self._opened() as database:
                for content in contents:
                    where = (self._model, content)
                    row = database.execute(
                        "select vector, used from vectors where model = ? and content = ?", where
                    ).fetchone()
                    if row is None:
                        continue
                    found[content] = np.frombuffer(row[0], dtype=np.float32)
                    if row[1] < today:  # once a day is enough to know what is in use
                        database.execute(
                            "update vectors set used = ? where model = ? and content = ?",
                            (today, *where),
                        )

        self._guarded(read)
        return found

    def keep(self, vectors: Mapping[str, Vector]) -> None:
        """Keep vectors by the hash of their content."""
        today = int(time.time()) // _DAY
        rows = [(self._model, key, vector.tobytes(), today) for key, vector in vectors.items()]

        def write() -> None:
            with self._opened() as database:
                database.executemany("insert or replace into vectors values (?, ?, ?, ?)", rows)
                pages = database.execute("pragma page_count").fetchone()[0]
                free = database.execute("pragma freelist_count").fetchone()[0]
                size = database.execute("pragma page_size").fetchone()[0]
                if (pages - free) * size > self._max_bytes:
                    # A quarter at a time, so that not every new vector drives one out.
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
        log.warning("Embeddings are not kept: %s: %s", self._path.name, error)


def content_hash(text: str, *, further: bool = False, whole: bool = True) -> str:
    """Of a text, `further` where the tower of further languages embeds it, not `whole` where only
    its sentence embedding is kept; that of a picture is the sha256 of its file."""
    kind = f"{'further' if further else 'text'}{'' if whole else ' sentence'}\0"
    return hashlib.sha256(kind.encode() + text.encode("utf-8", "surrogatepass")).hexdigest()
