"""The image uses of a site as Parquet: the columns of the CSV report, with their types. What is
written for one site is one file, in a folder that names the site (`site=KEY`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from auditor.fleet.errors import EXTRA, FleetError
from auditor.reports.csv_report import INVENTORY, inventory_row
from auditor.results import JudgedUse

AT_ONCE = 5_000
"""Rows in memory; a site may have a million."""
_WHOLE = frozenset(("rank", "width", "height"))
_REAL = frozenset(("quality", "compatibility", "relevance", "informativeness", "form", "priority"))


def write_uses(uses: Iterable[JudgedUse], path: Path) -> int:
    """Write them to a new file; how many there were. Raises FleetError without pyarrow."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError as error:
        raise FleetError(f"A fleet {EXTRA} ({error})") from error
    kinds = {**dict.fromkeys(_WHOLE, arrow.int64()), **dict.fromkeys(_REAL, arrow.float64())}
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in INVENTORY])
    rows, number = map(_row, uses), 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for some in _batched(rows):
            writer.write_table(arrow.Table.from_pylist(some, schema=schema))
            number += len(some)
    return number


def _row(use: JudgedUse) -> dict[str, Any]:
    row = inventory_row(use)
    numbers = {name: None for name in (*_WHOLE, *_REAL) if row[name] == ""}
    texts = {name: _valid(value) for name, value in row.items() if isinstance(value, str)}
    return row | texts | numbers


def _valid(text: str) -> str:
    """Parquet holds UTF-8; half a surrogate pair, which a page may write, is none."""
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text


def _batched(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while some := list(islice(rows, AT_ONCE)):
        yield some
