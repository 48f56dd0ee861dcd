"""Reading the published files of the benchmarks."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from auditor.bench.errors import BenchError

WHAT = "--data must name the folder that holds benchmarks, conformance, training and wikipedia"


def folder_of(data: Path, *parts: str) -> Path:
    """A folder of the data, such as training/web: below `data`, which holds all, or below a folder
    of that, which may be named in its place (training, or web itself)."""
    ways = [data.joinpath(*parts[skipped:]) for skipped in range(len(parts))]
    if data.name == parts[-1]:
        ways.append(data)
    begun = [way for way in ways if way.parent.is_dir()]
    return next((way for way in ways if way.is_dir()), (begun or ways)[0])


def benchmark(data: Path, name: str) -> Path:
    """The folder of one of the benchmarks."""
    return folder_of(data, "benchmarks", name)


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
        raise BenchError(f"{path} cannot be read ({error}): {WHAT}") from error


def read_text(path: Path) -> str:
    """A text file in UTF-8. Raises BenchError."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise BenchError(f"{path} cannot be read ({error}): {WHAT}") from error
