"""Snapshots that no extension sends."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from app.backend.posted import PostedError, read_snapshot

FRAME = {"frame_id": "f", "url": "http://h/", "title": "t", "html": "<img>", "facts": {"1": {}}}
SNAPSHOT = {"url": "http://h/", "frames": [FRAME]}


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ((), None),
        ((), []),
        (("url",), 5),
        (("frames",), {}),
        (("frames",), [None]),
        (("frames",), [FRAME] * 1000),
        (("frames", 0), "x"),
        (("frames", 0, "html"), None),
        (("frames", 0, "facts"), []),
        (("frames", 0, "facts", "1"), {"unknown": 1}),
        (("frames", 0, "facts", "1"), {"box": [1, 2, 3]}),
        (("frames", 0, "facts", "1"), {"box": [1, 2, 3, "4"]}),
        (("frames", 0, "facts", "1"), {"box": [1, 2, 3, float("nan")]}),
        (("frames", 0, "facts", "1"), {"box": [1, 2, 3, 10**400]}),
        (("frames", 0, "facts", "1"), {"backgrounds": [5]}),
        (("frames", 0, "owner"), "x"),
        (("frames", 0, "owner"), [1]),
    ],
)
def test_what_is_no_snapshot_is_refused_in_a_line(place: tuple[Any, ...], value: object) -> None:
    posted: Any = copy.deepcopy(SNAPSHOT)
    if place:
        inner = posted
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = value
    else:
        posted = value
    with pytest.raises(PostedError) as error:
        read_snapshot(json.dumps(posted).encode())
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("data", [b"", b"\xff", b"[" * 100_000, b'{"url": "\\ud800"}'])
def test_what_is_no_json_is_refused_too(data: bytes) -> None:
    with pytest.raises(PostedError):
        read_snapshot(data)
