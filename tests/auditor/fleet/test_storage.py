"""Where the output of a fleet lies: a folder, and what fsspec opens."""

import pickle
from pathlib import Path
from typing import Any

import pytest

from auditor.fleet import storage as module
from auditor.fleet.errors import FleetError, StorageError
from auditor.fleet.storage import Storage

pytest.importorskip("fsspec", reason="fsspec, of the extra `fleet`, is not installed")


@pytest.fixture(params=["folder", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    return Storage(str(tmp_path / "out") if request.param == "folder" else f"memory:/{tmp_path}")


def test_what_was_written_is_read(store: Storage) -> None:
    store.write("done/a.json", b"first")
    store.write("done/a.json", b"second")
    store.write("done/b.json", b"other")
    assert store.read("done/a.json") == b"second"
    assert store.names("done") == {"a.json", "b.json"}
    assert store.read_all("done") == {"a.json": b"second", "b.json": b"other"}


def test_what_is_not_there_is_no_error(store: Storage, tmp_path: Path) -> None:
    assert store.read("done/a.json") is None
    assert store.names("done") == set()
    assert store.read_all("done") == {}
    assert not store.fetch("scan.db", tmp_path / "copy")
    store.remove("done/a.json")


def test_files_go_there_and_back(store: Storage, tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"scan")
    store.send(tmp_path / "one", "sites/a/scan.db")
    assert store.fetch("sites/a/scan.db", tmp_path / "two")
    assert (tmp_path / "two").read_bytes() == b"scan"
    store.remove("sites/a/scan.db")
    assert store.names("sites/a") == set()


def test_it_can_be_sent_to_another_process(store: Storage) -> None:
    store.write("a", b"1")
    assert pickle.loads(pickle.dumps(store)).read("a") == b"1"


def test_only_a_folder_lies_on_this_machine(tmp_path: Path) -> None:
    assert Storage(str(tmp_path)).folder == tmp_path
    assert Storage("memory://bucket").folder is None


class Away:
    """A filesystem that answers after some failures."""

    protocol = "away"

    def __init__(self, failures: int, error: Exception) -> None:
        self.failures, self.error = failures, error

    def cat_file(self, path: str) -> bytes:
        self.failures -= 1
        if self.failures >= 0:
            raise self.error
        return b"there"


def away(monkeypatch: pytest.MonkeyPatch, failures: int, error: Exception, patience: float) -> Any:
    store = Storage("away://bucket", patience)
    store.__dict__["_opened"] = (Away(failures, error), "bucket")
    monkeypatch.setattr(module, "FIRST_WAIT", 1e-4)
    return store


def test_a_store_that_fails_for_a_while_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    store = away(monkeypatch, 5, ConnectionError("refused"), patience=60)
    assert store.read("a") == b"there"


def test_a_store_that_does_not_come_back_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    store = away(monkeypatch, 10**9, ConnectionError("refused"), patience=0.01)
    with pytest.raises(StorageError, match="away://bucket: refused"):
        store.read("a")


def test_a_store_that_refuses_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    store = away(monkeypatch, 1, PermissionError("no"), patience=60)
    with pytest.raises(StorageError, match="no"):
        store.read("a")


def test_a_place_that_nothing_opens_is_told() -> None:
    with pytest.raises(FleetError, match="cannot be opened"):
        Storage("nowhere://bucket").names("done")
