"""The server as a test client, and a page as the extension would send it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.backend.pairing import Pairing
from app.backend.saved import Saved
from app.backend.server import make_app
from app.backend.service import Service
from auditor.judge.judge import Judge
from models.encoder import load

PORT = 8765
TOKEN = "t" * 43
OPEN = {"Authorization": f"Bearer {TOKEN}"}

Lines = list[dict[str, Any]]
Audit = Callable[..., Lines]


@pytest.fixture(scope="session")
def judging() -> Service:
    encoder = load("compact", provider="cpu", threads=1)
    return Service(Judge(encoder), encoder, lambda: TOKEN)


@pytest.fixture
def make_client() -> Callable[..., TestClient]:
    """A client of a server without a model, which says that it is alive only where a test asks for
    that: a busy machine must not."""

    def make(pairing: Pairing | None = None, judge: Judge | None = None, **more: Any) -> TestClient:
        given = pairing or Pairing()
        quiet = {"heartbeat": 3600.0} | more
        service = Service(judge or Judge(None), None, lambda: TOKEN, given, **quiet)
        return TestClient(make_app(service, PORT), base_url=f"http://127.0.0.1:{PORT}")

    return make


@pytest.fixture
def client(make_client: Callable[..., TestClient]) -> TestClient:
    return make_client()


@pytest.fixture
def saved(tmp_path: Path) -> Saved:
    return Saved(tmp_path / "browsed.db", None)


@pytest.fixture
def saving(make_client: Callable[..., TestClient], saved: Saved) -> TestClient:
    """A client of a server that keeps what was judged."""
    return make_client(saved=saved)


@pytest.fixture
def audit(client: TestClient) -> Audit:
    """Posts a page and its pictures, and gives the lines of the answer."""

    def post(html: str, pictures: Mapping[str, bytes] = {}, **frame: Any) -> Lines:
        return lines_of(post_page(client, snapshot_of(html, **frame), pictures))

    return post


def snapshot_of(html: str, **changes: Any) -> dict[str, Any]:
    """A page of one frame without facts of a browser."""
    frame = {
        "frame_id": "0",
        "url": "http://example.org/page",
        "title": "Page",
        "html": html,
        "facts": {},
    }
    return {"url": "http://example.org/page", "frames": [frame | changes]}


def post_page(
    client: TestClient, snapshot: Any, pictures: Mapping[str, bytes] = {}, **headers: str
) -> Any:
    files = {"snapshot": json.dumps(snapshot).encode(), **pictures}
    return client.post("/v1/audit", files=files, headers={**OPEN, **headers})


def lines_of(response: Any) -> Lines:
    """The lines of an answer, those of its progress left out."""
    return [line for line in all_lines_of(response) if line["type"] != "progress"]


def all_lines_of(response: Any) -> Lines:
    assert response.status_code == 200, response.text
    return [json.loads(line) for line in response.text.splitlines()]
