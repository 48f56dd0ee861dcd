"""What the native messaging host does for a message: start the server, or say why not."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from app.backend.native_host.host import OTHER, PATIENCE, Starter, answer
from app.backend.native_host.messages import MAX_MESSAGE, read_message, write_message

START = {"type": "start"}


@dataclass
class World:
    """A machine on which a server answers some time after it was begun."""

    answers_after: float | None = 0.0
    """Seconds; None: never."""
    ends_after: float | None = None
    says: str = ""
    now: float = 0.0
    begun: list[Sequence[str]] = field(default_factory=list)
    _start: float = 0.0

    def begin(self, options: Sequence[str], log: Path) -> World:
        self.begun.append(options)
        log.write_text(self.says)
        self._start = self.now
        return self

    def poll(self) -> int | None:
        ended = self.ends_after is not None and self.now >= self._start + self.ends_after
        return 1 if ended else None

    def runs(self) -> bool:
        if not self.begun or self.answers_after is None:
            return False
        return self.now >= self._start + self.answers_after

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def starter(self, tmp_path: Path, *options: str) -> Starter:
        log = tmp_path / "server.log"
        return Starter(options, log, self.begin, self.runs, lambda: self.now, self.sleep)


def test_it_starts_the_server_with_the_options_of_its_user(tmp_path: Path) -> None:
    world = World(answers_after=2)
    starter = world.starter(tmp_path, "--port", "9000", "--save", "a.db")
    assert answer(START, starter) == {"state": "started", "port": 9000}
    assert world.begun == [("--port", "9000", "--save", "a.db")]
    assert answer(START, starter) == {"state": "running", "port": 9000}
    assert len(world.begun) == 1


def test_a_server_that_ends_at_once_says_why(tmp_path: Path) -> None:
    world = World(None, ends_after=1, says="Loading\nError: Port 8765 is taken\n\n")
    said = answer(START, world.starter(tmp_path))
    assert said == {"state": "failed", "reason": "Port 8765 is taken"}
    assert world.now < OTHER + 2


def test_another_panel_that_was_quicker_is_waited_for(tmp_path: Path) -> None:
    world = World(answers_after=3, ends_after=1, says="Error: Port 8765 is taken")
    assert answer(START, world.starter(tmp_path))["state"] == "started"


def test_a_server_that_never_answers_is_given_up(tmp_path: Path) -> None:
    world = World(None)
    assert answer(START, world.starter(tmp_path))["state"] == "failed"
    assert world.now == pytest.approx(PATIENCE, abs=1)


@pytest.mark.parametrize(
    "message",
    [None, {}, "start", {"type": "stop"}, START | {"options": ["--port", "1"]}, [START]],
    ids=str,
)
def test_no_other_message_starts_anything(tmp_path: Path, message: Any) -> None:
    world = World()
    assert answer(message, world.starter(tmp_path))["state"] == "failed"
    assert world.begun == []


def test_a_message_has_its_length_before_it() -> None:
    out = io.BytesIO()
    write_message(out, {"state": "started", "port": 1, "ö": "…"})
    (length,) = struct.unpack("=I", out.getvalue()[:4])
    assert length == len(out.getvalue()) - 4
    assert read_message(io.BytesIO(out.getvalue())) == {"state": "started", "port": 1, "ö": "…"}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x01",
        struct.pack("=I", 4) + b"{",
        struct.pack("=I", 2) + b"\xff\xfe",
        struct.pack("=I", MAX_MESSAGE + 1) + b" " * (MAX_MESSAGE - 1) + b"{}",
        struct.pack("=I", 900) + b"[" * 900,
        struct.pack("=I", 2**32 - 1) + json.dumps(START).encode(),
    ],
    ids=["end", "half", "cut", "no text", "long", "deep", "longest"],
)
def test_what_is_no_message_is_none(data: bytes) -> None:
    assert read_message(io.BytesIO(data)) is None
