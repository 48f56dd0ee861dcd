"""Commands that run beside the window are ended, whether they want to or not."""

import signal
import subprocess
import sys

from app.desk import program

DEAF = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(flush=True)
time.sleep(600)
"""


def test_a_command_that_does_not_end_when_asked_is_killed(monkeypatch) -> None:
    monkeypatch.setattr(program, "GRACE", 0.1)
    with subprocess.Popen(
        [sys.executable, "-c", DEAF], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        program.end(process)
        assert process.wait(300) == -9


def test_on_windows_a_command_is_asked_by_ctrl_break_and_not_ended_at_once(monkeypatch) -> None:
    """There, terminate() ends a process before it can keep anything."""
    asked: list[object] = []

    class Command:
        def terminate(self) -> None:
            asked.append("terminate")

        def kill(self) -> None:
            asked.append("kill")

        def send_signal(self, number: int) -> None:
            asked.append(number)

    monkeypatch.setattr(signal, "CTRL_BREAK_EVENT", 1, raising=False)
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200, raising=False)
    program.end(Command())
    assert asked == [1]
    assert program.own_group() == 0x200
