"""The native messaging host: a browser starts it when the extension's panel finds no server.

It does one thing: it starts `auditor serve` with the options that were given when it was installed,
on 127.0.0.1 as ever, and says whether it runs. It takes no word of a message for an option, hands
out no token and reads no page: pairing and proof are between extension and server as without it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from app.backend.native_host.installing import LOG, this_machine
from app.backend.native_host.messages import read_message, write_message
from app.backend.running import Running, port_of
from auditor.errors import AuditorError

IDLE = 30
"""Minutes without work after which a server that a browser started ends."""
PATIENCE = 240.0
"""Seconds that a start may take; two on an idle machine, and more than sixty on a very busy one. A
server that cannot start ends, and is not waited for."""
OTHER = 5.0
"""Seconds in which another host's server, which took the port, must answer."""
START = {"type": "start"}
Answer = dict[str, Any]
"""{"state": "running" or "started", "port"}, or {"state": "failed", "reason"}."""


class Process(Protocol):
    """What is asked of a server's process."""

    def poll(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Starter:
    """Starts the server with its options, where none runs."""

    options: Sequence[str]
    log: Path
    """What the server says."""
    begin: Callable[[Sequence[str], Path], Process]
    runs: Callable[[], bool]
    """Whether a server answers that knows the user's token."""
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def start(self) -> Answer:
        """Start it, and wait until it answers, or say why not."""
        port = port_of(self.options)
        if self.runs():
            return {"state": "running", "port": port}
        process = self.begin(self.options, self.log)
        end = self.clock() + PATIENCE
        while self.clock() < end:
            if self.runs():
                return {"state": "started", "port": port}
            if process.poll() is not None:
                end = min(end, self.clock() + OTHER)
            self.sleep(0.1)
        return {"state": "failed", "reason": _last_line(self.log)}


def answer(message: Any, starter: Starter) -> Answer:
    """What is answered to a message."""
    if message != START:
        return {"state": "failed", "reason": "the message is not known"}
    try:
        return starter.start()
    except (AuditorError, OSError) as error:
        return {"state": "failed", "reason": str(error)}


def begin(options: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
    """`auditor serve` in a process that outlives this one."""
    log.parent.mkdir(parents=True, exist_ok=True)
    log.unlink(missing_ok=True)
    log.touch(mode=0o600)
    command = [sys.executable, "-P", "-m", "app", "serve", *options, f"--idle={IDLE}"]
    with log.open("wb") as out:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            cwd=Path.home(),
            **_apart(),
        )


def _apart() -> dict[str, Any]:
    """A session or a job of its own: browsers end what they started with all that belongs to it."""
    if sys.platform != "win32":
        return {"start_new_session": True}
    return {
        "creationflags": subprocess.CREATE_NO_WINDOW
        | subprocess.CREATE_NEW_PROCESS_GROUP
        | subprocess.CREATE_BREAKAWAY_FROM_JOB
    }


def _last_line(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").split("\n") if log.is_file() else []
    said = [line.strip() for line in lines if line.strip()]
    return said[-1].removeprefix("Error: ")[:500] if said else "it did not begin"


def main(arguments: Sequence[str], source: BinaryIO, target: BinaryIO) -> None:
    """Answer one message. `arguments`: options of the server, `--`, and what the browser says."""
    options = list(arguments)
    if "--" in options:
        options = options[: options.index("--")]
    running = Running(port_of(options))
    starter = Starter(options, this_machine().own / LOG, begin, running.proves)
    write_message(target, answer(read_message(source), starter))


if __name__ == "__main__":
    main(sys.argv[1:], sys.stdin.buffer, sys.stdout.buffer)
