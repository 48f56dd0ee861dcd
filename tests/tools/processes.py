"""The processes of this machine, from /proc."""

from __future__ import annotations

import contextlib
from pathlib import Path

PROC = Path("/proc/self/stat").exists()


def children(pid: int) -> list[int]:
    """Ids of the processes that it started and that still run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry.name))
    return found


def is_running(pid: int) -> bool:
    """False also for one that nobody waited for."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
