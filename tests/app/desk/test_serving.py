"""The server of the extension, started beside the window."""

import socket
import threading

from app.desk.serving import ENDED, ServerRun


class Heard:
    """Notes the lines of a server."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._came = threading.Condition()

    def __call__(self, line: str) -> None:
        with self._came:
            self.lines.append(line)
            self._came.notify_all()

    def wait(self, part: str) -> str:
        with self._came:
            assert self._came.wait_for(lambda: any(part in line for line in self.lines), 60)
            return next(line for line in self.lines if part in line)


def test_the_server_says_where_it_listens_and_its_code_until_it_is_stopped():
    heard = Heard()
    run = ServerRun(heard, ("--port", "0", "--no-score"))
    assert not run.running
    run.start()
    assert "http://127.0.0.1:" in heard.wait("Serving on")
    assert heard.wait("Pairing code").split()[-1].isdecimal()
    assert run.running
    run.stop()
    assert not run.running
    assert heard.lines[-1] == ENDED


def test_a_port_that_is_taken_is_said_in_a_line():
    heard = Heard()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        run = ServerRun(heard, ("--port", port, "--no-score"))
        run.start()
        assert port in heard.wait(port)
        heard.wait(ENDED)
        run.stop()
    assert len(heard.lines) == 2
