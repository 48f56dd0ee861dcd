"""A web server on loopback whose pages misbehave on request, and the command line."""

from __future__ import annotations

import contextlib
import itertools
import signal
import ssl
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

Answer = tuple[int, dict[str, str], bytes]
"""Status, headers, body."""
Answerer = Callable[[Mapping[str, str]], Answer]
"""Makes the answer from the headers of a request."""
Run = Callable[..., tuple[int, str, str]]

# What a script starts in the background (`./test.sh &`) ignores Ctrl-C, and so do its children: a
# test that ends one by it would wait in vain.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Site:
    """Pages by path. `site["/"] = "<p>…"`, `(status, headers, body)` or a function of the headers
    of the request that gives these; `site.url("/")`."""

    def __init__(self, port: int, scheme: str = "http") -> None:
        self.port = port
        self._scheme = scheme
        self._answers: dict[str, Answer | Answerer] = {}
        self.asked: list[str] = []
        """Paths that were asked for, in order."""
        self._held: dict[str, threading.Event] = {}
        self.closing = threading.Event()

    def __setitem__(self, path: str, answer: str | bytes | Answer | Answerer) -> None:
        if isinstance(answer, str):
            page = f"<!doctype html><title>{path}</title>{answer}"
            answer = (200, {"Content-Type": "text/html; charset=utf-8"}, page.encode())
        elif isinstance(answer, bytes):
            answer = (200, {}, answer)
        self._answers[path] = answer

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"{self._scheme}://{host}:{self.port}{path}"

    def hold(self, path: str) -> None:
        """Never answer this path while the test runs."""
        self._held[path] = threading.Event()

    def release(self, path: str) -> None:
        """Answer this path from now on."""
        del self._held[path]

    def asked_for(self, path: str) -> bool:
        """Wait until a held path was asked for."""
        return self._held[path].wait(300)

    def answer(self, path: str, headers: Mapping[str, str]) -> Answer:
        self.asked.append(path)
        if path in self._held:
            self._held[path].set()
            self.closing.wait()
        answer = self._answers.get(path, (404, {"Content-Type": "text/html"}, b"no such page"))
        return answer(headers) if callable(answer) else answer


@contextlib.contextmanager
def serve_site(certificate: Path | None = None) -> Iterator[Site]:
    """A site while the block runs; over TLS with the certificate and the key in a file."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = pages.answer(self.path, self.headers)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with contextlib.suppress(ConnectionError):
                self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
    pages = Site(server.server_address[1], "https" if certificate else "http")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield pages
    finally:
        pages.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def site() -> Iterator[Site]:
    with serve_site() as pages:
        yield pages


@pytest.fixture
def picture_bytes() -> Callable[..., bytes]:
    """Makes a small picture of one colour."""
    import io

    from PIL import Image

    def make(colour: str = "red", size: tuple[int, int] = (300, 200), form: str = "PNG") -> bytes:
        out = io.BytesIO()
        Image.new("RGB", size, colour).save(out, form)
        return out.getvalue()

    return make


@pytest.fixture
def run(monkeypatch, capsys, tmp_path: Path) -> Run:
    """Runs the command line; gives exit code, stdout and stderr."""
    from auditor.commands.cli import main

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))

    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["auditor", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        code = end.value.code
        assert isinstance(code, int)
        return code, *capsys.readouterr()

    return call


_tests = itertools.count()


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of a test lands in the folders of the user who runs it, nor in those of another test.
    The cache alone is kept for those that follow in the same process: it is there to save time."""
    base = tmp_path_factory.getbasetemp()
    own = base / f"own-{next(_tests)}"
    monkeypatch.setenv("XDG_CACHE_HOME", str(base / "cache"))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(own / name.lower()))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")  # reports are in the language of the user


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--transcript", help="File for what the screen reader said (tests/app/gui).")
