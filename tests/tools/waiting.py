"""Waits for what others do, without a pause of a fixed length."""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS = 300.0
"""Long enough for a machine that is full of tests."""


def wait_until(true: Callable[[], object], seconds: float = SECONDS) -> None:
    """Ask until it is so. Raises AssertionError when it is not in time."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"not so within {seconds:g} s"
        time.sleep(0.05)
