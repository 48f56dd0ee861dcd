"""Copies of this process that wait for calls: they have loaded all that it has, at no cost.

A copy of a process has one thread, whatever the original had: a lock that another thread held stays
locked in it for ever. So copies are made only while there is no other thread of Python's, and on
Linux alone: libraries of macOS break in a copy, and Windows makes none.
"""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import signal
import socket
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TypeVar, TypeVarTuple

from anyio import BrokenWorkerProcess

_DRAWS = "rich.live"
"""Its thread draws the bar in a terminal: a copy draws nothing, and needs none of its locks."""
_LENGTH = 8
"""Bytes before each message that say how long it is."""
_OPEN_FILES = Path("/proc/self/fd")
_STANDARD_ERROR = 2

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def can_fork() -> bool:
    """Whether a copy of this process would be whole."""
    others = [each for each in threading.enumerate() if type(each).__module__ != _DRAWS]
    alone = sys.platform == "linux" and others == [threading.main_thread()]
    return alone and _OPEN_FILES.is_dir()


async def forked(number: int, prepare: Callable[[], object]) -> list[Forked]:
    """So many copies of this process, in each of which `prepare` was called; none where the system
    makes none."""
    gc.freeze()  # or the copies would soon have all of the memory once more
    try:
        pairs = [pair for _ in range(number) if (pair := _copied(prepare))]
    finally:
        gc.unfreeze()
    return [Forked(pid, *await asyncio.open_connection(sock=near)) for pid, near in pairs]


class Forked:
    """A copy of this process, which runs one call at a time."""

    def __init__(
        self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._pid = pid
        self._reader = reader
        self._writer = writer
        self.runs = True
        """Whether it may still be asked."""

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """What the function returns or raises. Raises BrokenWorkerProcess when the process ends; a
        task that is cancelled ends it."""
        message = pickle.dumps((function, args), pickle.HIGHEST_PROTOCOL)
        try:
            self._writer.writelines((len(message).to_bytes(_LENGTH), message))
            length = int.from_bytes(await self._reader.readexactly(_LENGTH))
            answer = await self._reader.readexactly(length)
        except (OSError, EOFError):
            self.end()
            raise BrokenWorkerProcess from None
        except BaseException:
            self.end()
            raise
        found, error = pickle.loads(answer)  # noqa: S301 - our own copy wrote it
        if error is not None:
            raise error
        value: T = found
        return value

    def end(self) -> None:
        """End it, whatever it does."""
        if self.runs:
            self.runs = False
            self._writer.close()
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(self._pid, 0)


def _copied(prepare: Callable[[], object]) -> tuple[int, socket.socket] | None:
    """Number of the process and what it is asked through; None where the system makes none."""
    near, far = socket.socketpair()
    try:
        with warnings.catch_warnings():
            # Threads of libraries count as threads: they are at rest, and the copy asks nothing
            # of them.
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
    except OSError:
        near.close()
        far.close()
        return None
    if pid == 0:
        _work(far, prepare)
    far.close()
    return pid, near


def _work(far: socket.socket, prepare: Callable[[], object]) -> NoReturn:
    """What a copy does, and nothing after it: the rest of the program is the original's."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the original says when it is to end
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        own = os.dup(far.fileno())
        _close_all_but(own)
        prepare()
        with os.fdopen(own, "r+b", buffering=0) as stream:
            while head := _read(stream, _LENGTH):
                answer = _answer(_read(stream, int.from_bytes(head)))
                _write(stream, len(answer).to_bytes(_LENGTH) + answer)
    finally:
        os._exit(0)


def _close_all_but(kept: int) -> None:
    """Files and connections of the original, which would stay open with it. Those that are open are
    listed by Linux: a container may allow a thousand million of them."""
    for each in [int(path.name) for path in _OPEN_FILES.iterdir()]:
        if each > _STANDARD_ERROR and each != kept:
            with suppress(OSError):  # the one by which they were listed
                os.close(each)


def _answer(message: bytes) -> bytes:
    try:
        function, args = pickle.loads(message)  # noqa: S301 - the original wrote it
        return pickle.dumps((function(*args), None), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return _packed_error(error)


def _packed_error(error: Exception) -> bytes:
    try:
        packed = pickle.dumps((None, error), pickle.HIGHEST_PROTOCOL)
        pickle.loads(packed)  # noqa: S301 - some can be packed and not be made again
    except Exception:
        words = RuntimeError(f"{type(error).__name__}: {error}")
        return pickle.dumps((None, words), pickle.HIGHEST_PROTOCOL)
    return packed


def _read(stream: Any, length: int) -> bytes:
    """So many bytes; fewer where the original has ended."""
    parts = []
    while length and (part := stream.read(length)):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _write(stream: Any, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[stream.write(view) :]
