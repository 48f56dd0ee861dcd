"""Attacks: whoever is not the paired extension gets one refusal that tells nothing."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from app.backend.guard import MAX_BODY
from tests.app.backend.conftest import OPEN, PORT

EXTENSION = {"Origin": "chrome-extension://abcdefghijklmnopabcdefghijklmnop"}


def assert_refused(response: Any) -> None:
    assert response.status_code == 403
    assert response.content == b""
    told = {name.lower() for name in response.headers} - {"content-length"}
    assert told == set()


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Bearer "},
        {"Authorization": f"Basic {'t' * 43}"},
        {"Authorization": f"Bearer {'t' * 42}é".encode("latin-1")},
        OPEN | {"Host": f"attacker.example:{PORT}"},
        OPEN | {"Host": "127.0.0.1"},
        OPEN | {"Host": f"127.0.0.1:{PORT + 1}"},
        OPEN | {"Origin": "http://example.org"},
        OPEN | {"Origin": f"http://127.0.0.1:{PORT}"},
        OPEN | {"Origin": "null"},
        OPEN | {"Sec-Fetch-Site": "cross-site"},
        OPEN | {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
@pytest.mark.parametrize("path", ["/v1/health", "/v1/audit", "/v1/score", "/nothing", "/"])
def test_strangers_are_refused_alike_on_every_path(
    client: TestClient, path: str, headers: dict[str, str]
) -> None:
    assert_refused(client.get(path, headers=headers))
    assert_refused(client.post(path, headers=headers, content=b"{}"))


def test_a_header_that_comes_twice_is_refused(client: TestClient) -> None:
    twice = [("Authorization", "Bearer wrong"), *OPEN.items()]
    assert_refused(client.get("/v1/health", headers=twice))


def test_a_preflight_of_a_page_gets_no_leave(client: TestClient) -> None:
    asks = {"Origin": "http://example.org", "Access-Control-Request-Method": "POST"}
    assert_refused(client.options("/v1/audit", headers=asks))


def test_no_answer_has_a_header_that_lets_pages_read_it(client: TestClient) -> None:
    answer = client.get("/v1/health", headers=OPEN | EXTENSION)
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]


def test_a_web_socket_is_closed(client: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/v1/audit"):
        pass


@pytest.mark.parametrize("origin", [{}, EXTENSION, {"Origin": "moz-extension://0-0-0"}], ids=str)
def test_the_paired_extension_and_programs_are_answered(
    client: TestClient, origin: dict[str, str]
) -> None:
    assert client.get("/v1/health", headers=OPEN | origin).json()["schema"] == "auditor-report/1"


def test_a_body_that_says_it_is_too_large_is_not_read(client: TestClient) -> None:
    headers = OPEN | {
        "Content-Length": str(MAX_BODY + 1),
        "Content-Type": "multipart/form-data; boundary=x",
    }
    answer = client.post("/v1/audit", headers=headers, content=b"")
    assert (answer.status_code, answer.json()) == (413, {"error": "the request is too large"})


def test_a_body_that_does_not_say_its_size_is_cut_off(client: TestClient) -> None:
    def large() -> Any:
        yield b'--x\r\nContent-Disposition: form-data; name="snapshot"; filename="s"\r\n\r\n'
        for _ in range(MAX_BODY // 1_000_000 + 1):
            yield b"a" * 1_000_000

    headers = OPEN | {"Content-Type": "multipart/form-data; boundary=x"}
    assert client.post("/v1/audit", headers=headers, content=large()).status_code == 413
