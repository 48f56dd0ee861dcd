"""Reading the published files of the benchmarks."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from auditor.bench.errors import BenchError


def read_rows(path: Path) -> list[list[str]]:
    """Rows of a file with tabs between its fields and no quoting. Raises BenchError."""
    return list(csv.reader(read_text(path).splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


def read_json(path: Path) -> Any:
    """The value of a JSON file. Raises BenchError, ValueError when it is not JSON."""
    return json.loads(read_text(path))


@contextmanager
def published_format(path: Path) -> Iterator[None]:
    """Turns the errors of code that takes a file apart into a BenchError."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise BenchError(f"{path} is not in the published format: {error}") from error


def read_bytes(path: Path) -> bytes:
    """A file as it is. Raises BenchError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BenchError(
            f"{path} cannot be read ({error}): --data must name the folder of the benchmarks"
        ) from error


def read_text(path: Path) -> str:
    """A text file in UTF-8. Raises BenchError."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise BenchError(
            f"{path} cannot be read ({error}): --data must name the folder of the benchmarks"
        ) from error
