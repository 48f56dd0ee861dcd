"""Whatever stands in a field, the answer is what was asked for, or one line of what is amiss."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.app.backend.conftest import OPEN, all_lines_of, lines_of, post_page, snapshot_of

HTML = """<h1>Foxes</h1><a href="/"><img src="fox.png" alt="A fox" data-auditor="1"></a>
<figure><img src="leaf.png" data-auditor="2"><figcaption>A leaf</figcaption></figure>"""
FACT = {
    "current_src": "http://example.org/fox.png",
    "natural_width": 300,
    "natural_height": 200,
    "box": [0, 0, 300, 200.5],
    "display": "inline",
    "visibility": "visible",
    "opacity": 1,
    "hidden": None,
    "loaded": True,
    "backgrounds": [{"url": "http://example.org/a.png", "pseudo": "::before", "alt": None}],
    "before": "",
    "icon_font": None,
    "chromium_role": "image",
}
VALUES = [
    *("null", "true", "-1", "9007199254740992", "1e308", "1e999", "NaN", "-Infinity", "9" * 5000),
    *('""', r'"\ud800"', r'"\u0000"', '"nan"', "[]", "{}", "[null]", '{"a": 1}', "[1, 2]"),
    "[" * 400 + "]" * 400,
    "[" * 5000 + "]" * 5000,
]


def broken(value: Any) -> Iterator[str]:
    """JSON of a value with each of its fields replaced by each of VALUES, one at a time."""
    whole = json.dumps(value)
    for path in paths(value):
        parent = changed = json.loads(whole)
        for step in path[:-1]:
            parent = parent[step]
        parent[path[-1]] = "HERE"
        for other in VALUES:
            yield json.dumps(changed).replace('"HERE"', other)


def paths(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield (*above, key)
        yield from paths(value[key], (*above, key))


def assert_one_line(answer: Any) -> None:
    assert (answer.status_code, list(answer.json())) == (400, ["error"])
    assert len(answer.json()["error"].splitlines()) == 1


def test_no_value_of_a_snapshot_breaks_an_audit(client: TestClient) -> None:
    snapshot = snapshot_of(HTML, facts={"1": FACT, "2": FACT}, owner=None)
    answered = 0
    for data in broken(snapshot):
        answer = client.post("/v1/audit", files={"snapshot": data.encode()}, headers=OPEN)
        if answer.status_code == 200:
            assert "error" not in {line["type"] for line in all_lines_of(answer)}, data
            answered += 1
        else:
            assert_one_line(answer)
    assert answered > 20


def test_no_value_of_a_record_breaks_a_score(client: TestClient) -> None:
    snapshot = snapshot_of(HTML, facts={"1": FACT, "2": FACT})
    record = lines_of(post_page(client, snapshot))[1]["record"]
    answered = 0
    for data in broken(record):
        files = {"record": data.encode(), "text": b"A fox"}
        answer = client.post("/v1/score", files=files, headers=OPEN)
        if answer.status_code == 200:
            answered += 1
        else:
            assert_one_line(answer)
    assert answered > 20


FORMS = {
    "ordinal without end": ("file-" + "9" * 5000, "multipart/form-data; boundary=x"),
    "ordinal in other digits": ("file-٣", "multipart/form-data; boundary=x"),
    "charset that makes surrogates": ("text", "multipart/form-data; boundary=x; charset=utf-7"),
    "charset of escapes": ("text", "multipart/form-data; boundary=x; charset=unicode_escape"),
    "charset with a null": ("text", "multipart/form-data; boundary=x; charset=a\\0"),
    "charset of nobody": ("text", "multipart/form-data; boundary=x; charset=base64"),
    "no boundary": ("text", "multipart/form-data"),
    "empty boundary": ("text", "multipart/form-data; boundary="),
    "another type": ("text", "application/x-www-form-urlencoded"),
}


@pytest.mark.parametrize(("name", "kind"), FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("path", ["/v1/audit", "/v1/score"])
def test_no_form_breaks_the_server(client: TestClient, path: str, name: str, kind: str) -> None:
    head = 'Content-Disposition: form-data; name="'
    parts = {"snapshot": "{}", "record": r"\ud800", name: r"\ud800+2AA-"}
    body = "".join(f'--x\r\n{head}{key}"\r\n\r\n{value}\r\n' for key, value in parts.items())
    sent = f"{body}--x--\r\n".encode()
    assert_one_line(client.post(path, content=sent, headers={**OPEN, "Content-Type": kind}))
