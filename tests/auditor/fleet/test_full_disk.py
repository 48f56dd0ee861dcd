"""A disk that is really full, at each byte of what a site leaves: nothing half-written counts, and
what was begun goes on once there is room."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.fleet import workplace
from auditor.fleet.crew import TaskState
from auditor.fleet.data_set import open_data
from auditor.fleet.on_ray import run_task
from auditor.fleet.records import SCAN, ended_keys
from auditor.fleet.storage import Storage
from auditor.fleet.work import read_site
from tests.auditor.fleet.conftest import task_of
from tests.conftest import Site
from tests.tools.scan_rows import rows
from tests.tools.small_disk import resize, small_disk

pytest.importorskip("duckdb", reason="duckdb, of the extra `fleet`, is not installed")
pytest.importorskip("fsspec", reason="fsspec, of the extra `fleet`, is not installed")
STEP = 48_000
"""Bytes by which the disk is larger each time: fewer than a page leaves."""


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """One that is nearly full."""
    monkeypatch.setattr(workplace, "LEAST_FREE", 0)
    with small_disk(tmp_path / "disk", STEP) as folder:
        yield folder


@pytest.fixture(params=["folder", "bucket"])
def storage(
    request: pytest.FixtureRequest, disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Storage:
    """On that disk; or a bucket, for which that disk has the scan file while it is written, and
    every copy of it."""
    if request.param == "folder":
        return Storage(str(disk / "out"), patience=0.0)
    monkeypatch.setattr(tempfile, "tempdir", str(disk))
    monkeypatch.setattr(workplace, "EVERY", 0.0)
    return Storage(f"memory:/{tmp_path}", patience=0.0)


def test_a_full_disk_costs_a_site_nothing_wherever_it_is_met(
    small_site: Site, disk: Path, storage: Storage, tmp_path: Path
) -> None:
    task = task_of(small_site)
    alone = tmp_path / "alone"
    read_site(task, Storage(str(alone)))
    size, reasons = STEP, []
    while (end := run_task(task, storage, None)).state is not TaskState.DONE:
        assert end.state is TaskState.LOST, end
        assert ended_keys(storage) == (set(), set())
        reasons.append(end.reason)
        size += STEP
        resize(disk, size)
    assert len(reasons) > 3
    assert all("full" in why or "No space" in why for why in reasons), set(reasons)
    assert storage.fetch(SCAN.format(task.key), tmp_path / "scan.db")
    assert rows(tmp_path / "scan.db") == rows(alone / SCAN.format(task.key))
    with open_data(storage) as data:
        assert list(data.ask("select count(*) from uses")[1]) == [(3,)]
