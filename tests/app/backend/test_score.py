from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.backend.judging import MAX_TEXT
from app.backend.server import make_app
from app.backend.service import Service
from tests.app.backend.conftest import OPEN, PORT, lines_of, post_page, snapshot_of

PAGE = '<h1>Foxes</h1><img src="fox.png"><p>Foxes live in woods and hunt at night.</p>'


@pytest.fixture
def scoring(judging: Service) -> TestClient:
    return TestClient(make_app(judging, PORT), base_url=f"http://127.0.0.1:{PORT}")


def record_from(client: TestClient) -> Any:
    """The record as an audit hands it out."""
    return lines_of(post_page(client, snapshot_of(PAGE)))[1]["record"]


def score(client: TestClient, record: Any, text: str, **files: bytes) -> Any:
    parts = {"record": json.dumps(record).encode(), "text": text.encode(), **files}
    return client.post("/v1/score", files=parts, headers=OPEN)


def test_another_text_gets_scores_findings_and_a_verdict(
    scoring: TestClient, picture_bytes: Callable[..., bytes]
) -> None:
    record = record_from(scoring)
    good = score(scoring, record, "A red fox hunts in a wood at night", picture=picture_bytes())
    bad = score(scoring, record, "IMG_0001.JPG", picture=picture_bytes())
    assert good.json()["scores"]["compatibility"]["value"] is not None
    assert [finding["rule"] for finding in bad.json()["findings"]] == ["alt-file-name"]


def test_without_a_picture_only_compatibility_is_left_out(scoring: TestClient) -> None:
    scores = score(scoring, record_from(scoring), "A red fox in a wood").json()["scores"]
    assert scores["compatibility"]["value"] is None
    assert scores["relevance"]["value"] is not None


def test_an_empty_text_is_a_decorative_image(scoring: TestClient) -> None:
    use = score(scoring, record_from(scoring), " ").json()
    assert use["image"]["exposure"]["state"] == "decorative"
    assert use["scores"] is None


@pytest.mark.parametrize("record", [b"", b"{", b"[]", b'{"kind": "img"}', b'{"kind": "teapot"}'])
def test_a_broken_record_gets_one_line(scoring: TestClient, record: bytes) -> None:
    files = {"record": record, "text": b"A fox"}
    answer = scoring.post("/v1/score", files=files, headers=OPEN)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("the record cannot be read: ")


def test_a_text_without_end_is_refused(scoring: TestClient) -> None:
    answer = score(scoring, record_from(scoring), "fox " * MAX_TEXT)
    assert answer.status_code == 400


def test_a_picture_that_is_none_gets_one_line(scoring: TestClient) -> None:
    use = score(scoring, record_from(scoring), "A fox", picture=b"nothing").json()
    assert use["picture"]["problem"] == "not an image"
