"""Programs of the user and the server that runs already."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from app.backend.activity import Activity
from app.backend.command import end_when_idle, serve
from app.backend.pairing import token_path
from app.backend.running import PORT, Running, RunningError, port_of
from tests.app.backend.conftest import OPEN
from tests.app.extension.serving import TOKEN, Recorded, serve_http

EXTENSION = {"Origin": "chrome-extension://abcdefghijklmnopabcdefghijklmnop"}


@pytest.fixture
def server() -> Iterator[Recorded]:
    """A server, whose token is the user's."""
    keep(TOKEN)
    with serve_http(None) as recorded:
        yield recorded


def keep(token: str) -> None:
    token_path().parent.mkdir(parents=True, exist_ok=True)
    token_path().unlink(missing_ok=True)
    token_path().touch(0o600)
    token_path().write_text(token)


def test_it_is_known_by_its_proof_and_is_told_no_token_before(server: Recorded) -> None:
    assert Running(server.port).proves()
    keep("o" * 43)
    assert not Running(server.port).proves()
    assert not any("authorization" in exchange.headers for exchange in server.asked)
    token_path().unlink()
    assert not Running(server.port).proves()


def test_where_nothing_listens_nothing_runs() -> None:
    keep(TOKEN)
    assert not Running(9).proves()


def test_a_code_of_a_server_that_runs_is_shown_with_what_comes_of_it(server: Recorded) -> None:
    """As the terminal shows it: a wrong code and then the right one, sent by an extension."""
    lines = Running(server.port).codes()
    code = next(lines)["code"]
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    assert pair(server.port, wrong) == 403
    assert next(lines) == {"answer": "wrong", "tries": 4}
    assert pair(server.port, code) == 200
    assert list(lines) == [{"answer": "right", "tries": 0}]


async def _breaking(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n13\r\n{"code": ')
    writer.close()


@pytest.mark.asyncio
async def test_a_server_that_breaks_off_is_said_to_have_stopped() -> None:
    keep(TOKEN)
    async with await asyncio.start_server(_breaking, "127.0.0.1", 0) as broken:
        port = broken.sockets[0].getsockname()[1]
        with pytest.raises(RunningError, match="stopped before"):
            await asyncio.to_thread(list, Running(port).codes())


def pair(port: int, code: str) -> int:
    """The status that an extension gets for a code."""
    import httpx

    url = f"http://127.0.0.1:{port}/v1/pair"
    return httpx.post(url, json={"code": code}, headers=EXTENSION).status_code


def test_serve_pair_shows_a_code_of_the_server_that_runs(
    server: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [{"code": "123456"}, {"answer": "wrong", "tries": 4}, {"answer": "right", "tries": 0}]
    monkeypatch.setattr(Running, "codes", lambda self: iter(lines))
    answer = CliRunner().invoke(serve, ["--pair", "--port", str(server.port)])
    assert answer.exit_code == 0
    said = answer.stderr.splitlines()
    assert said[0] == f"The server runs already on http://127.0.0.1:{server.port}."
    assert said[1].endswith("123456")
    assert said[2].startswith("A wrong pairing code was sent; 4 more")
    assert said[3].startswith("Paired")


def test_a_token_that_is_not_made_as_the_port_is_taken_stays(server: Recorded) -> None:
    answer = CliRunner().invoke(serve, ["--new-token", "--port", str(server.port)])
    assert "is taken" in answer.stderr
    assert token_path().read_text() == TOKEN


@pytest.mark.parametrize("path", ["/v1/code", "/v1/stop"])
def test_only_who_has_the_token_gets_a_code_or_ends_it(
    make_client: Callable[..., TestClient], path: str
) -> None:
    stopped: list[bool] = []
    client = make_client(stop=lambda: stopped.append(True))
    assert client.post(path, headers=EXTENSION).status_code == 403
    assert client.post(path, headers=EXTENSION | {"Authorization": "Bearer x"}).status_code == 403
    assert stopped == []


def test_only_a_server_that_a_browser_started_is_ended(
    make_client: Callable[..., TestClient],
) -> None:
    answer = make_client().post("/v1/stop", headers=OPEN)
    assert (answer.status_code, "Ctrl-C" in answer.text) == (409, True)
    stopped: list[bool] = []
    client = make_client(stop=lambda: stopped.append(True))
    assert client.post("/v1/stop", headers=OPEN).status_code == 200
    assert stopped == [True]


def test_time_without_work_is_counted_from_the_last_answer() -> None:
    now = 0.0
    activity = Activity(lambda: now)
    now = 5.0
    assert activity.idle == 5
    activity.begin()
    now = 100.0
    assert activity.idle == 0
    activity.end()
    now = 103.0
    assert activity.idle == 3


@pytest.mark.asyncio
async def test_an_idle_server_ends(judging: Any) -> None:
    class Server:
        should_exit = False

        class config:
            callback_notify: Any = None
            timeout_notify = 30

    now = 0.0
    judging.activity, server = Activity(lambda: now), Server()
    end_when_idle(server, judging, 60)  # type: ignore[arg-type]
    now = 59.0
    await server.config.callback_notify()
    assert not server.should_exit
    now = 61.0
    await server.config.callback_notify()
    assert server.should_exit
    judging.stop = None


def test_requests_that_are_let_in_are_work(make_client: Callable[..., TestClient]) -> None:
    now = 0.0
    client = make_client(activity=Activity(lambda: now))
    activity = client.app.state.service.activity  # type: ignore[attr-defined]
    now = 9.0
    client.get("/v1/health", headers={"Host": "example.org"})
    assert activity.idle == 9
    client.get("/v1/health", headers=OPEN)
    assert activity.idle == 0


@pytest.mark.parametrize(
    ("options", "port"),
    [([], PORT), (["--port", "9"], 9), (["--save", "a", "--port=10"], 10)],
    ids=["none", "two words", "one word"],
)
def test_the_port_is_found_in_options(options: list[str], port: int) -> None:
    assert port_of(options) == port
