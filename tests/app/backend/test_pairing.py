from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.backend.pairing import LIFE, TRIES, Pairing, TokenError, make_token, read_token
from tests.app.backend.conftest import OPEN, TOKEN

EXTENSION = {"Origin": "chrome-extension://abcdefghijklmnopabcdefghijklmnop"}


def wrong(pairing: Pairing) -> str:
    return "000000" if pairing.code != "000000" else "111111"


def test_the_code_is_six_digits_and_good_once() -> None:
    pairing = Pairing()
    assert (len(pairing.code), pairing.code.isdecimal()) == (6, True)
    assert pairing.redeem(pairing.code)
    assert not pairing.redeem(pairing.code)


def test_too_many_wrong_codes_end_the_pairing() -> None:
    pairing = Pairing()
    for _ in range(TRIES):
        assert not pairing.redeem(wrong(pairing))
    assert not pairing.redeem(pairing.code)


def test_a_code_ends_with_time() -> None:
    now = 0.0
    pairing = Pairing(clock=lambda: now)
    now = LIFE + 1
    assert not pairing.redeem(pairing.code)


def test_an_extension_gets_the_token_for_the_code(make_client: Callable[..., TestClient]) -> None:
    pairing = Pairing()
    client = make_client(pairing)
    answer = client.post("/v1/pair", json={"code": wrong(pairing)}, headers=EXTENSION)
    assert (answer.status_code, answer.content) == (403, b"")
    answer = client.post("/v1/pair", json={"code": pairing.code}, headers=EXTENSION)
    assert answer.json() == {"token": TOKEN}


@pytest.mark.parametrize("headers", [{}, OPEN, {"Origin": "http://example.org"}], ids=str)
def test_only_an_extension_can_pair(
    make_client: Callable[..., TestClient], headers: dict[str, str]
) -> None:
    pairing = Pairing()
    answer = make_client(pairing).post("/v1/pair", json={"code": pairing.code}, headers=headers)
    assert (answer.status_code, answer.content) == (403, b"")


def test_without_pairing_no_code_is_right(client: TestClient) -> None:
    assert client.post("/v1/pair", json={"code": "123456"}, headers=EXTENSION).status_code == 403


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
