"""The time as the program keeps it."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The time as the store keeps it: ISO 8601, UTC, whole seconds."""
    return datetime.now(UTC).replace(microsecond=0).isoformat()
