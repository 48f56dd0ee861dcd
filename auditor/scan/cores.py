"""How much this process may compute at a time."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor


def cores() -> int:
    """Of the machine, or those of them that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def judging_pool() -> ThreadPoolExecutor:
    """Threads for extraction, decoding and the model, one a core."""
    return ThreadPoolExecutor(cores(), thread_name_prefix="judge")
