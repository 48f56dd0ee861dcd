"""What comes of an audit before it is done."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.backend.audits import AT_ONCE, Line, with_heartbeat
from app.backend.command import lasting, own_command
from tests.app.backend.conftest import OPEN, all_lines_of, lines_of, post_page, snapshot_of

FOX = '<img src="fox.png" alt="A red fox in the snow"><img src="logo.png">'


def test_what_texts_alone_say_comes_first_in_the_order_of_the_page(client: TestClient) -> None:
    lines = all_lines_of(post_page(client, snapshot_of(FOX), {"rough": b"1"}))
    assert [line["type"] for line in lines[:3]] == ["page", "rough", "rough"]
    assert [line["image"]["src"][-8:] for line in lines[1:3]] == ["/fox.png", "logo.png"]
    assert lines[2]["status"] == "missing"
    assert lines[-1]["type"] == "end"
    kept = [line for line in lines if line["type"] == "use"]
    assert [line["rank"] for line in kept] == [1, 2]
    assert lines[0]["images"] == 2


def test_pictures_are_asked_for_before_the_model_is_at_the_texts(
    client: TestClient, picture_bytes: Callable[..., bytes]
) -> None:
    """Those that will be looked at, were not sent, and stand in no address."""
    more = '<svg role=img aria-label=Chart></svg><img src="data:image/png;base64,AA"><img alt="x">'
    sent = {"rough": b"1", "file-1": picture_bytes()}
    lines = all_lines_of(post_page(client, snapshot_of(FOX + more), sent))
    kinds = [line["type"] for line in lines]
    at = kinds.index("wanted")
    assert kinds[at - 1] == "rough"
    assert "use" not in kinds[:at]
    assert [(each["ordinal"], each["how"]) for each in lines[at]["wanted"]] == [
        (0, "file"),
        (2, "drawing"),
    ]
    assert lines[-1]["wanted"] == lines[at]["wanted"]


def test_a_page_whose_pictures_were_sent_wants_none(
    client: TestClient, picture_bytes: Callable[..., bytes]
) -> None:
    sent = {"rough": b"1", "file-0": picture_bytes(), "file-1": picture_bytes()}
    lines = all_lines_of(post_page(client, snapshot_of(FOX), sent))
    assert "wanted" not in [line["type"] for line in lines]


def test_every_image_of_a_large_page_comes_roughly_and_then_for_good(client: TestClient) -> None:
    html = '<img src="fox.png">' * (AT_ONCE + 1)
    lines = all_lines_of(post_page(client, snapshot_of(html), {"rough": b"1"}))
    for kind in ("rough", "use"):
        found = [line["image"]["ordinal"] for line in lines if line["type"] == kind]
        assert sorted(found) == list(range(AT_ONCE + 1))


def test_progress_says_how_much_there_is_to_look_at(
    client: TestClient, picture_bytes: Callable[..., bytes]
) -> None:
    pictures = {"file-0": picture_bytes(), "file-1": picture_bytes("blue")}
    lines = all_lines_of(post_page(client, snapshot_of(FOX), pictures))
    progress = [line for line in lines if line["type"] == "progress"]
    assert progress[-1] == {"type": "progress", "pictures": 2, "of": 2}


def test_a_file_that_many_images_show_is_sent_once(
    client: TestClient, picture_bytes: Callable[..., bytes]
) -> None:
    twice = '<img src="fox.png" alt="A fox"><img src="fox.png" alt="A red fox">'
    parts = {"file-0": picture_bytes(), "again": b'{"1": 0}'}
    *_, end = lines_of(post_page(client, snapshot_of(twice), parts))
    assert end["wanted"] == []
    answer = post_page(client, snapshot_of(twice), parts | {"again": b'{"x": 0}'})
    assert (answer.status_code, answer.json()["error"]) == (400, "the part again goes by ordinals")


async def test_who_waits_hears_that_the_work_goes_on() -> None:
    go_on = asyncio.Event()

    async def slow() -> AsyncGenerator[Line, None]:
        yield {"type": "page"}
        await go_on.wait()
        yield {"type": "end"}

    heard = []
    async for line in with_heartbeat(slow(), 0.001):
        heard.append(line["type"])
        if heard.count("alive") == 3:
            go_on.set()
    assert heard[0] == "page"
    assert heard[-1] == "end"
    assert heard.count("alive") >= 3


async def test_who_hangs_up_ends_the_work() -> None:
    ended = asyncio.Event()

    async def endless() -> AsyncGenerator[Line, None]:
        try:
            await asyncio.Event().wait()
            yield {}
        finally:
            ended.set()

    lines: Any = with_heartbeat(endless(), 0.001)
    assert await anext(lines) == {"type": "alive"}
    await lines.aclose()
    await asyncio.wait_for(ended.wait(), 10)


def test_the_command_starts_the_server_again_from_any_folder() -> None:
    words = own_command("/somewhere/app/__main__.py", ["serve", "--pair", "--save", "my scan.db"])
    python = f"{sys.executable} -P -m app serve --save "
    assert words.startswith(python)
    assert str(Path("my scan.db").resolve()) in words
    assert "--pair" not in words


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (["--save", "a.db"], ["--save", "/here/a.db"]),
        (["--save=a.db"], ["--save", "/here/a.db"]),
        (["--model", "made"], ["--model", "/here/made"]),
        (["--model=../made"], ["--model", "/made"]),
        (["--model", "/else/made"], ["--model", "/else/made"]),
        (["--model", "compact"], ["--model", "compact"]),
        (["--pair", "--idle", "5", "--new-token", "--port", "9"], ["--port", "9"]),
        (["--idle=5", "--no-score"], ["--no-score"]),
    ],
)
def test_what_starts_it_again_names_no_place_by_where_it_was_started(
    monkeypatch: pytest.MonkeyPatch, given: list[str], kept: list[str]
) -> None:
    monkeypatch.setattr(Path, "resolve", lambda path: Path(os.path.normpath("/here" / path)))
    assert lasting(given) == kept


def test_health_tells_the_command(client: TestClient) -> None:
    assert client.get("/v1/health", headers=OPEN).json()["command"] == "auditor serve"
