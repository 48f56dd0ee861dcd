"""The processes of this machine, from /proc."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc/self/stat").exists()
PAGE_SIZE = 4096


@dataclass(frozen=True, slots=True)
class Process:
    """One process now."""

    parent: int
    ended: bool
    """Nobody has waited for it yet."""
    resident: int
    """Bytes."""


def processes() -> dict[int, Process]:
    """All of them, by id."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        resident = int(fields[21]) * PAGE_SIZE
        found[int(folder.name)] = Process(int(fields[1]), fields[0] == "Z", resident)
    return found


def children(pid: int) -> list[int]:
    """Ids of the processes that it started and that are still there."""
    return [other for other, process in processes().items() if process.parent == pid]


def descendants(pid: int) -> list[int]:
    """Ids of the processes that it started, of those that these started, and so on."""
    now, found = processes(), [pid]
    for each in found:
        found += [other for other, process in now.items() if process.parent == each]
    return found[1:]


def is_running(pid: int) -> bool:
    """False also for one that nobody waited for."""
    process = processes().get(pid)
    return process is not None and not process.ended
