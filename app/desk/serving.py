"""The server of the browser extension, in a process of its own."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import IO

from app.desk.program import begin, end
from auditor.message import Message

ENDED = Message("The server of the browser extension has ended.")


class ServerRun:
    """`auditor serve --pair`, from its start to its end."""

    def __init__(self, listener: Callable[[str], None], options: Sequence[str] = ()) -> None:
        """`listener` is called from another thread with each line that the server says: where it
        listens, the pairing code, why it could not begin, and ENDED."""
        self._listener = listener
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        self._thread: threading.Thread | None = None

    @property
    def running(self) -> bool:
        """Whether the server runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Begin to serve."""
        self._process = begin("serve", "--pair", *self._options)
        assert self._process.stderr is not None
        self._thread = threading.Thread(target=self._follow, args=(self._process.stderr,))
        self._thread.start()

    def stop(self) -> None:
        """End it, and wait until it is gone."""
        if self.running and self._process:
            end(self._process)
        if self._thread:
            self._thread.join()

    def _follow(self, lines: IO[str]) -> None:
        for line in lines:
            if line.strip():
                self._listener(line.strip().removeprefix("Error: "))
        lines.close()
        assert self._process is not None
        self._process.wait()
        self._listener(ENDED)
