"""A command of this program in a process of its own."""

from __future__ import annotations

import subprocess
import sys


def begin(*words: str) -> subprocess.Popen[str]:
    """Start `auditor WORDS`; what it says on standard error can be read from it."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "app", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
