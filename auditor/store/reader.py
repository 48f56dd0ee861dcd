"""The scan file, read: one SQLite database a scan, which datasette can open."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Self

from sqlite_utils import Database

from auditor.findings import Severity, Skipped, Status
from auditor.results import JudgedUse, PageInfo, PictureInfo, ScanReport, SiteResult
from auditor.store.decisions import decision_of
from auditor.store.rows import picture_of, record_of, site_result, use_of
from auditor.store.schema import is_newer, migrations
from extractors.records import ImageRecord

PATIENCE = 5
"""Seconds to wait for another process that makes the tables of the file."""


class StoreError(Exception):
    """A scan file cannot be read or written; the message is fit to show."""


class StoredScan:
    """One open scan file. Use as a context manager."""

    def __init__(self, path: Path | str) -> None:
        """Open or create `path`. Raises StoreError when it is not a scan file that can be used."""
        try:
            self._db = _opened(path)
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be used as a scan file: {error}") from error
        self.path = path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._db.close()

    def links_of(self, url: str) -> tuple[list[str], str] | None:
        """Links and final URL of a page that was read or failed; None for one still to be read."""
        row = self._db.execute(
            "select links, final_url from pages where url = ? and state != 'queued'", [url]
        ).fetchone()
        return (json.loads(row[0]), row[1]) if row else None

    def queued(self) -> Iterator[tuple[str, int]]:
        """(url, depth) of every page still to be read, in the order of discovery."""
        rows = self._db.execute("select url, depth from pages where state = 'queued' order by id")
        yield from rows.fetchall()

    def embedding(self, sha256: str) -> bytes | None:
        """The stored picture embedding (float32, little endian), or None."""
        row = self._db.execute(
            "select embedding from pictures where sha256 = ?", [sha256]
        ).fetchone()
        return row[0] if row else None

    def heard(self) -> Iterator[tuple[int, str, ImageRecord, str | None]]:
        """(id, URL of the page, record, sha256 of its picture or None) of every image use that has
        a name for listeners, by page and place, so that two scans of the same pages give the same
        order."""
        rows = self._db.query(
            """select images.*, pages.url from images join pages on pages.id = images.page
               where images.exposure = 'exposed' and images.name != ''
               order by pages.url, images.ordinal"""
        )
        for row in rows:
            yield row["id"], row["url"], record_of(row), row["picture"]

    def failed_counts(self) -> dict[Severity, int]:
        """How many findings failed, by severity."""
        rows = self._db.execute(
            "select severity, count(*) from findings where outcome = 'failed' group by severity"
        ).fetchall()
        return {Severity(severity): count for severity, count in rows}

    def decided(self) -> bool:
        """Whether a person decided anything."""
        return bool(self._db.table("decisions").count)

    def below(self, quality: float) -> int:
        """How many texts have a lower quality than this."""
        row = self._db.execute("select count(*) from images where quality < ?", [quality])
        return int(row.fetchone()[0])

    def mean_quality(self) -> tuple[int, float | None]:
        """How many texts were scored, and the mean of their qualities (None without any)."""
        row = self._db.execute("select count(quality), avg(quality) from images").fetchone()
        return int(row[0]), row[1]

    def report(self) -> ScanReport:
        """The scan as reports want it. Raises StoreError when the file holds no scan."""
        scan = self._scan()
        return ScanReport(
            targets=tuple(json.loads(scan["targets"])),
            started=scan["started"],
            finished=scan["finished"],
            tool_version=scan["tool_version"],
            model=scan["model"],
            model_sha256=scan["model_sha256"],
            pages=tuple(self._pages()),
            counts=self._status_counts(),
            rule_counts=self._rule_counts(),
            site_findings=tuple(self._site_findings()),
            skipped=tuple(self._skipped()),
            uses=self._uses(),
            reader=scan["reader"],
        )

    def _scan(self) -> dict[str, Any]:
        scan = next(iter(self._db.query("select * from scan")), None)
        if scan is None:
            raise StoreError(f"{self.path} holds no scan")
        return scan

    def _pages(self) -> Iterator[PageInfo]:
        rows = self._db.query(
            """select url, coalesce(final_url, url) as final_url, http_status as status,
               coalesce(title, '') as title, lang, state,
               (select count(*) from images where images.page = pages.id) as images
               from pages order by id"""
        )
        for row in rows:
            yield PageInfo(**row)

    def _status_counts(self) -> dict[str, int]:
        found = dict(
            self._db.execute("select status, count(*) from images group by status").fetchall()
        )
        return {status.value: found.get(status.value, 0) for status in Status}

    def _rule_counts(self) -> dict[str, int]:
        return dict(
            self._db.execute(
                "select rule, count(*) as n from findings group by rule order by n desc, rule"
            ).fetchall()
        )

    def _site_findings(self) -> Iterator[SiteResult]:
        rows = self._db.query(
            """select found.*, queue.rank, count(*) over (partition by found.id) as uses
               from site_findings as found
               join site_finding_images as pair on pair.site_finding = found.id
               join queue on queue.id = pair.image
               order by uses desc, found.id, queue.rank"""
        )
        for _, group in groupby(rows, itemgetter("id")):
            yield site_result(list(group))

    def _skipped(self) -> Iterator[Skipped]:
        for row in self._db.query("select subject, reason, page from skipped order by page, id"):
            yield Skipped(**row)

    def _uses(self) -> Iterator[JudgedUse]:
        for row in self._db.query(
            """select queue.*, decisions.choice, decisions.note, decisions.better,
               decisions.decided
               from queue left join decisions
               on decisions.subject = coalesce(queue.picture, queue.src, queue.selector)
               and decisions.alt is queue.alt and decisions.name = queue.name
               order by queue.rank"""
        ):
            yield use_of(row, self._picture(row["picture"]), decision_of(row))

    def _picture(self, sha256: str | None) -> PictureInfo | None:
        if sha256 is None:
            return None
        return picture_of(self._db.table("pictures").get(sha256))


def _opened(path: Path | str) -> Database:
    """A file with its tables. Where another process is just making them, as a scan that the window
    has begun, it is waited for. Raises sqlite3.Error; StoreError for one of a later version."""
    end = time.monotonic() + PATIENCE
    while True:
        database = Database(path)
        try:
            database.enable_wal()
            # Safe when the process is killed; only a power cut may lose the last pages.
            database.execute("pragma synchronous = normal")
            if is_newer(database):
                database.close()
                raise StoreError(f"{path} was written by a later version of the program")
            migrations.apply(database)
            return database
        except sqlite3.OperationalError as error:
            database.close()
            made = any(words in str(error) for words in ("locked", "already exists"))
            if not made or time.monotonic() > end:
                raise
            time.sleep(0.02)
