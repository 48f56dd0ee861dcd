"""The inventory: every image, what is missing kept apart from what is empty, texts and uses."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest


@pytest.fixture
def scanned(run, site, tmp_path: Path, picture_bytes) -> Path:
    site["/fox.png"] = picture_bytes()
    site["/"] = (
        "<img src=fox.png alt='A red fox'><img src=fox.png><img src=fox.png alt=''>"
        "<img src=fox.png alt=' '><img src=gone.png alt='=1+1'><a href=/b>b</a>"
    )
    site["/b"] = "<img src=fox.png alt='A red fox'>"
    path = tmp_path / "scan.db"
    run("scan", site.url(), "--no-score", "--static", "--save", path)
    return path


def test_each_use_says_whether_its_alt_is_missing_or_empty(run, scanned) -> None:
    rows = [json.loads(line) for line in run("images", scanned, "--json")[1].splitlines()]
    states = sorted(row["alt_state"] for row in rows)
    assert states == ["empty", "missing", "white space", "written", "written", "written"]
    text = run("images", scanned)[1]
    for words in ("no alternative text", "empty alternative text", "white space only", "A red fox"):
        assert words in text


def test_the_list_is_in_the_language_that_is_named(run, scanned) -> None:
    assert "kein Alternativtext" in run("images", scanned, "--language", "de")[1]
    out = run("images", scanned, "--by-picture", "--language", "de")[1]
    assert "5 Verwendungen auf 2 Seiten" in out
    assert "1 × kein Text, alt fehlt" in out


def test_the_inventory_for_spreadsheets_has_a_row_an_image_use(run, scanned) -> None:
    out = run("images", scanned, "--csv")[1]
    rows = list(csv.DictReader(io.StringIO(out.removeprefix("\ufeff"), newline="")))
    assert len(rows) == 6
    assert "'=1+1" in {row["alt"] for row in rows}


def test_by_picture_its_texts_and_uses_are_counted(run, scanned, site) -> None:
    rows = [
        json.loads(line)
        for line in run("images", scanned, "--by-picture", "--json")[1].splitlines()
    ]
    fox = next(row for row in rows if row["src"].endswith("fox.png"))
    assert len(rows) == 2
    assert (fox["uses"], fox["pages"]) == (5, [site.url("/"), site.url("/b")])
    assert fox["texts"][0] == {"alt_state": "written", "name": "A red fox", "uses": 2}
    text = run("images", scanned, "--by-picture")[1]
    assert "fox.png\t5 uses on 2 pages" in text
    assert "\t2 × “A red fox”, alt written" in text
    assert "\t1 × no text, alt missing" in text


def test_by_picture_is_no_table_of_uses(run, scanned) -> None:
    code, _, err = run("images", scanned, "--by-picture", "--csv")
    assert code == 1
    assert "--by-picture" in err
