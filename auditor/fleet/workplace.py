"""Where the scan file of a site lies while it is written: in the output itself where that is a
folder; else beside it on this machine, with copies sent there."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from auditor.fleet.errors import StorageError
from auditor.fleet.records import SCAN
from auditor.fleet.storage import Storage

log = logging.getLogger(__name__)

EVERY = 20.0
"""Seconds after which what was read is copied to a storage that lies elsewhere."""
LEAST_FREE = 200_000_000
"""Bytes of the disk that the scan file goes to. Below, the fault would be told as the site's."""


class Workplace:
    """In a folder: the file is in its place from the beginning on."""

    def __init__(self, scan: Path) -> None:
        self.scan = scan
        """The scan file."""

    def keep(self) -> None:
        """See to it now and then that what was read so far outlives this machine."""

    def finish(self) -> None:
        """Leave the closed file in the storage. Raises StorageError."""


@dataclass
class Elsewhere(Workplace):
    """On this machine, for a storage that lies elsewhere."""

    scan: Path
    storage: Storage
    key: str
    pool: ThreadPoolExecutor
    """Of one thread: copies are sent one after the other, and no page waits for them."""
    _sending: Future[None] | None = None
    _kept: float = field(default_factory=time.monotonic)

    def keep(self) -> None:
        """Begin to send a copy, when none was begun for a while and none is on its way."""
        if time.monotonic() - self._kept < EVERY or (self._sending and not self._sending.done()):
            return
        self._sending = self.pool.submit(self._keep)
        self._kept = time.monotonic()

    def _keep(self) -> None:
        """What cannot be sent now is sent later; at the latest, when the site is done."""
        try:
            self.storage.send(self._copy(), SCAN.format(self.key))
        except StorageError as error:
            log.warning("No copy of %s was kept: %s", self.key, error)

    def finish(self) -> None:
        """See Workplace.finish. A file that could not be closed for want of room is not sent: the
        copy before it is whole."""
        if self._sending is not None:
            self._sending.result()  # it would come after this one
        if self.scan.exists():
            whole = not self.scan.with_name(f"{self.scan.name}-wal").exists()
            self.storage.send(self.scan if whole else self._copy(), SCAN.format(self.key))

    def _copy(self) -> Path:
        """Of the file with all that lies beside it (its log, WAL). Raises StorageError."""
        copy = self.scan.with_name("copy.db")
        try:
            copy.unlink(missing_ok=True)
            with (
                closing(sqlite3.connect(self.scan)) as source,
                closing(sqlite3.connect(copy)) as to,
            ):
                source.backup(to)
        except (sqlite3.Error, OSError) as error:
            raise StorageError(f"{copy} cannot be written: {error}") from error
        return copy


@contextmanager
def workplace(storage: Storage, key: str) -> Iterator[Workplace]:
    """A place with what an earlier task left. Raises StorageError."""
    if storage.folder is not None:
        path = storage.folder / SCAN.format(key)
        _make(path.parent)
        yield Workplace(path)
        return
    with (
        tempfile.TemporaryDirectory(prefix="auditor-site-", ignore_cleanup_errors=True) as own,
        ThreadPoolExecutor(1) as pool,
    ):
        path = Path(own) / "scan.db"
        _make(path.parent)
        storage.fetch(SCAN.format(key), path)
        yield Elsewhere(path, storage, key, pool)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise StorageError(f"{folder}: {error.strerror}") from error
    if free < LEAST_FREE:
        raise StorageError(f"{folder}: only {free // 1_000_000} MB are free")
