"""The errors of a fleet."""

from __future__ import annotations

from auditor.errors import AuditorError


class FleetError(AuditorError):
    """A fleet cannot be run or read; the message is fit to show."""


class StorageError(FleetError):
    """What holds the output could not be read or written, for longer than it is waited for."""


EXTRA = "needs the extra `fleet`: pip install -e '.[cpu,fleet]'"
"""Said where a package of it is missing, after what needs it."""
