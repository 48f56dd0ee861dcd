"""An output in a bucket of S3, that of moto on loopback."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from auditor.fleet import storage as module
from auditor.fleet import workplace
from auditor.fleet.data_set import open_data
from auditor.fleet.drive import FleetLimits, drive
from auditor.fleet.errors import StorageError
from auditor.fleet.records import DONE, SCAN, USES, ended_keys
from auditor.fleet.sites import ListedSite
from auditor.fleet.storage import Storage
from auditor.fleet.work import read_site
from tests.auditor.fleet.conftest import FakeCrew, plan_of, task_of
from tests.conftest import Site
from tests.tools.away_bucket import AwayBucket
from tests.tools.waiting import wait_until

pytest.importorskip("moto.server", reason="moto, of `fleet-dev`, is not installed")
pytest.importorskip("s3fs", reason="s3fs, of the extra `s3`, is not installed")
pytest.importorskip("duckdb", reason="duckdb, of the extra `fleet`, is not installed")
# What they warn of themselves.
pytestmark = [pytest.mark.fleet, pytest.mark.filterwarnings("ignore")]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[AwayBucket]:
    started = AwayBucket()
    # Storage itself asks again; s3fs would do it for half a minute each time.
    monkeypatch.setattr("s3fs.S3FileSystem.retries", 1)
    for name, value in started.environment.items():
        monkeypatch.setenv(name, value)
    yield started
    started.close()


@pytest.fixture
def bucket(server: AwayBucket) -> Storage:
    return Storage(f"{server.make()}/found")


def test_a_site_lies_in_a_bucket_as_in_a_folder(
    small_site: Site, bucket: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workplace, "EVERY", 0.0)
    task = task_of(small_site)
    found = read_site(task, bucket)
    assert found.pages == 3
    assert bucket.names(DONE) == {f"{task.key}.json"}
    assert bucket.fetch(SCAN.format(task.key), tmp_path / "scan.db")
    with sqlite3.connect(tmp_path / "scan.db") as database:
        assert database.execute("select count(*) from images").fetchone() == (3,)
    database.close()
    with open_data(bucket) as data:
        _, rows = data.ask("select site, count(*) from uses group by 1")
        assert list(rows) == [(task.key, 3)]
    bucket.remove(USES.format(task.key))
    assert bucket.names(USES.format(task.key).rpartition("/")[0]) == set()


def test_a_driver_goes_on_by_what_lies_in_the_bucket(bucket: Storage) -> None:
    first, second = ListedSite("https://a.org/"), ListedSite("https://b.org/")
    drive([first], plan_of(), bucket, FakeCrew(bucket), FleetLimits())
    crew = FakeCrew(bucket)
    drive([first, second], plan_of(), bucket, crew, FleetLimits())
    assert crew.started == [second.url]
    assert ended_keys(bucket) == ({first.key, second.key}, set())


def test_a_bucket_that_is_away_for_a_while_costs_nothing(
    server: AwayBucket,
    bucket: Storage,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Until each was asked in vain."""
    bucket.write("a", b"1")
    (tmp_path / "scan.db").write_bytes(b"2" * 100_000)
    monkeypatch.setattr(module, "FIRST_WAIT", 1e-3)
    server.leave()
    with ThreadPoolExecutor() as pool:
        read = pool.submit(bucket.read, "a")
        written = pool.submit(bucket.write, "b", b"3")
        sent = pool.submit(bucket.send, tmp_path / "scan.db", "sites/a/scan.db")
        listed = pool.submit(bucket.names, "")
        wait_until(lambda: sum("asked again" in said for said in caplog.messages) >= 4)
        server.come_back()
        assert read.result() == b"1"
        assert written.result() is sent.result() is None
        assert "a" in listed.result()
    assert bucket.read("b") == b"3"
    assert bucket.fetch("sites/a/scan.db", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_bytes() == b"2" * 100_000


def test_a_bucket_that_stays_away_is_said(server: AwayBucket, bucket: Storage) -> None:
    server.leave()
    hasty = Storage(bucket.place, patience=0.0)
    with pytest.raises(StorageError, match=re.escape(bucket.place)):
        hasty.write("a", b"1")
    server.come_back()
    assert bucket.read("a") is None
