"""Decisions and ratings from the panel stand in the scan file as those of the window do."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from app.backend.saved import Saved
from auditor.decision import Choice, Decision
from auditor.rating import Question
from auditor.store.decisions import decisions_in
from auditor.store.ratings import items_in, ratings_in
from auditor.store.reader import StoredScan
from tests.app.backend.conftest import OPEN, lines_of, post_page, snapshot_of

FOX = '<img src="fox.png"><img src="blue.png" alt="image">'
PAGE = "http://example.org/page"


def uses_of(client: TestClient, html: str = FOX) -> list[dict[str, Any]]:
    """The images of a page that was just judged, worst first."""
    return [line for line in lines_of(post_page(client, snapshot_of(html))) if "record" in line]


def on(use: dict[str, Any]) -> dict[str, Any]:
    """How a decision or a rating names its image."""
    picture = use["picture"]["sha256"] if use["picture"] else None
    return {"page": PAGE, "record": use["record"], "picture": picture}


def post(client: TestClient, path: str, **body: Any) -> Any:
    return client.post(path, json=body, headers=OPEN)


def test_a_decision_is_kept_and_comes_back_with_the_next_audit(
    saving: TestClient, saved: Saved
) -> None:
    use = next(use for use in uses_of(saving) if use["image"]["alt"] == "image")
    assert "decision" not in use
    body = on(use) | {"choice": "wrong", "note": "ask Ann", "better": "A blue box"}
    kept = post(saving, "/v1/decision", **body).json()["decision"]
    assert (kept["choice"], kept["better"], kept["note"]) == ("wrong", "A blue box", "ask Ann")
    [(_, decision)] = decisions_in(saved.path)
    assert decision == Decision(Choice.WRONG, "ask Ann", "A blue box", kept["decided"])
    again = next(use for use in uses_of(saving) if use["image"]["alt"] == "image")
    assert again["decision"] == kept
    with StoredScan(saved.path) as scan:
        assert [use.decision for use in scan.report().uses if use.decision] == [decision]


def test_a_decision_is_taken_back(saving: TestClient, saved: Saved) -> None:
    use = uses_of(saving)[0]
    post(saving, "/v1/decision", **on(use), choice="decorative")
    answer = post(saving, "/v1/decision", **on(use), choice=None)
    assert answer.json() == {"decision": None}
    assert decisions_in(saved.path) == []


@pytest.mark.parametrize(
    ("choice", "better", "kept"),
    [("wrong", " image ", ""), ("right", "A box", ""), ("wrong", "A box", "A box")],
    ids=["the same text", "not wrong", "another text"],
)
def test_another_text_is_kept_where_this_one_is_wrong(
    saving: TestClient, choice: str, better: str, kept: str
) -> None:
    use = next(use for use in uses_of(saving) if use["image"]["alt"] == "image")
    answer = post(saving, "/v1/decision", **on(use), choice=choice, better=better)
    assert answer.json()["decision"]["better"] == kept


def test_a_rating_is_of_what_the_scan_file_holds(saving: TestClient, saved: Saved) -> None:
    use = next(use for use in uses_of(saving) if use["image"]["alt"] == "image")
    body = on(use) | {"rater": " Ann ", "level": 2, "seen": True, "answers": {"objects": False}}
    assert post(saving, "/v1/rating", **body).json() == {"level": 2}
    [rating] = ratings_in(saved.path)
    assert (rating.rater, rating.level, rating.seen, rating.text) == ("Ann", 2, True, "image")
    assert rating.answers == {Question.OBJECTS: False}
    assert rating.item in items_in(saved.path)


WRONG: dict[str, dict[str, Any]] = {
    "no name": {"rater": " "},
    "two lines": {"rater": "Ann\nBob"},
    "no level": {"level": 6},
    "level is true": {"level": True},
    "no question": {"answers": {"colour": True}},
    "no record": {"record": {}},
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_rating_that_is_none_gets_one_line(
    saving: TestClient, saved: Saved, change: dict[str, Any]
) -> None:
    use = next(use for use in uses_of(saving) if use["image"]["alt"] == "image")
    answer = post(
        saving, "/v1/rating", **(on(use) | {"rater": "A", "level": 2, "seen": True} | change)
    )
    assert answer.status_code == 400
    assert "\n" not in answer.json()["error"]
    assert ratings_in(saved.path) == []


def test_what_has_no_text_is_not_rated(saving: TestClient) -> None:
    use = next(use for use in uses_of(saving) if use["image"]["alt"] is None)
    answer = post(saving, "/v1/rating", **on(use), rater="Ann", level=1, seen=False)
    assert (answer.status_code, answer.json()["error"]) == (400, "there is no text to rate")


def test_the_pages_of_the_session_are_listed_and_make_one_report(saving: TestClient) -> None:
    uses_of(saving)
    other = snapshot_of('<img src="fox.png" alt="A red fox">') | {"url": "http://example.org/b"}
    lines_of(post_page(saving, other))
    pages = saving.get("/v1/pages", headers=OPEN).json()["pages"]
    listed = [(page["url"], page["images"], page["asks_for_work"]) for page in pages]
    assert listed == [(PAGE, 2, 2), ("http://example.org/b", 1, 1)]
    report = saving.get("/v1/report", headers=OPEN)
    assert report.headers["content-type"] == "text/html; charset=utf-8"
    assert "http://example.org/b" in report.text
    assert PAGE in report.text


@pytest.mark.parametrize("path", ["/v1/pages", "/v1/report"])
def test_without_a_scan_file_nothing_is_listed(client: TestClient, path: str) -> None:
    answer = client.get(path, headers=OPEN)
    assert (answer.status_code, "--save" in answer.json()["error"]) == (409, True)


def test_without_a_scan_file_nothing_is_decided(client: TestClient) -> None:
    use = uses_of(client)[0]
    answer = post(client, "/v1/decision", **on(use), choice="right")
    assert (answer.status_code, "--save" in answer.json()["error"]) == (409, True)


def test_health_says_whether_anything_is_kept(saving: TestClient, client: TestClient) -> None:
    assert saving.get("/v1/health", headers=OPEN).json()["saves"] is True
    assert client.get("/v1/health", headers=OPEN).json()["saves"] is False
