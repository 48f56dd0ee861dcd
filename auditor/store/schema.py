"""Tables of a scan file. Migrations are append-only; never change one that was released."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

migrations = Migrations("auditor")


def is_newer(db: Database) -> bool:
    """Whether a later version of the program has written to the file."""
    known = {migration.name for migration in migrations.pending(Database(memory=True))}
    return any(migration.name not in known for migration in migrations.applied(db))


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
