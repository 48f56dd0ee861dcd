"""A hub on loopback: the routes that huggingface_hub asks when it fetches one model."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

COMMIT = "c0" * 20
LARGE = (".onnx", ".onnx_data")


@dataclass
class Hub:
    """One repository, `someone/tiny`."""

    files: dict[str, bytes]
    url: str = ""
    card: dict[str, Any] = field(default_factory=lambda: {"license": "mit"})
    refused: tuple[int, str] | None = None
    """Status and the hub's own error code of every answer."""
    swapped: dict[str, bytes] = field(default_factory=dict)
    """What is sent in place of a file."""
    cut_off: dict[str, int] = field(default_factory=dict)
    """From which byte of a file on nothing is sent."""
    asked: list[tuple[str, str]] = field(default_factory=list)
    """File and Range of each GET of a file."""

    def info(self) -> dict[str, Any]:
        siblings = []
        for path, data in self.files.items():
            one: dict[str, Any] = {"rfilename": path, "size": len(data)}
            one["blobId"] = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
            if path.endswith(LARGE):
                one["lfs"] = {
                    "sha256": hashlib.sha256(data).hexdigest(),
                    "size": len(data),
                    "pointerSize": 130,
                }
            siblings.append(one)
        return {
            "id": "someone/tiny",
            "modelId": "someone/tiny",
            "sha": COMMIT,
            "siblings": siblings,
            "cardData": self.card,
            "tags": [],
        }


class _Handler(BaseHTTPRequestHandler):
    hub: Hub

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def _answer(self, *, with_body: bool) -> None:
        if self.hub.refused:
            status, code = self.hub.refused
            self._send(status, {"X-Error-Code": code, "X-Error-Message": code}, b"")
        elif re.fullmatch(
            r"/api/models/someone/tiny(/revision/(main|" + COMMIT + "))?", self._path
        ):
            kind = {"Content-Type": "application/json"}
            self._send(200, kind, json.dumps(self.hub.info()).encode())
        elif self._path.startswith("/api/models/someone/tiny/revision/"):
            self._send(404, {"X-Error-Code": "RevisionNotFound"}, b"")
        elif found := re.fullmatch(f"/someone/tiny/resolve/{COMMIT}/(.*)", self._path):
            self._file(found[1], with_body=with_body)
        else:
            self._send(404, {"X-Error-Code": "RepoNotFound"}, b"")

    @property
    def _path(self) -> str:
        return self.path.partition("?")[0]

    def _file(self, path: str, *, with_body: bool) -> None:
        whole = self.hub.files[path]
        etag = hashlib.sha256(whole).hexdigest()
        headers = {"ETag": f'"{etag}"', "X-Repo-Commit": COMMIT, "Accept-Ranges": "bytes"}
        if not with_body:
            self._send(200, {**headers, "Content-Length": str(len(whole))}, b"")
            return
        wanted = self.headers.get("Range", "")
        self.hub.asked.append((path, wanted))
        data = self.hub.swapped.get(path, whole)
        start = int(wanted.removeprefix("bytes=").rstrip("-") or 0) if wanted else 0
        rest = data[start:]
        headers["Content-Length"] = str(len(rest))
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(data) - 1}/{len(data)}"
        self._send(206 if start else 200, headers, data[start : self.hub.cut_off.get(path)])

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def served(files: dict[str, bytes]) -> Iterator[Hub]:
    hub = Hub(files)
    handler = type("Handler", (_Handler,), {"hub": hub})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    hub.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield hub
    server.shutdown()
    thread.join()
    server.server_close()
