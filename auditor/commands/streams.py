"""Standard input and output as they come: closed, full, cut off, or with few letters."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from auditor.commands.marks import harmless


class Unheard:
    """A text stream on which nothing is an error: what is said beside the work must not end it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write it if that can be done; the number of its characters."""
        with suppress(OSError, ValueError):  # ValueError: the stream was closed
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush it if that can be done."""
        with suppress(OSError, ValueError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def usable_streams() -> Iterator[None]:
    """While the block runs, stderr raises nothing, and letters that stdout does not have are
    written as Python writes them (\\u2013)."""
    _fill_gaps()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    stderr = sys.stderr
    # Rich would take stdout in the place of one that is closed.
    said = stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = cast(TextIO, Unheard(harmless(said)))
    try:
        yield
    finally:
        sys.stderr = stderr
        if stderr is not None:
            _give_up_what_nobody_takes(stderr)


def _fill_gaps() -> None:
    """Open what was closed: the next file would be opened in its place, and what a library writes
    to stderr land in a scan file."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)


def _give_up_what_nobody_takes(stream: TextIO) -> None:
    """Or Python would try once more when it ends, and end with 120."""
    try:
        stream.flush()
    except (OSError, ValueError):
        _discard(stream)


def _discard(stream: TextIO) -> None:
    """Let what it still holds, and all that comes, go nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def flush_stdout() -> None:
    """Write out what stdout still holds. Raises OSError, once: Python itself would say so in
    several lines, after everything."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _discard(sys.stdout)
        raise
