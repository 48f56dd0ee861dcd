"""One line for what went wrong outside of the program, and for its own faults."""

from __future__ import annotations

import sqlite3
import traceback
from pathlib import Path

from auditor.errors import first_of


def told(fault: Exception) -> str:
    """What is said of an error that no command expected."""
    error = first_of(fault)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, sqlite3.Error):
        return f"A database cannot be used: {error}"
    if isinstance(error, MemoryError):
        return "There is not enough memory."
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(where.filename).name}, line {where.lineno}"
    words = " ".join(str(error).split())
    return f"The auditor failed ({type(error).__name__}: {words}; {place}). Please report it."
