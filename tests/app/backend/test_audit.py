from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from app.backend.server import make_app
from app.backend.service import Service
from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.scan.one_page import audit_page
from tests.app.backend.conftest import (
    OPEN,
    PORT,
    Audit,
    all_lines_of,
    lines_of,
    post_page,
    snapshot_of,
)
from tests.conftest import Site

FOX = '<img src="fox.png" alt="A red fox in the snow"><img src="logo.png">'


def test_images_come_worst_first_between_page_and_end(audit: Audit) -> None:
    page, first, second, end = audit(FOX)
    assert (page["type"], page["images"], page["url"]) == ("page", 2, "http://example.org/page")
    assert (first["type"], first["status"], first["rank"]) == ("use", "missing", 1)
    assert (second["image"]["alt"], second["rank"]) == ("A red fox in the snow", 2)
    assert end["type"] == "end"


def test_pictures_that_were_not_sent_are_asked_for(audit: Audit) -> None:
    end = audit(FOX + "<svg role=img aria-label=Chart></svg>")[-1]
    assert end["wanted"] == [
        {"ordinal": 0, "how": "file", "src": "http://example.org/fox.png"},
        {"ordinal": 1, "how": "file", "src": "http://example.org/logo.png"},
        {"ordinal": 2, "how": "drawing", "src": None},
    ]
    assert end["skipped"] == []


def test_pictures_that_were_sent_are_looked_at(
    client: TestClient, picture_bytes: Callable[..., bytes]
) -> None:
    pictures = {"file-0": picture_bytes(), "file-1": b"no picture"}
    lines = all_lines_of(post_page(client, snapshot_of(FOX), pictures))
    *told, last = [line for line in lines if line["type"] == "progress"]
    assert last == {"type": "progress", "pictures": 2, "of": 2}
    assert [line["type"] for line in lines[len(told) + 1 :]] == ["page", "use", "use", "end"]
    assert lines[-1]["wanted"] == []
    assert [item["reason"] for item in lines[-1]["skipped"]] == ["not an image"]
    sizes = [use["picture"]["width"] for use in lines if use["type"] == "use"]
    assert sorted(sizes) == [0, 300]


def test_an_svg_file_is_asked_for_as_a_drawing(audit: Audit) -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'
    end = audit('<img src="a.svg" alt="A square">', {"file-0": svg})[-1]
    assert [(each["ordinal"], each["how"]) for each in end["wanted"]] == [(0, "drawing")]


def test_texts_that_look_like_markup_come_back_as_they_are(audit: Audit) -> None:
    text = "</script><script>alert(1)</script>"
    use = audit(f'<img src="a.png" alt="{text.replace("<", "&lt;")}">')[1]
    assert use["image"]["alt"] == text


def test_half_a_surrogate_pair_is_replaced(client: TestClient) -> None:
    use = lines_of(post_page(client, snapshot_of('<img src="a.png" alt="\ud83d fox">')))[1]
    assert use["image"]["alt"] == "\ufffd fox"


BROKEN: dict[str, Any] = {
    "no object": [],
    "no frames": {"url": "http://example.org/"},
    "empty": {"url": "http://example.org/", "frames": []},
    "url is a number": snapshot_of("") | {"url": 3},
    "html is missing": {"url": "x", "frames": [{"frame_id": "0", "url": "x", "title": ""}]},
    "unknown fact": snapshot_of("", facts={"1": {"colour": "red"}}),
    "too many frames": {"url": "x", "frames": snapshot_of("")["frames"] * 101},
}


@pytest.mark.parametrize("snapshot", BROKEN.values(), ids=BROKEN)
def test_a_broken_snapshot_gets_one_line(client: TestClient, snapshot: Any) -> None:
    answer = post_page(client, snapshot)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(("the snapshot", "a snapshot"))


@pytest.mark.parametrize("body", [b"", b"{", b'--x\r\nContent-Disposition: form-data; name="sn'])
def test_a_truncated_form_gets_one_line(client: TestClient, body: bytes) -> None:
    headers = OPEN | {"Content-Type": "multipart/form-data; boundary=x"}
    answer = client.post("/v1/audit", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_truncated_json_in_the_snapshot_gets_one_line(client: TestClient) -> None:
    files = {"snapshot": b'{"url": "http://example.org/", "frames": [{'}
    answer = client.post("/v1/audit", files=files, headers=OPEN)
    assert answer.status_code == 400


def test_a_picture_bomb_is_a_skipped_picture(audit: Audit) -> None:
    out = io.BytesIO()
    Image.new("1", (30_000, 30_000)).save(out, "PNG")
    end = audit(FOX, {"file-0": out.getvalue()})[-1]
    assert len(end["skipped"]) == 1


async def test_verdicts_are_those_of_a_scan(
    site: Site, judging: Service, picture_bytes: Callable[..., bytes]
) -> None:
    """The page as a scan reads it, sent as the extension would: the same, image by image."""
    site["/fox.png"] = picture_bytes("orange")
    site["/blue.png"] = picture_bytes("blue")
    site["/inner"] = '<img src="/blue.png" alt="DSC_0001.JPG">'
    site["/"] = (
        '<h1>Foxes</h1><img src="/fox.png" alt="A red fox in the snow"><p>Foxes live in woods.</p>'
        '<a href="/"><img src="/blue.png"></a><iframe src="/inner"></iframe><img src="/gone.png">'
    )
    options = BrowserOptions(quiet=0.05)
    with ThreadPoolExecutor(2) as pool:
        async with open_browser(options) as context:
            reader = Recording(BrowserReader(context, options))
            expected = await audit_page(reader, site.url("/"), judging.judge, pool)
    client = TestClient(make_app(judging, PORT), base_url=f"http://127.0.0.1:{PORT}")
    files = {f"file-{ordinal}": data for ordinal, data in reader.sent.items()}
    lines = await asyncio.to_thread(
        lambda: lines_of(post_page(client, as_posted(reader.page), files))
    )
    found = {
        line["image"]["ordinal"]: (line["status"], line["priority"], line["scores"])
        for line in lines
        if line["type"] == "use"
    }
    assert len(found) == 4
    for outcome in (use.outcome for use in expected.uses):
        status, priority, scores = found[outcome.record.ordinal]
        assert (status, priority) == (outcome.verdict.status, outcome.verdict.priority)
        assert (scores and scores["quality"]) == (outcome.scores and outcome.scores.quality)


class Recording:
    """A reader that keeps the page and the pictures that went through it."""

    def __init__(self, reader: BrowserReader) -> None:
        self._reader = reader
        self.sent: dict[int, bytes] = {}

    async def read(self, url: str) -> Any:
        self.page = await self._reader.read(url)
        return self.page

    async def fetch(self, record: Any, frame_id: str) -> bytes:
        self.sent[record.ordinal] = await self._reader.fetch(record, frame_id)
        return self.sent[record.ordinal]

    async def draw(self, record: Any) -> bytes:
        return await self._reader.draw(record)


def as_posted(page: Any) -> dict[str, Any]:
    """The snapshot in the form that is sent; boxes were placed already."""
    import cattrs

    frames = []
    for frame in page.frames:
        facts = {
            stamp: cattrs.unstructure(fact)
            | {"box": fact.box and [fact.box.x, fact.box.y, fact.box.width, fact.box.height]}
            for stamp, fact in frame.facts.items()
        }
        frames.append(
            {
                "frame_id": frame.frame_id,
                "url": frame.url,
                "title": frame.title,
                "html": frame.html,
                "facts": facts,
                "owner": frame.owner,
            }
        )
    return json.loads(json.dumps({"url": page.final_url, "frames": frames}))


@pytest.mark.parametrize(
    ("asked", "language", "says"),
    [
        ("de-AT, en;q=0.5", "de", "hat keinen Namen"),
        ("ja, fr;q=0.3", "fr", "n’a pas de nom"),
        ("ja", "en", "has no name"),
    ],
)
def test_what_is_found_is_said_in_the_language_that_is_liked_best(
    client: TestClient, asked: str, language: str, says: str
) -> None:
    snapshot = snapshot_of("<img src=fox.png>")
    answer = post_page(client, snapshot, **{"Accept-Language": asked})
    (use,) = [line for line in all_lines_of(answer) if line["type"] == "use"]
    assert use["language"] == language
    assert says in use["reason"]
    assert use["status"] == "missing"


def test_why_a_picture_was_not_looked_at_is_said_in_that_language_too(client: TestClient) -> None:
    snapshot = snapshot_of("<img alt='A red fox'>")
    answer = post_page(client, snapshot, **{"Accept-Language": "de"})
    (unseen,) = all_lines_of(answer)[-1]["skipped"]
    assert unseen["reason"] == "es nennt kein Bild"
    assert unseen["subject"].startswith("Bild von ")
