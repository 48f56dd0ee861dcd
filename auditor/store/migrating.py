"""sqlite-utils, which makes the tables of a scan file, without pandas.

It loads pandas, and with it pyarrow, wherever they are installed, for kinds of columns that no scan
file has. That took a third of a second and 95 MB in every command that opens a scan file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["Database", "Migrations"]


@contextmanager
def _as_not_installed(module: str) -> Iterator[None]:
    """While the block runs, a module that was not loaded yet is one that is not there."""
    if module in sys.modules:
        yield
        return
    modules: dict[str, Any] = sys.modules
    modules[module] = None  # Python reference, section 5.3.1
    try:
        yield
    finally:
        del modules[module]


with _as_not_installed("pandas"):
    from sqlite_utils import Database, Migrations
