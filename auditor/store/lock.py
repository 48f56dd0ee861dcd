"""One writer for each scan file."""

from __future__ import annotations

import hashlib
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_state_path

__all__ = ["FileLock", "Timeout", "hold"]


def hold(path: Path) -> FileLock:
    """Take the lock of a scan file. Raises Timeout when another process has it.

    It lies in the user's state folder, so that no file is left beside the scan.
    """
    folder = user_state_path("auditor") / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()
    lock = FileLock(folder / f"{name}.lock")
    lock.acquire(blocking=False)
    return lock
