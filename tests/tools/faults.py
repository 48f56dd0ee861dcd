"""Faults of the machine: each call for a file, a socket, a process or a database that the program
makes can be made to fail.

Calls are found by recording those of one run, each by its place: the event (sys.audit) and the
function of ours that led to it.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[2]
OURS = tuple(str(ROOT / name) + os.sep for name in ("app", "auditor", "extractors", "models"))
INSTALLED = (str(ROOT), sys.prefix, sys.base_prefix, "/dev/null")
"""What is read from there belongs to the program itself."""

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
FORBIDDEN = PermissionError(errno.EACCES, os.strerror(errno.EACCES))
GONE = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
REFUSED = ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))
TOO_MANY = OSError(errno.EMFILE, os.strerror(errno.EMFILE))
FULL_FILE = sqlite3.OperationalError("database or disk is full")
DAMAGED = sqlite3.DatabaseError("database disk image is malformed")
CLOSED = sqlite3.OperationalError("unable to open database file")

FILES = (FULL, FORBIDDEN)
FAULTS: dict[str, tuple[Exception, ...]] = {
    "open": (*FILES, TOO_MANY),
    "os.mkdir": FILES,
    "os.remove": FILES,
    "os.rename": FILES,
    "os.rmdir": FILES,
    "os.listdir": (FORBIDDEN, GONE),
    "os.scandir": (FORBIDDEN, GONE),
    "tempfile.mkdtemp": FILES,
    "tempfile.mkstemp": FILES,
    "socket.__new__": (TOO_MANY,),
    "socket.bind": (FORBIDDEN,),
    "socket.connect": (REFUSED, TOO_MANY),
    "subprocess.Popen": (TOO_MANY, GONE),
    "sqlite3.connect": (CLOSED,),
    "sql": (FULL_FILE, DAMAGED),
}
"""Event → what it may end with."""


@dataclass(frozen=True, order=True)
class Place:
    """A function of ours that asks the machine for something."""

    event: str
    function: str


@dataclass
class Machine:
    """Notes the places while it is watched, and fails at one of them."""

    places: set[Place] = field(default_factory=set)
    failing: Place | None = None
    """Every call there fails, as a disk that is full stays so."""
    fault: Exception = FULL
    failed: bool = False

    def asked(self, event: str, arguments: tuple[Any, ...] = ()) -> None:
        """Note a call. Raises the fault where it is to fail."""
        if event not in FAULTS or (event == "open" and _installed(arguments[0])):
            return
        function = _function(sys._getframe(1))
        if function is None:
            return
        place = Place(event, function)
        self.places.add(place)
        if place == self.failing:
            self.failed = True
            raise self.fault


_watched: list[Machine] = []
_hooked: list[bool] = []


class _Connection(sqlite3.Connection):
    """Statements, which Python does not audit."""

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        _ask("sql")
        return super().execute(*arguments)

    def executemany(self, *arguments: Any) -> sqlite3.Cursor:
        _ask("sql")
        return super().executemany(*arguments)

    def commit(self) -> None:
        _ask("sql")
        super().commit()


@contextmanager
def watched(machine: Machine) -> Iterator[Machine]:
    """While the block runs, calls are noted and fail as the machine says."""
    if not _hooked:
        sys.addaudithook(_ask)
        _hooked.append(True)
    connect = sqlite3.connect
    sqlite3.connect = lambda *args, **options: connect(*args, factory=_Connection, **options)
    _watched.append(machine)
    try:
        yield machine
    finally:
        _watched.remove(machine)
        sqlite3.connect = connect


def _ask(event: str, arguments: tuple[Any, ...] = ()) -> None:
    for machine in _watched:
        machine.asked(event, arguments)


def _installed(path: object) -> bool:
    return not isinstance(path, str | bytes) or os.fsdecode(path).startswith(INSTALLED)


def _function(frame: FrameType | None) -> str | None:
    """The nearest function of ours; of a thread that only asks for asyncio, its name."""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(OURS):
            return f"{Path(name).relative_to(ROOT)}, {frame.f_code.co_qualname}"
        frame = frame.f_back
    return "asyncio" if threading.current_thread().name.startswith("asyncio") else None
