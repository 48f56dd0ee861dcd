"""The tables of a scan file: what a new file begins with, and what a file must hold to be read.
An older file is brought up to date by the steps of auditor/store/migrations.py."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from importlib.resources import files
from pathlib import Path

from auditor.store.errors import StoreError

_LARGE = ("pictures", "article_images")
"""Tables of which single rows are looked up by their key, and nothing else is asked."""
_APPLIED = "_sqlite_migrations"
_MOST_APPLIED = 1000
_SET, _FIRST = "auditor", "m001_scan_pages_images"
"""The name of all our migrations, and that of the first."""

Columns = frozenset[tuple[str, int]]
"""Names of the columns of a table, each with its place in the primary key, 0 for none."""


def applied(database: sqlite3.Connection, path: Path | str) -> frozenset[str]:
    """Which migrations made the tables of a file; none where it has no table at all. Raises
    StoreError for a file of a later version, and where a table is not as they have made it."""
    database.execute("begin")  # or another process may make them between two looks
    try:
        return _applied(database, path)
    finally:
        database.execute("rollback")


def _applied(database: sqlite3.Connection, path: Path | str) -> frozenset[str]:
    kinds = _kinds(database)
    if not kinds:
        return frozenset()
    if _APPLIED not in kinds:
        raise StoreError(f"{path} is no scan file: it holds tables of another program")
    if "trigger" in kinds.values():
        raise StoreError(f"{path} is damaged: it has triggers, which no scan file has")
    _check_table(kinds, _APPLIED, path)
    names = _names(database)
    if not names <= _steps():
        raise StoreError(f"{path} was written by a later version of the program")
    if _FIRST not in names and (names or "images" in kinds):
        raise StoreError(f"{path} is damaged: it lacks tables")
    for table, columns in _made_by(names).items():
        _check_table(kinds, table, path)
        if _columns(database, table) != columns:
            raise StoreError(
                f"{path} is damaged, or of an earlier version of the program: scan again"
            )
    return names


def bring_up_to_date(database: sqlite3.Connection, made: frozenset[str]) -> None:
    """Make the tables that a file lacks. Raises sqlite3.Error."""
    if not _kinds(database):
        database.executescript(f"begin immediate; {_new_tables()} commit;")
    elif made != _steps():
        from auditor.store.migrations import add_missing  # loads a library that few files need

        add_missing(database)


def lacks_tables(database: sqlite3.Connection) -> bool:
    """Whether a file is of an earlier version of the program."""
    return not _made_by(_steps()).keys() <= _kinds(database).keys()


def lend_tables(database: sqlite3.Connection, made: frozenset[str]) -> None:
    """Make the tables in memory, empty, that a file lacks which is only read. Raises
    sqlite3.Error."""
    here, all_ = _made_by(made), _made_by(_steps())
    for table in all_.keys() - here.keys():
        columns = ", ".join(sorted(name for name, _ in all_[table]))
        database.execute(f"create temp table {table} ({columns})")


def show_names(database: sqlite3.Connection) -> None:
    """Let what names a picture or a rule by a number be read with the name, as what an earlier
    version kept is. Raises sqlite3.Error."""
    _show_pictures(database)
    _show_rules(database)


def _show_pictures(database: sqlite3.Connection) -> None:
    """Let `images` be read with `picture`, the hash, whether a row has it or a number; what stands
    in the row itself is `picture_kept`. Also of a file that is only read and has no numbers yet,
    where `pictures` is read with such a column."""
    columns = _plain_columns(database, "images")
    if "picture_number" in columns:
        picture = """coalesce(picture, (select sha256 from main.pictures as kept
            where kept.number = picture_number))"""
    else:
        picture, columns = "picture", {**columns, "picture_number": "null as picture_number"}
        database.execute("create temp view pictures as select *, null as number from main.pictures")
    shown = {**columns, "picture": f"{picture} as picture", "": "picture as picture_kept"}
    _show(database, "images", shown)


def _show_rules(database: sqlite3.Connection) -> None:
    """Let `findings` be read with `rule`, the id, whether a row has it or a number; what stands in
    the row itself is `rule_kept`."""
    columns = _plain_columns(database, "findings")
    rule = "coalesce((select rule from rules where number = rule_number), rule)"
    if "rule_number" not in columns:
        rule, columns = "rule", {**columns, "rule_number": "null as rule_number"}
    _show(database, "findings", {**columns, "rule": f"{rule} as rule", "": "rule as rule_kept"})


def _show(database: sqlite3.Connection, table: str, columns: Mapping[str, str]) -> None:
    named = ", ".join(columns.values())
    database.execute(f"create temp view {table} as select {named} from main.{table}")  # noqa: S608


def _plain_columns(database: sqlite3.Connection, table: str) -> dict[str, str]:
    rows = database.execute("select name from pragma_table_info(?, 'main')", [table])
    return {str(name): str(name) for (name,) in rows}


def walked(database: sqlite3.Connection) -> list[str]:
    """The tables of a file that are read from end to end, or by an index that is not unique."""
    kinds, tables = _kinds(database), _made_by(_steps())
    return [table for table in tables if table in kinds and table not in _LARGE]


def _kinds(database: sqlite3.Connection) -> dict[str, str]:
    """What each thing in a file is, by its name in lower case: "table", "view", "index" or
    "trigger"; "" for virtual tables, and for what stands there twice."""
    found: dict[str, str] = {}
    rows = database.execute("select lower(name), type, sql from main.sqlite_master")
    for name, kind, sql in rows:
        plain = kind != "table" or str(sql).lower().startswith("create table ")
        found[name] = kind if plain and name not in found else ""
    return found


def _check_table(kinds: Mapping[str, str], table: str, path: Path | str) -> None:
    """A view or a virtual table in the place of a table could run anything, without end."""
    if kinds.get(table) != "table":
        raise StoreError(f"{path} is damaged: {table} in it is no table")


def _names(database: sqlite3.Connection) -> frozenset[str]:
    rows = database.execute(
        f"select name from {_APPLIED} where migration_set = ? limit {_MOST_APPLIED}",  # noqa: S608
        [_SET],
    )
    return frozenset(str(name) for (name,) in rows)


def _columns(database: sqlite3.Connection, table: str) -> Columns:
    """Columns that are computed count as none: the file would say how."""
    rows = database.execute("select name, pk, hidden from pragma_table_xinfo(?)", [table])
    return frozenset((f"{name} (computed)" if hidden else name, pk) for name, pk, hidden in rows)


@cache
def _new_tables() -> str:
    """SQL that makes the tables of a new file, and notes the migrations that they stand for."""
    return files("auditor.store").joinpath("schema.sql").read_text("utf-8")


@cache
def _steps() -> frozenset[str]:
    """The names of all migrations."""
    with closing(_new_file()) as database:
        return _names(database)


@cache
def _made_by(names: frozenset[str]) -> Mapping[str, Columns]:
    """The tables that migrations make."""
    if names == _steps():
        made = _new_file()
    else:
        from auditor.store.migrations import tables_of

        made = tables_of(names)
    with closing(made) as database:
        kinds = _kinds(database)
        tables = (name for name, kind in kinds.items() if kind == "table")
        return {name: _columns(database, name) for name in tables if name != _APPLIED}


def _new_file() -> sqlite3.Connection:
    """In memory."""
    database = sqlite3.connect(":memory:")
    database.executescript(_new_tables())
    return database
