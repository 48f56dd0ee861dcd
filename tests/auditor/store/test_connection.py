"""A scan file that is read stays as it is, wherever it lies."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from app.desk.articles import OpenArticles
from auditor.decision import Choice, Decision, Subject
from auditor.store.connection import Mode, bring_up_to_date, connect
from auditor.store.decisions import Decisions
from auditor.store.errors import StoreError
from auditor.store.migrating import Database, Migrations
from auditor.store.migrations import as_sql
from auditor.store.query import UNDECIDED, QueueQuery
from auditor.store.queue import Queue
from auditor.store.reader import StoredScan
from auditor.store.writer import Store
from tests.auditor.scan_files import INFO, Image, write

IMAGES = (Image("fox.png"), Image("A hill", page="/hill"))
"""On a page each, so that they share no text, as before there was such."""
FOX = Subject("fox", "fox.png", "fox.png")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(tmp_path / "scan.db", IMAGES)


def made_earlier(path: Path) -> Path:
    """As before there were decisions and articles."""
    with closing(sqlite3.connect(path)) as database:
        for table in (
            "decisions",
            "articles",
            "article_images",
            "use_decisions",
            "ratings",
            "messages",
            "site_messages",
            "shared_texts",
        ):
            database.execute(f"drop table {table}")
        database.execute(
            "update findings set rule = (select rule from rules where number = rule_number)"
        )
        database.execute("drop index idx_findings_rule_number")
        database.execute("alter table findings drop column rule_number")
        database.execute("drop table rules")
        database.execute("drop view queue")
        for table, column in (("images", "picture_number"), ("pictures", "number")):
            database.execute(f"drop index idx_{table}_{column}")
        database.execute("drop index idx_images_picture")
        database.execute(
            """update images set picture = coalesce(picture, (select sha256 from pictures
               where number = picture_number))"""
        )
        for table, column in (("images", "picture_number"), ("pictures", "number")):
            database.execute(f"alter table {table} drop column {column}")
        database.execute("create index idx_images_priority on images (priority)")
        database.execute("create index idx_findings_rule on findings (rule)")
        database.execute("create view queue as select * from images")
        database.execute("delete from _sqlite_migrations where name != 'm001_scan_pages_images'")
        database.commit()
    return path


def read(path: Path) -> int:
    """In all ways; how many image uses there are."""
    with StoredScan(path) as scan:
        uses = len(list(scan.report().uses))
        assert not scan.decided()
    with closing(Queue(path)) as queue:
        assert queue.load() == uses
        found = queue.find(QueueQuery(decision=UNDECIDED))
        queue.rows(found.ids)
        assert OpenArticles(path).edit(found.ids[0]) is None
    assert Decisions(path).get(FOX) is None
    return uses


def test_a_new_file_begins_with_what_all_migrations_make() -> None:
    assert files("auditor.store").joinpath("schema.sql").read_text("utf-8") == as_sql()


def test_a_file_that_was_left_before_its_first_table_is_made_whole(tmp_path) -> None:
    path = tmp_path / "scan.db"
    with closing(sqlite3.connect(path)) as database:
        Migrations("auditor").ensure_migrations_table(Database(database))
    connect(path, Mode.WRITE).close()
    assert Decisions(path).count() == 0


def test_a_file_is_made_and_read_without_the_library_of_migrations(tmp_path) -> None:
    code = """import sys
from importlib.resources import files
from pathlib import Path
from auditor.store.reader import StoredScan
from auditor.store.writer import Store
path = Path(sys.argv[1])
with Store(path):
    pass
with StoredScan(path) as scan:
    assert not scan.decided()
assert 'sqlite_utils' not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code, tmp_path / "scan.db"], check=True)


def test_no_pandas_is_loaded_with_the_migrations_and_it_can_be_later() -> None:
    code = """import importlib.util, sys
import auditor.store.migrations
assert 'pandas' not in sys.modules
if importlib.util.find_spec('pandas'):
    import pandas
    assert pandas.DataFrame
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_reading_leaves_a_file_and_its_folder_as_they_are(path) -> None:
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert read(path) == 2
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert [each.name for each in path.parent.iterdir()] == ["scan.db"]


def test_a_file_of_an_earlier_version_is_read_without_its_change(path) -> None:
    before = made_earlier(path).read_bytes()
    assert read(path) == 2
    assert path.read_bytes() == before


def test_a_file_of_an_earlier_version_is_brought_up_to_date_by_writing(path) -> None:
    Decisions(made_earlier(path)).put(FOX, Decision(Choice.RIGHT))
    assert Decisions(path).count() == 1
    before = path.read_bytes()
    bring_up_to_date(path)
    assert path.read_bytes() == before
    bring_up_to_date(made_earlier(path))
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("select count(*) from decisions").fetchone() == (0,)


def test_reading_makes_no_file(tmp_path) -> None:
    for opened in (StoredScan, Queue, connect, bring_up_to_date):
        with pytest.raises(StoreError, match="unable to open database file"):
            opened(tmp_path / "absent.db")
    with pytest.raises(StoreError, match="unable to open database file"):
        Decisions(tmp_path / "absent.db").put(FOX, Decision(Choice.RIGHT))
    assert not list(tmp_path.iterdir())


def test_what_is_read_is_not_written(path) -> None:
    with connect(path) as database, pytest.raises(StoreError, match="cannot be read"):
        database.execute("delete from main.images")


def test_an_empty_file_holds_no_scan_and_stays_empty(tmp_path) -> None:
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreError, match="holds no scan"):
        StoredScan(tmp_path / "empty.db")
    assert not (tmp_path / "empty.db").stat().st_size


def test_the_database_of_another_program_is_not_added_to(tmp_path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("create table mine (a)")
    before = path.read_bytes()
    for opened in (Store, StoredScan, Queue):
        with pytest.raises(StoreError, match="holds tables of another program"):
            opened(path)
    assert path.read_bytes() == before


def test_what_a_scan_writes_meanwhile_is_seen(path) -> None:
    with connect(path) as reader, connect(path, Mode.WRITE) as writer:
        assert reader.number("select count(*) from skipped") == 0
        writer.insert("skipped", [{"subject": "a", "reason": "b", "page": ""}])
        assert reader.number("select count(*) from skipped") == 1


def test_earlier_decisions_that_cannot_be_read_leave_the_new_file_free(path, tmp_path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "insert into decisions (subject, name, choice, note, better, decided)"
            " values ('a', 'b', 'perhaps', '', '', '')"
        )
        database.commit()
    with Store(tmp_path / "new.db") as store:
        with pytest.raises(StoreError, match=r"scan\.db is damaged: a decision in it"):
            store.begin(INFO, path)
        store.begin(INFO)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="permissions as POSIX has them")
@pytest.mark.parametrize("earlier", [False, True])
def test_a_file_and_a_folder_that_cannot_be_written_are_read(path, earlier: bool) -> None:
    if earlier:
        made_earlier(path)
    with TemporaryDirectory() as name:  # the folders of pytest are closed to others
        folder = Path(name)
        copy = folder / "scan.db"
        copy.write_bytes(path.read_bytes())
        copy.chmod(0o444)
        folder.chmod(0o555)
        try:
            assert _as_nobody(copy) == "2\n"
            assert list(folder.iterdir()) == [copy]
        finally:
            folder.chmod(0o755)


def _as_nobody(path: Path) -> str:
    """What `read` gives where not even permissions of the administrator help."""
    code = f"""import os
from importlib.resources import files
from pathlib import Path
from tests.auditor.store.test_connection import read
path = Path({str(path)!r})
read(path)  # imports what there is to import
if not os.getuid():
    os.setgid(65534)
    os.setuid(65534)
print(read(path))"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return ran.stdout or ran.stderr
