"""One meaning of "asks for work", through whichever door an image use is seen. A picture that did
not load, whose text so cannot be compared, asks a person to look."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from app.backend.audits import handle
from auditor.findings import ASKS_FOR_WORK, Status, Verdict
from auditor.gate.exit_code import parse_fail_on
from auditor.results import Judged
from auditor.store.query import TO_DO, QueueQuery
from auditor.store.queue import Queue
from auditor.wiki.reports.report import ASKS_EDITORS
from tests.auditor.conftest import record_of
from tests.auditor.scan_files import Image, write
from tests.conftest import Run

AT_REST = (Status.NOT_COMPARED, Status.OK, Status.DECORATIVE)


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    """An image use of each status, its text the name of the status."""
    images = [Image(s.value, s, priority=90 - n) for n, s in enumerate(Status)]
    return write(tmp_path / "scan.db", images)


def test_everything_does_but_what_serves_and_what_is_decorative() -> None:
    assert set(Status) - ASKS_FOR_WORK == set(AT_REST)


def test_the_window_asks_for_the_same(scan: Path) -> None:
    queue = Queue(scan)
    queue.load()
    found = queue.rows(queue.find(QueueQuery(status=TO_DO)).ids)
    queue.close()
    assert {row.status for row in found} == ASKS_FOR_WORK


def test_reports_list_the_same(run: Run, scan: Path) -> None:
    _, out, _ = run("report", scan, "--format", "work-list")
    assert {row["text_now"] for row in csv.DictReader(io.StringIO(out))} == ASKS_FOR_WORK
    _, out, _ = run("report", scan, "--format", "terminal")
    assert all((f"“{status}”" in out) is (status in ASKS_FOR_WORK) for status in Status)


@pytest.mark.parametrize("status", list(Status))
def test_the_server_tells_it_with_each_use(status: Status) -> None:
    judged = Judged(record_of(), None, None, Verdict(status, "because", (), 10.0))
    assert handle(judged, "frame")["asks_for_work"] is (status in ASKS_FOR_WORK)


@pytest.mark.parametrize("status", list(Status))
def test_a_check_can_fail_on_what_does(status: Status) -> None:
    if status in ASKS_FOR_WORK:
        assert parse_fail_on(status.value) is status
    else:
        with pytest.raises(ValueError, match=status.value):
            parse_fail_on(status.value)


def test_editors_alone_are_not_asked_about_pictures_that_nobody_saw() -> None:
    assert {Status.NOT_CHECKABLE} == ASKS_FOR_WORK - ASKS_EDITORS


def test_a_picture_that_did_not_load_is_on_the_list(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><title>Foxes</title><img src=gone.png alt='A red fox'>")
    _, out, _ = run("scan", page, "--static", "--no-save", "--no-score")
    assert "“A red fox”" in out
