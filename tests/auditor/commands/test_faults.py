"""Errors that no command expected, in a line."""

import sqlite3

import pytest

from auditor.commands.faults import told


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FileNotFoundError(2, "No such file or directory", "a.db"), "a.db: No such file or dir"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (sqlite3.OperationalError("disk I/O error"), "A database cannot be used: disk I/O error"),
        (ExceptionGroup("many", [ExceptionGroup("more", [MemoryError()])]), "not enough memory"),
        (ValueError("a\nb"), "The auditor failed (ValueError: a b; test_faults.py, line "),
    ],
)
def test_each_is_told_in_a_line(error: Exception, words: str) -> None:
    with pytest.raises(type(error)) as raised:
        raise error
    assert words in told(raised.value)
    assert "\n" not in told(raised.value)
