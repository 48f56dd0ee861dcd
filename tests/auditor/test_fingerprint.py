"""What makes an image use the same in two scans, and what makes it another."""

from __future__ import annotations

from typing import Any

import pytest

from auditor.findings import Status, Verdict
from auditor.fingerprint import fingerprint
from auditor.results import JudgedUse, PictureInfo
from extractors.records import AccessibleName, ImageRecord, Kind, NameSource
from tests.auditor.conftest import record_of

PAGE = "https://example.org/foxes/red"


def printed(record: ImageRecord, page: str = PAGE, sha256: str | None = "f0" * 32) -> str:
    picture = PictureInfo(sha256, "image/png", 9, 9, 99) if sha256 else None
    verdict = Verdict(Status.OK, "It serves.", (), 0.0)
    return fingerprint(JudgedUse(1, page, "Foxes", record, picture, None, verdict))


BASE = printed(record_of())


@pytest.mark.parametrize(
    "changes",
    [
        {"selector": "main > div.css-1x2y3z > img", "ordinal": 40},
        {"src": "https://cdn.example.net/i/f%6Fx.jpg?v=77&w=300"},
        {"html": '<img class="a b c" data-v="9">', "stamp": "12"},
        {"alt": " A  red\nfox ", "name": AccessibleName("A red fox", NameSource.ALT)},
    ],
    ids=["moved in the page", "other address", "other markup", "other white space"],
)
def test_what_people_rework_every_day_leaves_it_as_it_is(changes: dict[str, Any]) -> None:
    assert printed(record_of(**changes)) == BASE


@pytest.mark.parametrize(
    "page",
    [
        "https://example.org/foxes/red?utm_source=x#top",
        "http://staging.example.org:8080/foxes/%72ed",
    ],
)
def test_host_query_and_encoding_of_the_page_do_not_count(page: str) -> None:
    assert printed(record_of(), page) == BASE


def test_picture_text_page_and_kind_each_make_another_use() -> None:
    uses = [
        BASE,
        printed(record_of("A grey fox")),
        printed(record_of(), "https://example.org/foxes/grey"),
        printed(record_of(), sha256="0f" * 32),
        printed(record_of(kind=Kind.INPUT)),
        printed(record_of(None)),
        printed(record_of("")),
    ]
    assert len(set(uses)) == len(uses)


def test_a_missing_file_is_known_by_its_path_and_a_drawing_by_its_text() -> None:
    gone = printed(record_of(src="https://cdn.example/a.png?1"), sha256=None)
    assert gone == printed(record_of(src="https://other.example/%61.png?2"), sha256=None)
    assert gone != printed(record_of(src="https://cdn.example/b.png"), sha256=None)
    drawing = record_of(kind=Kind.SVG, src=None)
    assert printed(drawing) == printed(drawing, sha256="0f" * 32) == printed(drawing, sha256=None)


def test_a_local_page_is_known_by_its_file_name() -> None:
    here, there = (printed(record_of(), f"file:///{top}/index.html") for top in ("a/b", "c"))
    assert here == there


@pytest.mark.parametrize("text", ["a \ud800", "\x00", "x" * 1_000_000, "]]>"])
def test_texts_that_attack_have_a_fingerprint_too(text: str) -> None:
    assert len(printed(record_of(text, src="https://[broken"), sha256=None)) == 32
