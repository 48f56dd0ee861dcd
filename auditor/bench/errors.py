"""What a benchmark raises when it cannot be run."""

from __future__ import annotations

from auditor.errors import AuditorError


class BenchError(AuditorError):
    """A benchmark cannot be run; the message is fit to show."""
