from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.backend.command import Desk
from app.backend.pairing import (
    LIFE,
    TRIES,
    Pairing,
    PairingAnswer,
    TokenError,
    make_token,
    proof,
    read_token,
)
from tests.app.backend.conftest import OPEN, PORT, TOKEN

EXTENSION = {"Origin": "chrome-extension://abcdefghijklmnopabcdefghijklmnop"}


def opened(**given: Any) -> Pairing:
    """A pairing with a code that is good."""
    pairing = Pairing(**given)
    pairing.renew()
    return pairing


def wrong(pairing: Pairing) -> str:
    return "000000" if pairing.code != "000000" else "111111"


def test_the_code_is_six_digits_and_good_once() -> None:
    pairing = opened()
    assert (len(pairing.code), pairing.code.isdecimal()) == (6, True)
    assert pairing.redeem(pairing.code) is PairingAnswer.RIGHT
    assert pairing.redeem(pairing.code) is PairingAnswer.OVER


def test_too_many_wrong_codes_end_it_until_there_is_a_new_one() -> None:
    pairing = opened()
    for _ in range(TRIES):
        assert pairing.redeem(wrong(pairing)) is PairingAnswer.WRONG
    assert pairing.redeem(pairing.code) is PairingAnswer.OVER
    assert pairing.redeem(pairing.renew()) is PairingAnswer.RIGHT


def test_a_code_ends_with_time() -> None:
    now = 0.0
    pairing = opened(clock=lambda: now)
    now = LIFE + 1
    assert pairing.redeem(pairing.code) is PairingAnswer.OVER


def test_before_the_first_code_none_is_right() -> None:
    assert Pairing().redeem("") is PairingAnswer.OVER


def test_an_extension_gets_the_token_for_the_code(make_client: Callable[..., TestClient]) -> None:
    pairing, told = opened(), list[PairingAnswer]()
    client = make_client(pairing, tell=told.append)
    answer = client.post("/v1/pair", json={"code": wrong(pairing)}, headers=EXTENSION)
    assert (answer.status_code, answer.json()) == (403, {"error": "that is not the code"})
    answer = client.post("/v1/pair", json={"code": pairing.code}, headers=EXTENSION)
    assert answer.json() == {"token": TOKEN}
    answer = client.post("/v1/pair", json={"code": pairing.code}, headers=EXTENSION)
    assert answer.status_code == 410
    assert told == [PairingAnswer.WRONG, PairingAnswer.RIGHT, PairingAnswer.OVER]


@pytest.mark.parametrize("headers", [{}, OPEN, {"Origin": "http://example.org"}], ids=str)
@pytest.mark.parametrize("path", ["/v1/pair", "/v1/proof"])
def test_only_an_extension_can_pair(
    make_client: Callable[..., TestClient], path: str, headers: dict[str, str]
) -> None:
    pairing = opened()
    posted = {"code": pairing.code, "nonce": NONCE}
    answer = make_client(pairing).post(path, json=posted, headers=headers)
    assert (answer.status_code, answer.content, pairing.tries) == (403, b"", TRIES)


BROKEN = {
    "a lone surrogate in a code": b'{"code": "\\ud800"}',
    "null": b'{"code": null, "nonce": null}',
    "no object": b"[]",
    "numbers": b'{"code": 123456, "nonce": 1e999}',
    "a number without end": b'{"code": ' + b"9" * 900 + b"}",
    "no JSON": b"{",
    "no text": b"\xff\xfe\xfd",
    "nothing": b"",
    "nested": b"[" * 999,
    "objects": b'{"code": {"a": []}, "nonce": ["a"]}',
    "another text": b'{"code": "x", "nonce": "x"}',
    "digits of another script": '{"code": "١٢٣٤٥٦"}'.encode(),
    "a text that is no nonce": b'{"nonce": "' + b"\xc3\xa9" * 32 + b'"}',
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("path", ["/v1/pair", "/v1/proof"])
def test_what_cannot_be_read_gets_one_line(
    make_client: Callable[..., TestClient], path: str, body: bytes
) -> None:
    pairing = opened()
    answer = make_client(pairing).post(path, content=body, headers=EXTENSION)
    assert (answer.status_code, list(answer.json())) == (400, ["error"])
    assert "\n" not in answer.json()["error"]
    assert pairing.tries == TRIES


def test_who_has_no_token_cannot_send_much(client: TestClient) -> None:
    body = b'{"code": "' + b"1" * 2_000 + b'"}'
    assert client.post("/v1/pair", content=body, headers=EXTENSION).status_code == 413


NONCE = "0123456789abcdef" * 4


def test_the_server_proves_that_it_knows_the_token(client: TestClient) -> None:
    answer = client.post("/v1/proof", json={"nonce": NONCE}, headers=EXTENSION).json()
    assert answer == {"proof": proof(TOKEN, PORT, NONCE)}


def test_a_proof_is_of_one_token_one_port_and_one_nonce() -> None:
    """The first value was computed with `openssl dgst -sha256 -hmac`."""
    assert (
        proof(TOKEN, 8765, NONCE)
        == "0e40703611b0b8d4e0e2c8c369e6ce1626b16596147b1f186eba16275732819e"
    )
    others = [(TOKEN, 8766, NONCE), (TOKEN, 8765, NONCE[::-1]), ("u" * 43, 8765, NONCE)]
    assert len({proof(*each) for each in [(TOKEN, 8765, NONCE), *others]}) == 4


@pytest.fixture
def said() -> list[str]:
    return []


def desk(said: list[str], keys: int | None = None) -> Desk:
    return Desk(opened(), keys, said.append)


def test_the_person_is_told_of_each_wrong_code_and_of_the_end(said: list[str]) -> None:
    person = desk(said)
    for _ in range(TRIES + 3):
        person.tell(person.pairing.redeem(wrong(person.pairing)))
    assert [line.startswith("A wrong pairing code was sent") for line in said] == (
        [True] * (TRIES - 1) + [False] * 2
    )
    assert said[TRIES - 1].startswith("Too many wrong pairing codes")
    assert "none is good now" in said[TRIES]


def test_enter_shows_a_new_code(said: list[str]) -> None:
    """At a keyboard that is a pipe here."""
    keys, typed = os.pipe()
    person = desk(said, keys)
    first = person.pairing.code
    os.write(typed, b"\n")
    os.close(typed)
    listening = person.wait()
    assert listening is not None
    listening.join()
    os.close(keys)
    assert said[1] == f"Pairing code, good once and for ten minutes: {person.pairing.code}"
    assert "Enter" in said[0]
    assert person.pairing.tries == TRIES
    assert first == person.pairing.code or len(said) == 2


def test_the_token_is_kept_where_only_its_user_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "server-token"
    assert read_token(path) is None
    token = make_token(path)
    assert read_token(path) == token
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert make_token(path) != token


@pytest.mark.parametrize(("mode", "text"), [(0o644, "t" * 43), (0o600, "short"), (0o600, "é" * 43)])
def test_a_token_file_that_is_not_safe_is_not_used(tmp_path: Path, mode: int, text: str) -> None:
    path = tmp_path / "server-token"
    path.write_text(text, "utf-8")
    path.chmod(mode)
    with pytest.raises(TokenError):
        read_token(path)
