"""What can go wrong between a model's name and its files."""

from __future__ import annotations


class ExportError(Exception):
    """A model cannot be exported; the message is fit to show."""


def reason(error: BaseException) -> str:
    """The line of another library's message that says what is wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if not lines:
        return type(error).__name__
    return lines[1] if lines[0].endswith(":") and len(lines) > 1 else lines[0]
