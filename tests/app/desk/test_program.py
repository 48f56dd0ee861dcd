"""Commands that run beside the window are ended, whether they want to or not."""

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
