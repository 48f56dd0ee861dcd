"""The steps by which the tables of a scan file came to be as they are. They are append-only; never
change one that was released.

    python -m auditor.store.migrations > auditor/store/schema.sql

writes what a new file begins with, after a step was added: the tables as all steps leave them, and
that these were taken. So the steps, and the library that they are written with, are needed for
files of earlier versions alone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from auditor.store.migrating import Database, Migrations

migrations = Migrations("auditor")


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


@migrations()
def m012_rule_numbers(db: Database) -> None:
    """A number for each rule, by which findings name it: so they take less room with an index than
    with the rule's id, and are counted by rule without sorting. Findings that an earlier version
    kept have the id in `rule`."""
    db.table("rules").create({"number": int, "rule": str}, pk="number", not_null={"rule"})
    db.table("rules").create_index(["rule"], unique=True)
    db.table("findings").add_column("rule_number", int)
    db.table("findings").create_index(["rule_number"])


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
        m012_rule_numbers,
    )
}


def add_missing(database: sqlite3.Connection) -> None:
    """Take the steps that a file lacks. Raises sqlite3.Error."""
    migrations.apply(Database(database, recursive_triggers=False, execute_plugins=False))


def tables_of(names: Collection[str]) -> sqlite3.Connection:
    """A database in memory with the tables that these steps make."""
    database = Database(memory=True)
    for name, step in _STEPS.items():
        if name in names:
            step(database)
    connection: sqlite3.Connection = database.conn
    return connection


def as_sql() -> str:
    """What makes the tables of a new file, and notes which steps that stands for."""
    database = Database(memory=True)
    migrations.apply(database)
    made = database.execute("select sql from sqlite_master where sql is not null order by rowid")
    noted = (_note(step.name) for step in migrations.applied(database))
    return "".join(f"{each};\n" for each in (*(sql for (sql,) in made), *noted))


def _note(name: str) -> str:
    values = f"'{migrations.name}', '{name}', strftime('%Y-%m-%d %H:%M:%f+00:00', 'now')"
    return f"insert into {migrations.migrations_table} values (null, {values})"  # noqa: S608


if __name__ == "__main__":
    print(as_sql(), end="")
