"""What a benchmark raises when it cannot be run."""

from __future__ import annotations


class BenchError(Exception):
    """A benchmark cannot be run; the message is fit to show."""
