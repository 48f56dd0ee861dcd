"""One site read into an output: the rows of a scan alone, wherever it was killed."""

import asyncio
import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.fleet import work, workplace
from auditor.fleet.errors import FleetError, StorageError
from auditor.fleet.records import DONE, SCAN, USES, SiteFigures, understood_as
from auditor.fleet.storage import Storage
from auditor.fleet.work import read_site
from auditor.reports.csv_report import INVENTORY
from auditor.results import PageInfo
from auditor.store.reader import StoredScan
from auditor.store.writer import Store
from tests.auditor.fleet.conftest import task_of
from tests.conftest import Run, Site

parquet = pytest.importorskip(
    "pyarrow.parquet", reason="pyarrow, of the extra `fleet`, is not installed"
)
pytest.importorskip("fsspec", reason="fsspec, of the extra `fleet`, is not installed")


@pytest.fixture(params=["folder", "memory"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    return Storage(str(tmp_path / "out") if request.param == "folder" else f"memory:/{tmp_path}")


def copied(storage: Storage, name: str, path: Path) -> Path:
    assert storage.fetch(name, path)
    return path


def rows_of(path: Path) -> list[tuple[object, ...]]:
    with StoredScan(path) as stored:
        return [
            (use.rank, use.page_url, use.record.selector, use.verdict.status, use.verdict.reason)
            for use in stored.report().uses
        ]


def test_a_site_leaves_its_scan_file_its_uses_and_its_figures(
    small_site: Site, storage: Storage, tmp_path: Path, run: Run
) -> None:
    task = task_of(small_site)
    found = read_site(task, storage)
    assert (found.pages, found.pages_failed, found.reason) == (3, 0, "")
    assert (found.counts["missing"], found.counts["weak"], found.scored) == (1, 1, 0)
    stored = storage.read(f"{DONE}/{task.key}.json")
    assert stored is not None
    assert understood_as(SiteFigures, stored, "figures") == found

    scan = copied(storage, SCAN.format(task.key), tmp_path / "copy.db")
    alone = tmp_path / "alone.db"
    run("scan", small_site.url(), "--static", "--no-score", "--no-ocr", "--save", alone)
    assert rows_of(scan) == rows_of(alone)

    uses = parquet.read_table(copied(storage, USES.format(task.key), tmp_path / "uses.parquet"))
    assert uses.column_names == INVENTORY
    assert uses.num_rows == 3
    assert uses.column("page").to_pylist() == [row[1] for row in rows_of(scan)]
    assert uses.column("quality").to_pylist() == [None] * 3


def test_a_site_that_was_killed_in_the_middle_goes_on(
    small_site: Site, storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workplace, "EVERY", 0.0)
    task = task_of(small_site, concurrency=1)

    class Killed(BaseException):
        pass

    whole = Store.page_done

    def dies(self: Store, page: object, *rest: object) -> None:
        if page.url.endswith("/b"):  # type: ignore[attr-defined]
            raise Killed
        whole(self, page, *rest)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Store, "page_done", dies)
        with pytest.raises((Killed, BaseExceptionGroup)):
            read_site(task, storage)
    assert storage.names(DONE) == set()
    asked = len(small_site.asked)
    found = read_site(task, storage)
    assert found.pages == 3
    again = small_site.asked[asked:]
    assert "/b" in again
    assert "/a" not in again


def test_what_was_scanned_is_not_scanned_again(small_site: Site, storage: Storage) -> None:
    """It was killed between the scan and its figures."""
    task = task_of(small_site)
    found = read_site(task, storage)
    storage.remove(f"{DONE}/{task.key}.json")
    asked = len(small_site.asked)
    again = read_site(task, storage)
    assert len(small_site.asked) == asked
    assert (again.counts, again.pages) == (found.counts, found.pages)


def test_a_task_that_is_stopped_keeps_what_it_read(
    small_site: Site, storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = task_of(small_site, concurrency=1)
    whole = Store.page_done

    def stops(self: Store, page: object, *rest: object) -> None:
        whole(self, page, *rest)  # type: ignore[arg-type]
        current = asyncio.current_task()
        for each in asyncio.all_tasks():
            if each is not current:
                each.cancel()

    monkeypatch.setattr(Store, "page_done", stops)
    with pytest.raises((asyncio.CancelledError, KeyboardInterrupt)):
        read_site(task, storage)
    with StoredScan(copied(storage, SCAN.format(task.key), tmp_path / "copy.db")) as stored:
        report = stored.report()
    assert report.finished is None
    assert next(page.state for page in report.pages) == "done"


def test_a_site_of_which_nothing_could_be_read_says_why(site: Site, storage: Storage) -> None:
    site["/"] = (500, {"Content-Type": "text/html"}, b"broken")
    found = read_site(task_of(site), storage)
    assert found.unread
    assert "500" in found.reason


def test_no_page_waits_for_a_copy_that_is_sent(
    small_site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one is on its way until the last page was read, and then comes to nothing."""
    monkeypatch.setattr(workplace, "EVERY", 0.0)
    storage = Storage(f"memory:/{tmp_path}")
    all_read, sent = threading.Event(), []
    whole, done = Storage.send, Store.page_done

    def send(self: Storage, local: Path, name: str) -> None:
        sent.append(local.name)
        if len(sent) == 1:
            assert all_read.wait(300)
            raise StorageError("it is away")
        whole(self, local, name)

    def page_done(self: Store, page: PageInfo, *rest: object) -> None:
        done(self, page, *rest)  # type: ignore[arg-type]
        if page.url.endswith("/b"):
            all_read.set()

    monkeypatch.setattr(Storage, "send", send)
    monkeypatch.setattr(Store, "page_done", page_done)
    task = task_of(small_site, concurrency=1)
    assert read_site(task, storage).pages == 3
    assert (sent[0], sent[-2:]) == ("copy.db", ["scan.db", "uses.parquet"])
    assert len(rows_of(copied(storage, SCAN.format(task.key), tmp_path / "scan.db"))) == 3


def test_a_scan_that_ends_for_want_of_a_browser_is_not_done(
    small_site: Site, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*arguments: object) -> str:
        return "Chromium did not start"

    task = task_of(small_site)
    with monkeypatch.context() as patch:
        patch.setattr(work, "scan", lost)
        with pytest.raises(FleetError, match=r"^Chromium did not start$"):
            read_site(task, storage)
    assert storage.names(DONE) == set()
    assert read_site(task, storage).pages == 3


def test_a_site_whose_time_is_over_is_done_with_what_was_read(
    small_site: Site, storage: Storage
) -> None:
    task = task_of(small_site)
    short = replace(task, options=replace(task.options, max_time=0.0))
    found = read_site(short, storage)
    assert found.pages == 0
    assert "--max-time" in found.reason


def test_a_full_disk_is_no_fault_of_the_site(
    small_site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workplace, "LEAST_FREE", 2**62)
    with pytest.raises(StorageError, match="MB are free"):
        read_site(task_of(small_site), Storage(str(tmp_path / "out")))
    assert small_site.asked == []


def test_halves_of_characters_do_not_spoil_the_data_set(site: Site, storage: Storage) -> None:
    site["/"] = '<img src="data:image/png;base64,AA" alt="a \ud83d b">'.encode(
        "utf-8", "surrogatepass"
    )
    found = read_site(task_of(site), storage)
    assert sum(found.counts.values()) == 1


def test_pages_of_a_sitemap_are_read(small_site: Site, storage: Storage) -> None:
    url = small_site.url("/b")
    small_site["/sitemap.xml"] = (
        200,
        {"Content-Type": "application/xml"},
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>{url}</loc></url>'
        "</urlset>".encode(),
    )
    task = task_of(small_site, sitemaps=(small_site.url("/sitemap.xml"),), max_depth=0)
    assert read_site(task, storage).pages == 2
    assert "/a" not in small_site.asked


def test_the_figures_are_plain_json(small_site: Site, storage: Storage) -> None:
    task = task_of(small_site)
    read_site(task, storage)
    stored = storage.read(f"{DONE}/{task.key}.json")
    assert stored is not None
    assert json.loads(stored)["url"] == small_site.url()
