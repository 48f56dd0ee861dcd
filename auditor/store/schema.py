"""Tables of a scan file. Migrations are append-only; never change one that was released."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from auditor.store.errors import StoreError
from auditor.store.migrating import Database, Migrations

migrations = Migrations("auditor")
_LARGE = ("pictures", "article_images")
"""Tables of which single rows are looked up by their key, and nothing else is asked."""
_APPLIED = "_sqlite_migrations"
_MOST_APPLIED = 1000

Columns = frozenset[tuple[str, int]]
"""Names of the columns of a table, each with its place in the primary key, 0 for none."""


@migrations()
def m001_scan_pages_images(db: Database) -> None:
    """The spine: scan, frontier and pages, pictures, image uses with findings, what was skipped."""
    db.table("scan").create(
        {
            "targets": str,
            "started": str,
            "finished": str,
            "tool_version": str,
            "model": str,
            "model_sha256": str,
            "reader": str,
            "arguments": str,
        },
    )
    db.table("pages").create(
        {
            "id": int,
            "url": str,
            "state": str,
            "depth": int,
            "final_url": str,
            "http_status": int,
            "title": str,
            "lang": str,
            "links": str,
        },
        pk="id",
        not_null={"url", "state", "depth"},
    )
    db.table("pages").create_index(["url"], unique=True)
    db.table("pictures").create(
        {
            "sha256": str,
            "mime": str,
            "width": int,
            "height": int,
            "size": int,
            "frames": int,
            "flat": int,
            "thumbnail": bytes,
            "problem": str,
            "words": str,
            "lines": str,
            "embedding": bytes,
        },
        pk="sha256",
    )
    db.table("images").create(
        {
            "id": int,
            "page": int,
            "ordinal": int,
            "status": str,
            "priority": float,
            "quality": float,
            "compatibility": float,
            "relevance": float,
            "informativeness": float,
            "form": float,
            "purpose": str,
            "kind": str,
            "selector": str,
            "alt": str,
            "name": str,
            "name_source": str,
            "exposure": str,
            "src": str,
            "picture": str,
            "heading": str,
            "caption": str,
            "reason": str,
            "details": bytes,
        },
        pk="id",
        foreign_keys=[("page", "pages", "id"), ("picture", "pictures", "sha256")],
    )
    db.table("images").create_index(["page", "ordinal"], unique=True)
    db.table("images").create_index(["priority"])
    db.table("findings").create(
        {
            "id": int,
            "image": int,
            "rule": str,
            "outcome": str,
            "severity": str,
        },
        pk="id",
        foreign_keys=[("image", "images", "id")],
    )
    db.table("findings").create_index(["rule"])
    db.table("site_findings").create(
        {
            "id": int,
            "rule": str,
            "outcome": str,
            "severity": str,
            "message": str,
            "evidence": str,
        },
        pk="id",
    )
    db.table("site_finding_images").create(
        {"site_finding": int, "image": int},
        pk=("site_finding", "image"),
        foreign_keys=[("site_finding", "site_findings", "id"), ("image", "images", "id")],
    )
    db.table("skipped").create(
        {"id": int, "subject": str, "reason": str, "page": str},
        pk="id",
    )
    db.create_view(
        "queue",
        """select row_number() over (
             order by images.priority desc, pages.url, images.ordinal) as rank,
           images.*, pages.url as page_url, pages.title as page_title
           from images join pages on pages.id = images.page""",
    )


@migrations()
def m002_decisions(db: Database) -> None:
    """What a person decided of a picture with a text, on whatever page they stand."""
    db.table("decisions").create(
        {
            "id": int,
            "subject": str,
            "alt": str,
            "name": str,
            "choice": str,
            "note": str,
            "better": str,
            "decided": str,
        },
        pk="id",
        not_null={"subject", "name", "choice", "note", "better", "decided"},
    )
    db.table("decisions").create_index(["subject"])
    db.table("images").create_index(["picture"])


@migrations()
def m003_articles(db: Database) -> None:
    """What an edit of a wiki's article needs, beside its page and its images."""
    db.table("articles").create(
        {"page": int, "details": bytes}, pk="page", foreign_keys=[("page", "pages", "id")]
    )
    db.table("article_images").create(
        {"image": int, "details": bytes}, pk="image", foreign_keys=[("image", "images", "id")]
    )


@migrations()
def m004_use_decisions(db: Database) -> None:
    """What a person decided of one use alone, of a picture with a text on a page."""
    db.table("use_decisions").create(
        {
            "id": int,
            "subject": str,
            "alt": str,
            "name": str,
            "page": str,
            "selector": str,
            "choice": str,
            "note": str,
            "better": str,
            "decided": str,
        },
        pk="id",
        not_null={
            *("subject", "name", "page", "selector"),
            *("choice", "note", "better", "decided"),
        },
    )
    db.table("use_decisions").create_index(["subject"])


@migrations()
def m005_reach(db: Database) -> None:
    """Of image uses of one priority, the picture that is used most leads: one text mends many."""
    db["queue"].drop()
    db.create_view(
        "queue",
        """select row_number() over (
             order by images.priority desc, coalesce(reach.uses, 1) desc, pages.url, images.ordinal
           ) as rank,
           images.*, pages.url as page_url, pages.title as page_title
           from images join pages on pages.id = images.page
           left join (select picture as sha256, count(*) as uses from images
             where picture is not null group by picture) as reach
             on reach.sha256 = images.picture""",
    )


@migrations()
def m006_ratings(db: Database) -> None:
    """What people made of a text for its picture on its page, each in the version they rated."""
    db.table("ratings").create(
        {
            "id": int,
            "rater": str,
            "page": str,
            "picture": str,
            "text_version": str,
            "level": int,
            "seen": int,
            "rated": str,
            "text": str,
            "answers": str,
            "note": str,
        },
        pk="id",
        not_null={
            *("rater", "page", "picture", "text_version", "level", "seen"),
            *("rated", "text", "answers", "note"),
        },
    )
    db.table("ratings").create_index(["picture"])


@migrations()
def m007_places_of_use_decisions(db: Database) -> None:
    """A logo may be decided on thousands of pages, each alone: its use is found by its place."""
    db.table("use_decisions").create_index(["page", "selector"])


@migrations()
def m008_messages(db: Database) -> None:
    """Messages by their parts, so that a report can say them in another language: those of image
    uses in `details`, where an earlier version finds no text, the others here, each beside its
    text in English."""
    db.table("messages").create({"text": str, "parts": str}, pk="text", not_null={"text", "parts"})


@migrations()
def m009_site_messages(db: Database) -> None:
    """Parts of the messages of findings across the pages, packed beside the text. `messages`, in
    which an earlier version kept them by their text, held that twice more."""
    db.table("site_messages").create(
        {"site_finding": int, "parts": bytes},
        pk="site_finding",
        not_null={"parts"},
        foreign_keys=[("site_finding", "site_findings", "id")],
    )


@migrations()
def m010_shared_texts(db: Database) -> None:
    """What image uses of a page say alike, each text from the first ordinal that has it on; of
    pages that an earlier version kept there is none."""
    db.table("shared_texts").create(
        {"page": int, "first": int, "text": bytes},
        pk=("page", "first"),
        not_null={"text"},
        foreign_keys=[("page", "pages", "id")],
    )


@migrations()
def m011_picture_numbers(db: Database) -> None:
    """A number for each picture, by which its uses name it: its hash took 134 bytes a use with its
    index. Pictures that an earlier version kept have none, and their uses have the hash in
    `picture`. No question goes by the indexes that are dropped."""
    db.table("pictures").add_column("number", int)
    db.table("pictures").create_index(["number"], unique=True)
    db.table("images").add_column("picture_number", int)
    db.table("images").create_index(["picture_number"])
    for index in ("picture", "priority"):
        db.execute(f"drop index if exists idx_images_{index}")
    db.execute("drop index if exists idx_findings_rule")
    db.execute("create index idx_images_picture on images (picture) where picture is not null")
    db["queue"].drop()
    db.create_view(
        "queue",
        """select row_number() over (
             order by images.priority desc, coalesce(reach.uses, 1) desc, pages.url, images.ordinal
           ) as rank,
           images.*, coalesce(pictures.sha256, images.picture) as picture_sha256,
           pages.url as page_url, pages.title as page_title
           from images join pages on pages.id = images.page
           left join pictures on pictures.number = images.picture_number
           left join (select coalesce(picture_number, picture) as which, count(*) as uses
             from images group by which) as reach
             on reach.which = coalesce(images.picture_number, images.picture)""",
    )


_STEPS = {
    step.__name__: step
    for step in (
        m001_scan_pages_images,
        m002_decisions,
        m003_articles,
        m004_use_decisions,
        m005_reach,
        m006_ratings,
        m007_places_of_use_decisions,
        m008_messages,
        m009_site_messages,
        m010_shared_texts,
        m011_picture_numbers,
    )
}


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
    if not names <= set(_STEPS):
        raise StoreError(f"{path} was written by a later version of the program")
    if m001_scan_pages_images.__name__ not in names and (names or "images" in kinds):
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
    if made != set(_STEPS):
        migrations.apply(Database(database, recursive_triggers=False, execute_plugins=False))


def lacks_tables(database: sqlite3.Connection) -> bool:
    """Whether a file is of an earlier version of the program."""
    return not _made_by(frozenset(_STEPS)).keys() <= _kinds(database).keys()


def lend_tables(database: sqlite3.Connection, made: frozenset[str]) -> None:
    """Make the tables in memory, empty, that a file lacks which is only read. Raises
    sqlite3.Error."""
    here, all_ = _made_by(made), _made_by(frozenset(_STEPS))
    for table in all_.keys() - here.keys():
        columns = ", ".join(sorted(name for name, _ in all_[table]))
        database.execute(f"create temp table {table} ({columns})")


def show_pictures(database: sqlite3.Connection) -> None:
    """Let `images` be read with `picture`, the hash, whether a row has it or a number; what stands
    in the row itself is `picture_kept`. Also of a file that is only read and has no numbers yet,
    where `pictures` is read with such a column. Raises sqlite3.Error."""
    columns = _plain_columns(database, "images")
    if "picture_number" in columns:
        picture = """coalesce(picture, (select sha256 from main.pictures as kept
            where kept.number = picture_number))"""
    else:
        picture, columns = "picture", {**columns, "picture_number": "null as picture_number"}
        database.execute("create temp view pictures as select *, null as number from main.pictures")
    shown = {**columns, "picture": f"{picture} as picture", "": "picture as picture_kept"}
    named = ", ".join(shown.values())
    database.execute(f"create temp view images as select {named} from main.images")  # noqa: S608


def _plain_columns(database: sqlite3.Connection, table: str) -> dict[str, str]:
    rows = database.execute("select name from pragma_table_info(?, 'main')", [table])
    return {str(name): str(name) for (name,) in rows}


def walked(database: sqlite3.Connection) -> list[str]:
    """The tables of a file that are read from end to end, or by an index that is not unique."""
    kinds, tables = _kinds(database), _made_by(frozenset(_STEPS))
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
        [migrations.name],
    )
    return frozenset(str(name) for (name,) in rows)


def _columns(database: sqlite3.Connection, table: str) -> Columns:
    """Columns that are computed count as none: the file would say how."""
    rows = database.execute("select name, pk, hidden from pragma_table_xinfo(?)", [table])
    return frozenset((f"{name} (computed)" if hidden else name, pk) for name, pk, hidden in rows)


@cache
def _made_by(names: frozenset[str]) -> Mapping[str, Columns]:
    """The tables that migrations make."""
    database = Database(memory=True)
    for name, step in _STEPS.items():
        if name in names:
            step(database)
    kinds = _kinds(database.conn)
    found = {name: _columns(database.conn, name) for name, kind in kinds.items() if kind == "table"}
    database.close()
    return found
