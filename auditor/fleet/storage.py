"""Where the output lies: a folder, or whatever else fsspec opens (`s3://`, `gs://`, `memory://`).

A file is there whole or not at all: it is written beside its place and renamed, or put in one
request where the store does that by itself. What fails is tried again for a while, since a store
that is away for a minute must not cost a site.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from auditor.fleet.errors import EXTRA, FleetError, StorageError

log = logging.getLogger(__name__)

PATIENCE = 180.0
"""Seconds for which a store that fails is asked again."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0
"""Seconds before it is asked again, doubled each time."""

T = TypeVar("T")


class Storage:
    """Files by their path below one place. Can be pickled. Every method raises StorageError."""

    def __init__(self, place: str, patience: float = PATIENCE) -> None:
        """`place`: a folder or a URL of fsspec; `patience` in seconds."""
        self.place = place
        self._patience = patience

    def __getstate__(self) -> dict[str, Any]:
        return {"place": self.place, "_patience": self._patience}

    @cached_property
    def _opened(self) -> tuple[Any, str]:
        try:
            import fsspec
        except ImportError as error:
            raise FleetError(f"A fleet {EXTRA} ({error})") from error
        try:
            filesystem, root = fsspec.core.url_to_fs(self.place)
        except (ImportError, ValueError) as error:
            raise FleetError(f"{self.place} cannot be opened: {error}") from error
        return filesystem, str(root).rstrip("/")

    @property
    def filesystem(self) -> Any:
        """That of fsspec."""
        return self._opened[0]

    @cached_property
    def folder(self) -> Path | None:
        """The folder on this machine; None: it lies elsewhere."""
        protocol = self.filesystem.protocol
        local = "file" in ((protocol,) if isinstance(protocol, str) else protocol)
        return Path(self._opened[1]) if local else None

    def path(self, name: str) -> str:
        """As its filesystem knows it."""
        return f"{self._opened[1]}/{name}"

    def url(self, name: str) -> str:
        """As others open it."""
        return str(self.filesystem.unstrip_protocol(self.path(name)))

    def names(self, folder: str) -> set[str]:
        """What lies directly in a folder; nothing where there is none."""

        def ask() -> set[str]:
            self.filesystem.invalidate_cache()
            found = self.filesystem.ls(self.path(folder), detail=False)
            names = {str(each).rstrip("/").rpartition("/")[2] for each in found}
            return {name for name in names if name and not name.startswith(".")}

        return self._patiently(ask, set())

    def read(self, name: str) -> bytes | None:
        """The content of a file; None: there is none."""
        return self._patiently(lambda: bytes(self.filesystem.cat_file(self.path(name))), None)

    def read_all(self, folder: str) -> dict[str, bytes]:
        """The content of every file in a folder, by name."""

        def ask() -> dict[str, bytes]:
            paths = {self.path(f"{folder}/{name}"): name for name in self.names(folder)}
            found = self.filesystem.cat(list(paths)) if paths else {}
            return {path.rpartition("/")[2]: bytes(data) for path, data in found.items()}

        return self._patiently(ask, {})

    def write(self, name: str, data: bytes) -> None:
        """Write a file, in place of an earlier one."""
        if self.folder is None:
            self._patiently(lambda: self.filesystem.pipe_file(self.path(name), data), None)
        else:
            self._patiently(lambda: _write(Path(self.path(name)), data), None)

    def send(self, local: Path, name: str) -> None:
        """Copy a file of this machine there."""
        if self.folder is None:
            self._patiently(lambda: self.filesystem.put_file(str(local), self.path(name)), None)
        else:
            self.write(name, local.read_bytes())

    def fetch(self, name: str, local: Path) -> bool:
        """Copy a file of it to this machine; False: there is none."""

        def ask() -> bool:
            self.filesystem.get_file(self.path(name), str(local))
            return True

        return self._patiently(ask, False)

    def remove(self, name: str) -> None:
        """Delete a file, if it is there."""
        self._patiently(lambda: self.filesystem.rm_file(self.path(name)), None)

    def _patiently(self, work: Callable[[], T], absent: T) -> T:
        """What `work` gives, `absent` where there is no such file."""
        end, wait = time.monotonic() + self._patience, FIRST_WAIT
        while True:
            try:
                return work()
            except FileNotFoundError:
                return absent
            except Exception as error:  # of as many libraries as there are stores
                refused = isinstance(error, PermissionError | FleetError)
                if refused or time.monotonic() + wait > end:
                    raise StorageError(f"{self.place}: {_words(error)}") from error
                log.warning("%s: %s; asked again in %g s", self.place, _words(error), wait)
            time.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        beside.write_bytes(data)
        os.replace(beside, path)  # noqa: PTH105 - the one that replaces on every system
    finally:
        beside.unlink(missing_ok=True)


def _words(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
