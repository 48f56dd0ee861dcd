"""`auditor serve --save`: what was judged is a scan file as any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner
from starlette.testclient import TestClient

from app.backend.saved import TARGET, Saved
from app.cli import cli
from auditor.results import NO_MODEL
from auditor.store.writer import ScanInfo, Store
from tests.app.backend.conftest import lines_of, post_page, snapshot_of

FOX = '<img src="fox.png"><img src="blue.png" alt="image">'


def test_a_page_that_is_judged_again_replaces_itself(
    saving: TestClient, saved: Saved, picture_bytes: Callable[..., bytes]
) -> None:
    lines_of(post_page(saving, snapshot_of(FOX)))
    lines = lines_of(post_page(saving, snapshot_of(FOX), {"file-0": picture_bytes()}))
    with Store(saved.path) as store:
        report = store.report()
        uses = list(report.uses)
        assert (report.targets, len(report.pages), report.finished is not None) == (
            (TARGET,),
            1,
            True,
        )
    assert [use.verdict.status for use in uses] == [line["status"] for line in lines[1:-1]]
    assert [use.picture is not None for use in uses] == [True, False]
    assert len(report.skipped) == 1


def test_other_pages_stand_beside_it(saving: TestClient, saved: Saved) -> None:
    lines_of(post_page(saving, snapshot_of(FOX)))
    other = snapshot_of(FOX) | {"url": "http://example.org/other"}
    lines_of(post_page(saving, other))
    with Store(saved.path) as store:
        assert [page.images for page in store.report().pages] == [2, 2]


def test_a_scan_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "scan.db"
    with Store(path) as store:
        store.begin(ScanInfo(("http://example.org/",), "2026-01-01", "0", NO_MODEL, {}))
    answer = CliRunner().invoke(cli, ["serve", "--no-score", "--save", str(path)])
    assert (answer.exit_code, answer.output) == (
        1,
        f"Error: {path} holds a scan of something else; choose another file\n",
    )
