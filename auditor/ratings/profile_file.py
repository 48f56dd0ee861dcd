"""The file of what was learned of a team, for `scan --profile`."""

from __future__ import annotations

import json
from pathlib import Path

from auditor.ratings.errors import RatingsError
from auditor.scoring.tuning import Tuning, from_json, to_json
from auditor.store.values import parsed

_MOST = 1_000_000
"""Characters."""


def read_profile(path: Path) -> Tuning:
    """Raises RatingsError."""
    try:
        return from_json(parsed(path.read_text("utf-8"), _MOST))
    except OSError as error:
        raise RatingsError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise RatingsError(f"{path} is no profile of auditor tune: {error}") from error


def write_profile(tuning: Tuning, path: Path) -> None:
    """Raises RatingsError."""
    try:
        path.write_text(json.dumps(to_json(tuning), ensure_ascii=False, indent=2) + "\n", "utf-8")
    except OSError as error:
        raise RatingsError(f"{path} cannot be written: {error.strerror}") from error
