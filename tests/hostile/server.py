"""A server on loopback that sends exactly the bytes of a case, however wrong they are."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

Chunks = Callable[[int], Iterator[bytes | None]]
"""The bytes of an answer for the port of the server; None: wait a moment."""
Answers = Mapping[str, Chunks]
"""By path."""
NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


@contextmanager
def served(answers: Answers) -> Iterator[int]:
    """The port on which they are served, on 127.0.0.1. A path that ends in `{n}` is for any
    number."""
    closing = threading.Event()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):
                asked = self.rfile.readline(100_000).split(b" ")
                if len(asked) < 2:
                    return  # a connection that was opened in advance and not used
                path = asked[1].decode("latin-1")
                while self.rfile.readline(100_000).strip():
                    pass
                answer = answers.get(path) or answers.get(path.rstrip("0123456789") + "{n}")
                if answer is None:
                    self.wfile.write(NOT_FOUND)
                    return
                for chunk in answer(self.server.server_address[1]):
                    if closing.is_set():
                        return
                    if chunk is None:
                        closing.wait(0.2)
                    else:
                        self.wfile.write(chunk)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False
        request_queue_size = 100

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
