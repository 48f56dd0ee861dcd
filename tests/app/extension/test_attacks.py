"""A page of the web, and what else speaks to the port without the token, gets no answer. Asserted
from both sides: what the page could tell, and what the server was asked and answered."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.app.extension.chromium import Extension
from tests.app.extension.page_kinds import page
from tests.app.extension.serving import TOKEN, Recorded

pytestmark = pytest.mark.asyncio(loop_scope="session")
TRIES = """async (base) => {
  const said = [];
  const note = (way) => (answer) => said.push(`${way}: ${answer?.status ?? answer}`);
  const failed = () => {};
  const token = {Authorization: "Bearer " + "t".repeat(43)};
  for (const path of ["/v1/health", "/v1/audit", "/v1/pair"]) {
    await fetch(base + path).then(note("fetch"), failed);
    await fetch(base + path, {headers: token}).then(note("token"), failed);
    await fetch(base + path, {method: "POST", body: "{}"}).then(note("post"), failed);
    const blind = {mode: "no-cors"};
    await fetch(base + path, blind).then(note("opaque"), failed);
    await fetch(base + path, {...blind, method: "POST", body: "{}"}).then(note("opaque"), failed);
    await fetch(`${base}/${"a".repeat(100_000)}`, blind).then(note("long"), failed);
    await new Promise((done) => {
      const image = new Image();
      image.onload = () => done(said.push("image"));
      image.onerror = done;
      image.src = base + path;
    });
    await new Promise((done) => {
      const script = document.createElement("script");
      script.onload = () => done(said.push("script"));
      script.onerror = done;
      script.src = base + path;
      document.head.append(script);
    });
    await new Promise((done) => {
      const socket = new WebSocket(base.replace("http", "ws") + path);
      socket.onopen = () => done(said.push("socket"));
      socket.onerror = done;
    });
    await new Promise((done) => {
      const frame = document.createElement("iframe");
      const form = document.createElement("form");
      Object.assign(frame, {name: "f" + path, onload: done});
      Object.assign(form, {action: base + path, method: "post", target: frame.name});
      document.body.append(frame, form);
      form.submit();
    });
  }
  return said;
}"""


def assert_unanswered(server: Recorded) -> None:
    for exchange in server.asked:
        assert (exchange.path, exchange.status, exchange.told) == (exchange.path, 0, [])
        assert exchange.body == b""


@pytest.mark.parametrize("host", ["127.0.0.1", "attacker.example"])
async def test_a_page_gets_nothing_by_any_way(
    extension: Extension, server: Recorded, pages: Any, host: str
) -> None:
    pages["/attack"] = page("Attack", "<p>Harmless.</p>", {})
    hostile = await extension.context.new_page()
    await hostile.goto(pages.url("/attack", host=host))
    server.asked.clear()
    for name in ("127.0.0.1", "localhost", "attacker.example"):
        assert await hostile.evaluate(TRIES, f"http://{name}:{server.port}") == []
    assert len(server.asked) > 20
    assert_unanswered(server)


async def test_a_public_page_does_not_even_reach_it(
    extension: Extension, server: Recorded, public_pages: Any
) -> None:
    hostile = await extension.context.new_page()
    await hostile.goto(public_pages.url("/plain"))
    server.asked.clear()
    assert await hostile.evaluate(TRIES, f"http://127.0.0.1:{server.port}") == []
    assert server.asked == []


BEARER = f"Authorization: Bearer {TOKEN}"
REFUSED = b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n"
SILENCE = b""


async def ask(port: int, request: str) -> bytes:
    """The first of the answer to raw bytes; nothing where the connection ended."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request.encode())
    try:
        return await asyncio.wait_for(reader.read(10_000), 30)
    except ConnectionResetError:
        return SILENCE
    finally:
        writer.close()


def request_with(port: int, *headers: str) -> str:
    own = [] if any(each.startswith("Host:") for each in headers) else [f"Host: 127.0.0.1:{port}"]
    return "\r\n".join(["GET /v1/health HTTP/1.1", *own, *headers, "", ""])


async def test_a_rebound_name_gets_no_answer_also_with_the_token(server: Recorded) -> None:
    for host in (f"attacker.example:{server.port}", "127.0.0.1", f"[::1]:{server.port}", ""):
        request = request_with(server.port, f"Host: {host}", BEARER)
        assert await ask(server.port, request) == SILENCE


@pytest.mark.parametrize(
    "headers",
    [
        [],
        ["Origin: http://example.org", BEARER],
        ["Origin: null", BEARER],
        ["Sec-Fetch-Site: cross-site", BEARER],
        ["Sec-Fetch-Site: same-site"],
        [BEARER, "Authorization: Bearer another"],
        ["no header at all"],
        ["Long: " + "a" * 100_000],
        ["Content-Length: -1"],
        ["Upgrade: websocket", "Connection: Upgrade", "Origin: http://example.org"],
    ],
    ids=lambda headers: ", ".join(headers)[:60] or "nothing",
)
async def test_what_may_come_from_a_page_gets_no_answer(
    server: Recorded, headers: list[str]
) -> None:
    assert await ask(server.port, request_with(server.port, *headers)) == SILENCE


@pytest.mark.parametrize(
    "spoken", ["\r\n\r\n", "\x16\x03\x01\x02\x00\x01" * 40, "SSH-2.0-x\r\n\r\n"]
)
async def test_what_is_no_http_gets_no_answer(server: Recorded, spoken: str) -> None:
    assert await ask(server.port, spoken) == SILENCE


async def test_an_extension_and_a_program_with_a_wrong_token_are_refused(server: Recorded) -> None:
    for headers in (["Sec-Fetch-Site: none"], ["Authorization: Bearer wrong"]):
        assert await ask(server.port, request_with(server.port, *headers)) == REFUSED


async def test_ten_thousand_requests_are_refused_and_the_user_is_still_answered(
    server: Recorded,
) -> None:
    server.asked.clear()
    one = request_with(server.port, "Authorization: Bearer wrong").encode()

    async def burst(count: int) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for _ in range(count // 100):
            writer.write(one * 100)
            await reader.readexactly(len(REFUSED) * 100)
        writer.close()
        return count

    assert sum(await asyncio.gather(*(burst(500) for _ in range(20)))) == 10_000
    assert {exchange.status for exchange in server.asked} == {403}
    assert len(server.asked) == 10_000
    strangers = (ask(server.port, request_with(server.port)) for _ in range(200))
    assert set(await asyncio.gather(*strangers)) == {SILENCE}
    answer = await ask(server.port, request_with(server.port, BEARER))
    assert answer.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("bearer", ["", BEARER], ids=["stranger", "paired"])
async def test_a_body_of_100_mb_is_not_taken(server: Recorded, bearer: str) -> None:
    head = (
        f"POST /v1/audit HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 100000000\r\n"
        f"Content-Type: multipart/form-data; boundary=x\r\n{bearer}"
    )
    answer = await ask(server.port, head.rstrip("\r\n") + "\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413") if bearer else answer == SILENCE
