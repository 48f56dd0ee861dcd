"""Marks that runners of continuous integration take for commands, wherever they stand in what a job
prints: texts of pages must not give any."""

from __future__ import annotations

import re
from typing import Any, TextIO, cast

JOINER = "\u2060"
"""WORD JOINER: nothing is seen of it, and nothing heard."""
_MARK = re.compile(r"(?m)^\s*:(?=:[\w-])|#(?=#[\w.-]*\[)")


def broken(text: str) -> str:
    """`::warning::` at the start of a line, `##vso[…]`, `##[…]` and `##teamcity[…]` anywhere, each
    with a JOINER between its first two signs."""
    return _MARK.sub(lambda found: found[0] + JOINER, text)


class Harmless:
    """A text stream in which marks are broken."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write it; the number of its characters. Raises OSError."""
        self._stream.write(broken(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def harmless(stream: TextIO) -> TextIO:
    """A stream for what people read; a terminal as it is, for no runner reads that. Data and diffs
    go to the stream itself, byte for byte."""
    return stream if stream.isatty() else cast(TextIO, Harmless(stream))
