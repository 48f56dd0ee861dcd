"""Views that a script shows by the fragment of the address: "…/#/boats", "…/#!visit"."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run, Site

APP = """<nav><a href="#/">Home</a> <a href="#/boats?page=2">Boats</a> <a href="#!visit">Visit</a>
  <a href="#/unknown">Dead</a> <a href="#top">Up</a></nav><main id=view></main>
  <script>
    const views = {"/boats?page=2": "<h1>Boats</h1><img src=/a.png>",
                   "!visit": "<h1>Visit</h1><img src=/a.png alt='A red square'>"};
    const show = () => document.getElementById("view").innerHTML =
      views[location.hash.slice(1)] ?? "<h1>Museum</h1>";
    addEventListener("hashchange", show); show();
  </script>"""


@pytest.fixture
def app(site: Site, picture_bytes) -> Site:
    site["/"] = APP
    site["/a.png"] = picture_bytes()
    return site


def scan(run: Run, folder: Path, *arguments: object) -> tuple[int, dict[str, Any]]:
    file = folder / "report.json"
    options = ("--no-score", "--no-ocr", "--no-save", "--timeout", 10, "--output", file)
    code, _, _ = run("scan", *arguments, *options)
    report: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return code, report


def test_a_view_that_is_named_is_judged_and_named(run, app, tmp_path) -> None:
    target = app.url("/#/boats?page=2")
    code, report = scan(run, tmp_path, target, "--depth", 0)
    assert (code, [use["status"] for use in report["uses"]]) == (2, ["missing"])
    assert report["uses"][0]["page"]["url"] == report["pages"][0]["url"] == target


def test_links_to_views_are_followed_and_one_view_is_judged_once(run, app, tmp_path) -> None:
    _, report = scan(run, tmp_path, app.url("/"), "--concurrency", 1)
    paths = {page["url"].removeprefix(app.url("/")): page["state"] for page in report["pages"]}
    assert paths == {"": "done", "#/boats?page=2": "done", "#!visit": "done", "#/unknown": "same"}
    assert len(report["uses"]) == 2


def test_without_a_browser_the_number_of_views_is_told(run, app, tmp_path) -> None:
    _, report = scan(run, tmp_path, app.url("/"), "--static")
    assert [skipped["reason"] for skipped in report["skipped"]] == [
        "3 more pages are linked: they are views that a script shows: scan without --static"
    ]


def test_without_a_browser_a_view_that_is_named_is_not_done(run, app, tmp_path) -> None:
    code, report = scan(run, tmp_path, app.url("/#/boats?page=2"), "--static")
    assert code == 1
    assert [page["state"] for page in report["pages"]] == ["failed"]


def test_a_view_of_a_file_can_be_named(run, tmp_path) -> None:
    (tmp_path / "index.html").write_text(f"<!doctype html><title>x</title>{APP}", "utf-8")
    target = f"{tmp_path / 'index.html'}#/boats?page=2"
    code, report = scan(run, tmp_path, target, "--depth", 0)
    assert (code, len(report["uses"])) == (2, 1)
    assert report["pages"][0]["url"].endswith("/index.html#/boats?page=2")
