"""An output in a bucket of S3, that of moto on loopback."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from auditor.fleet import storage as module
from auditor.fleet import work
from auditor.fleet.data_set import open_data
from auditor.fleet.drive import FleetLimits, drive
from auditor.fleet.records import DONE, SCAN, USES, ended_keys
from auditor.fleet.sites import ListedSite
from auditor.fleet.storage import Storage
from auditor.fleet.work import read_site
from tests.auditor.fleet.conftest import FakeCrew, plan_of, task_of
from tests.conftest import Site

moto = pytest.importorskip(
    "moto.server",
    reason="moto, which stands in for S3, is not installed (pip install moto[server])",
)
pytest.importorskip("s3fs", reason="s3fs, which opens s3://, is not installed")
pytest.importorskip("duckdb", reason="duckdb, of the extra `fleet`, is not installed")
# What they warn of themselves.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    started = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    started.start()
    host, port = started.get_host_and_port()
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "fleet")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "fleet")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    yield started
    started.stop()


@pytest.fixture
def bucket(server: object) -> Storage:
    import s3fs

    s3fs.S3FileSystem.clear_instance_cache()
    # What one of them holds, moto keeps for the next in the same process.
    name = f"fleet-{uuid4()}"
    s3fs.S3FileSystem().mkdir(name)
    return Storage(f"s3://{name}/found")


def test_a_site_lies_in_a_bucket_as_in_a_folder(
    small_site: Site, bucket: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "EVERY", 0.0)
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
    bucket: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It refuses until it was asked in vain."""
    bucket.write("a", b"1")
    asked = threading.Event()
    monkeypatch.setattr(module, "FIRST_WAIT", 1e-3)
    whole = bucket.filesystem.cat_file

    def away(path: str) -> bytes:
        if not asked.is_set():
            asked.set()
            raise OSError("SlowDown")
        return bytes(whole(path))

    monkeypatch.setattr(bucket.filesystem, "cat_file", away)
    assert bucket.read("a") == b"1"
    assert asked.is_set()
