"""The OpenAPI document describes the server that hands it out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.app.backend.conftest import OPEN, all_lines_of, post_page, snapshot_of

PICTURE = "<p>A fox.</p><img src=fox.png alt=Fox><svg role=img aria-label=Chart></svg>"


@pytest.fixture
def document(client: TestClient) -> dict[str, Any]:
    answer: dict[str, Any] = client.get("/v1/openapi.json", headers=OPEN).json()
    return answer


@pytest.fixture
def check(document: dict[str, Any]) -> Any:
    """Holds an object against a named schema of the document."""

    def agree(name: str, thing: object) -> None:
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        Draft202012Validator(schema).validate(thing)

    return agree


def test_every_route_is_described_with_its_method(
    client: TestClient, document: dict[str, Any]
) -> None:
    served = {
        (route.path, method.lower())
        for route in client.app.routes  # type: ignore[attr-defined]
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    told = {(path, method) for path, methods in document["paths"].items() for method in methods}
    assert told == served


def test_what_is_sent_and_answered_is_what_is_described(client: TestClient, check: Any) -> None:
    check("Health", client.get("/v1/health", headers=OPEN).json())
    snapshot = snapshot_of(PICTURE)
    check("Snapshot", snapshot)
    lines = all_lines_of(post_page(client, snapshot, {"file-0": b"no picture"}))
    assert {line["type"] for line in lines} == {"progress", "page", "use", "end"}
    for line in lines:
        check("Line", line)


@pytest.mark.parametrize("missing", ["url", "frames"])
def test_a_snapshot_that_lacks_what_is_required_is_refused_as_described(
    client: TestClient, document: dict[str, Any], missing: str
) -> None:
    snapshot = snapshot_of(PICTURE)
    del snapshot[missing]
    answer = post_page(client, snapshot)
    assert str(answer.status_code) in document["paths"]["/v1/audit"]["post"]["responses"]
    assert (answer.status_code, json.loads(answer.text).keys()) == (400, {"error"})
