"""Scan files that a stranger made: each is refused in one line, whatever it is read by."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from auditor.store.connection import connect
from auditor.store.decisions import Decisions
from auditor.store.errors import StoreError
from auditor.store.packing import DICTIONARY, pack, unpack
from auditor.store.queue import Queue
from auditor.store.reader import StoredScan
from auditor.store.values import MOST_JSON
from tests.auditor.scan_files import Image, write
from tests.tools.scan_fuzz import build, build_article, check, mutant

DEEP = "[" * 100_000
BOMB = b'{"record":"' + b"a" * (2 * MOST_JSON)
ENDLESS = "with recursive n(x) as (select 1 union all select x + 1 from n) select"

VALUES = {
    "a status of no kind": "update images set status = 'fine'",
    "a choice of no kind": "update decisions set choice = 'maybe'",
    "a severity of no kind": "delete from decisions; update findings set severity = 'x'",
    "a state of a page of no kind": "update pages set state = 'gone'",
    "a rule that is no id": "update rules set rule = char(27) || ']0;x'",
    "a rule that is no id, as earlier versions kept it": "update findings set rule_number = null, "
    "rule = char(27) || ']0;x'",
    "a rule of no number": "update findings set rule_number = 99",
    "a number that is text": "update pages set http_status = 'many'",
    "a text that is bytes": "update pages set title = x'00ff'",
    "a text that is no UTF-8": "update pages set title = cast(x'41ff' as text)",
    "an address that is none": "update pages set url = 'http://[' || id",
    "a name that is bytes": "update images set name = x'00'",
    "no details": "update images set details = null",
    "details that are text": "update images set details = 'x'",
    "a shared text of another page": "update shared_texts set text = (select details from images)",
    "a shared text that is text": "update shared_texts set text = 'x'",
    "a shared text from a place that is none": "update shared_texts set first = 'x'",
    "no shared text": "delete from shared_texts",
    "a picture that is not there": "delete from pictures",
    "a large thumbnail": "update pictures set thumbnail = zeroblob(2000000)",
    "a thumbnail that is text": "update pictures set thumbnail = 'x'",
    "sizes without end": "update pictures set width = 9e999",
    "lines nested deep": f"update pictures set lines = '{DEEP}'",
    "targets nested deep": f"update scan set targets = '{DEEP}'",
    "targets that are a text": "update scan set targets = '\"x\"'",
    "half a character": "update scan set targets = '[\"\\ud800\"]'",
    "arguments that are a list": "update scan set arguments = '[]'",
    "a time that is none": "update scan set started = 'yesterday'",
    "a model that is two lines": "update scan set model = 'a' || char(10) || 'b'",
    "evidence that is no JSON": "update site_findings set evidence = '{'",
    "a number that JSON has not": "update site_findings set evidence = '{\"a\": NaN}'",
    "no subject": "update skipped set subject = null",
}
SCHEMAS = {
    "a view without end for pages": f"""alter table pages rename to kept;
        create view pages as {ENDLESS} x as id, 'u' as url, 'done' as state, 0 as depth,
        null as final_url, 200 as http_status, '' as title, null as lang, '[]' as links from n""",
    "a view without end for what was applied": f"""drop table _sqlite_migrations;
        create view _sqlite_migrations as {ENDLESS} 'auditor' as migration_set, 'x' as name
        from n""",
    "a trigger": "create trigger t after insert on decisions begin delete from images; end",
    "a column that is computed": "alter table images add column more as (hex(zeroblob(90000000)))",
    "a table of words for pages": """drop table skipped;
        create virtual table skipped using fts5(id, subject, reason, page)""",
    "no table of pages": "drop table pages",
    "a view for shared texts": f"""drop table shared_texts;
        create view shared_texts as {ENDLESS} x as page, x as first, x'00' as text from n""",
    "a column less": "drop view queue; alter table images drop column details",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return build(tmp_path_factory.mktemp("made") / "scan.db").read_bytes()


def changed(path: Path, data: bytes, change: Callable[[sqlite3.Connection], object]) -> bytes:
    path.write_bytes(data)
    with closing(sqlite3.connect(path)) as database:
        change(database)
        database.commit()
        database.execute("pragma journal_mode = delete")
    return path.read_bytes()


@pytest.mark.parametrize("sql", [*VALUES.values(), *SCHEMAS.values()], ids=[*VALUES, *SCHEMAS])
def test_what_no_scan_writes_is_damage_in_every_command(made, tmp_path, sql, run) -> None:
    data = changed(tmp_path / "scan.db", made, lambda database: database.executescript(sql))
    problems, refused, _ = check(data)
    assert not problems
    assert refused
    (tmp_path / "scan.db").write_bytes(data)
    code, _, err = run("report", tmp_path / "scan.db", "-f", "json")
    assert code == 1
    assert err.count("\n") == 1
    assert "is damaged" in err


def test_few_bytes_that_stand_for_many_are_not_unpacked(made, tmp_path) -> None:
    packer = zlib.compressobj(level=9, zdict=DICTIONARY)
    bomb = packer.compress(BOMB) + packer.flush()
    assert len(bomb) < len(BOMB) / 500
    with pytest.raises(ValueError, match="longer than it may be"):
        unpack(bomb, "", dict)
    with pytest.raises(ValueError, match="more than a scan file holds"):
        pack("a" * MOST_JSON, "")
    article = build_article(tmp_path / "article.db").read_bytes()
    for table in ("articles", "article_images", "images", "shared_texts"):
        sql = f"update {table} set {'text' if table == 'shared_texts' else 'details'} = ?"
        data = changed(tmp_path / "scan.db", article, lambda db, sql=sql: db.execute(sql, [bomb]))
        problems, refused, _ = check(data)
        assert not problems
        assert refused


def test_a_table_that_holds_a_page_of_the_file_many_times_is_refused(tmp_path) -> None:
    """Its rows would have no end, or be as many as a power of the file's size."""
    path = write(tmp_path / "large.db", [Image(f"text {n}" * 40) for n in range(300)])
    with closing(sqlite3.connect(path)) as database:
        database.execute("pragma journal_mode = delete")
        (root,) = database.execute(
            "select rootpage from sqlite_master where name = 'images'"
        ).fetchone()
    data = bytearray(path.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    start = (root - 1) * size
    assert data[start] == 5, "an interior page"
    data[start + 8 : start + 12] = root.to_bytes(4, "big")
    problems, refused, _ = check(bytes(data))
    assert not problems
    assert {0, 1, 4, 5, 6, 7} <= refused


def test_many_decisions_on_one_image_make_it_no_more(made, tmp_path) -> None:
    def repeat(database: sqlite3.Connection) -> None:
        columns = "subject, alt, name, choice, note, better, decided"
        for _ in range(12):
            database.execute(f"insert into decisions ({columns}) select {columns} from decisions")

    path = tmp_path / "scan.db"
    changed(path, made, repeat)
    with StoredScan(path) as scan:
        assert len(list(scan.report().uses)) == 21
    with closing(Queue(path)) as queue:
        assert queue.load() == 21


def test_nothing_is_attached(made, tmp_path) -> None:
    path = tmp_path / "scan.db"
    path.write_bytes(made)
    with connect(path) as database, pytest.raises(StoreError, match="too many attached"):
        database.execute("attach ? as other", [str(tmp_path / "other.db")])


@pytest.mark.parametrize("part", range(5))
def test_files_with_random_bytes_changed_are_read_or_refused(part: int) -> None:
    """Each fifth of the ways of reading; tests/tools/scan_fuzz.py runs more, in all of them."""
    for number in range(part, 150, 5):
        problems, _, _ = check(mutant(number), number // 5 % 5, 5)
        assert not problems, number


def test_an_error_shows_no_control_characters(made, tmp_path) -> None:
    sql = 'create table "\x1b]0;x\ny" (a)'
    path = tmp_path / "scan.db"
    changed(path, made, lambda database: database.execute(sql))
    broken = path.read_bytes().replace(b"(a)", b"(((")
    path.write_bytes(broken)
    with pytest.raises(StoreError) as raised:
        StoredScan(path)
    assert str(raised.value).isprintable()
    assert json.dumps(str(raised.value))


def test_a_decision_cannot_be_put_into_another_database(tmp_path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("create table mine (a)")
        database.commit()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="holds tables of another program"):
        Decisions(path).count()
    assert path.read_bytes() == before
