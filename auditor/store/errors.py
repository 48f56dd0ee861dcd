"""The error of a scan file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from auditor.errors import AuditorError

_NOT_AS_WRITTEN = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
_TOO_MUCH = (RecursionError, MemoryError)


class StoreError(AuditorError):
    """A scan file cannot be read or written; the message is fit to show."""


class BusyError(StoreError):
    """Another process writes to the scan file."""


@contextmanager
def understood(path: Path | str, what: str) -> Iterator[None]:
    """For making values of what a file holds: whatever it is instead is a StoreError that names
    the file and `what` of it is damaged."""
    try:
        yield
    except (*_NOT_AS_WRITTEN, *_TOO_MUCH) as error:
        raise StoreError(f"{path} is damaged: {what} in it cannot be understood") from error
