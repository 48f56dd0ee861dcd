"""One writer for each scan file."""

from __future__ import annotations

import hashlib
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_state_path

__all__ = ["FileLock", "Timeout", "hold"]


def hold(path: Path) -> FileLock:
    """Take the lock of a scan file. Raises Timeout when another process has it, and OSError where
    no lock can be made.

    It lies in the user's state folder, so that no file is left beside the scan; beside it where
    nothing can be written there.
    """
    folder = user_state_path("auditor") / "locks"
    name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _taken(folder / f"{name}.lock")
    except OSError as error:
        if isinstance(error, Timeout):
            raise
        return _taken(path.with_name(f"{path.name}.lock"))


def _taken(path: Path) -> FileLock:
    lock = FileLock(path)
    lock.acquire(blocking=False)
    return lock
