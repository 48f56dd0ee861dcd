"""A command of this program in a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

GRACE = 60.0
"""Seconds for a command to keep what was done."""


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
        creationflags=own_group(),
    )


def own_group() -> int:
    """On Windows, that the command can be sent Ctrl-Break, which the window must not hear too."""
    return int(getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0))


def end(process: subprocess.Popen[str]) -> None:
    """Ask a command to end, which keeps what was done; one that does not is killed after GRACE. Not
    by SIGINT: that is ignored where the window was started behind a script."""
    if (ctrl_break := getattr(signal, "CTRL_BREAK_EVENT", None)) is None:
        process.terminate()
    else:  # there, terminate() would keep nothing
        process.send_signal(ctrl_break)
    killing = threading.Timer(GRACE, process.kill)
    killing.daemon = True
    killing.start()
