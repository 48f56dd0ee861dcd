"""The scan file: one SQLite database a scan, which datasette can open.

Every change of the frontier and every page's results are one transaction, so a scan that is
killed keeps each page that it finished.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from auditor.decisions import copy_decisions, decision_of
from auditor.findings import Finding, Severity, Skipped, Status
from auditor.lock import FileLock, Timeout, hold
from auditor.results import JudgedUse, PageInfo, PictureInfo, ScanReport, SiteResult
from auditor.rows import (
    UseRow,
    finding_row,
    picture_of,
    picture_row,
    record_of,
    site_result,
    use_of,
)
from auditor.schema import is_newer, migrations
from extractors.records import ImageRecord

PATIENCE = 5
"""Seconds to wait for another process that makes the tables of the file."""
REST = "the rest of the scan"
"""Subject of the row that says that a scan was interrupted."""


class StoreError(Exception):
    """A scan file cannot be read or written; the message is fit to show."""


@dataclass(frozen=True, slots=True)
class ScanInfo:
    """What was asked, and with what it was done."""

    targets: tuple[str, ...]
    started: str
    """ISO 8601, UTC, whole seconds."""
    tool_version: str
    model: str
    model_sha256: str
    arguments: Mapping[str, Any]
    """The options of the scan, as JSON can hold them."""
    reader: str = ""
    """What reads the text in the pictures; "": nothing does."""


class Store:
    """One open scan file. Use as a context manager."""

    def __init__(self, path: Path | str) -> None:
        """Open or create `path`. Raises StoreError when it is not a scan file that can be used."""
        try:
            self._db = _opened(path)
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be used as a scan file: {error}") from error
        self.path = path
        self._held: FileLock | None = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exc: object) -> None:
        self._db.close()
        if self._held:
            self._held.release()

    # Writing

    def begin(self, info: ScanInfo) -> None:
        """Record what is scanned; a file that already holds a scan is refused (StoreError)."""
        if self._db.table("scan").count:
            raise StoreError(f"{self.path} already holds a scan; choose another file, or --resume")
        self._lock()
        row = {
            "targets": json.dumps(info.targets),
            "arguments": json.dumps(dict(info.arguments)),
            "started": info.started,
            "tool_version": info.tool_version,
            "model": info.model,
            "model_sha256": info.model_sha256,
            "reader": info.reader,
        }
        self._db.table("scan").insert(row)

    def resume(self) -> ScanInfo:
        """What the interrupted scan of this file was asked. Raises StoreError when there is none,
        it is complete, or another process goes on with it."""
        scan = self._scan()
        if scan["finished"]:
            raise StoreError(f"{self.path} holds a complete scan; there is nothing to resume")
        self._lock()
        self._db.execute("delete from skipped where subject = ?", [REST])
        return ScanInfo(
            targets=tuple(json.loads(scan["targets"])),
            started=scan["started"],
            tool_version=scan["tool_version"],
            model=scan["model"],
            model_sha256=scan["model_sha256"],
            arguments=json.loads(scan["arguments"]),
            reader=scan["reader"],
        )

    def take_decisions(self, earlier: Path) -> int:
        """Take over what was decided in an earlier scan file; how many. Raises StoreError."""
        with Store(earlier):
            return copy_decisions(earlier, Path(self.path))

    def go_on(self, info: ScanInfo) -> None:
        """Begin, or add to what was begun for the same targets, complete or not. Raises
        StoreError."""
        if not self._db.table("scan").count:
            self.begin(info)
        elif tuple(json.loads(self._scan()["targets"])) != info.targets:
            raise StoreError(f"{self.path} holds a scan of something else; choose another file")
        else:
            self._lock()

    def interrupted(self, reason: str) -> None:
        """Record that the rest of the scan was not read; `resume` takes it back."""
        self.skip(Skipped(REST, reason))

    def _lock(self) -> None:
        """Held until the file is closed, and given back by the system when the process dies."""
        try:
            self._held = hold(Path(self.path))
        except Timeout:
            raise StoreError(f"Another scan is writing to {self.path}") from None

    def finish(self, when: str, *skipped: Skipped) -> None:
        """Mark the scan as complete, and record what it left out: both or neither."""
        with self._writing():
            self.skip(*skipped)
            self._db.execute("update scan set finished = ?", [when])

    def push(self, urls: Sequence[str], depth: int) -> None:
        """Add pages to the frontier; known ones are left alone."""
        rows = [{"url": url, "state": "queued", "depth": depth} for url in urls]
        self._insert("pages", rows, ignore=True)

    def page_done(
        self,
        page: PageInfo,
        pictures: Mapping[str, tuple[PictureInfo, bytes | None]],
        uses: Sequence[UseRow],
        skipped: Sequence[Skipped],
        links: Sequence[str] = (),
    ) -> None:
        """Store everything of one page at once.

        `pictures` maps sha256 to its facts and its embedding (float32, little endian; None when
        it was not embedded). A failed page has state "failed" and the reason among `skipped`.
        """
        with self._writing():
            self._add_pictures(pictures)
            page_id = self._update_page(page, links)
            self._add_uses(page_id, uses)
            self.skip(*skipped)

    def keep_article(self, url: str, article: bytes, images: Mapping[int, bytes]) -> None:
        """Keep what an edit of a page needs (auditor/wiki/kept.py); `images` by ordinal."""
        page = "select id from pages where url = ?"
        known = f"select ordinal, id from images where page = ({page})"  # noqa: S608
        with self._writing():
            ids = dict(self._db.execute(known, [url]).fetchall())
            (page_id,) = self._db.execute(page, [url]).fetchone()
            self._db.table("articles").insert({"page": page_id, "details": article})
            rows = [{"image": ids[number], "details": data} for number, data in images.items()]
            self._insert("article_images", rows)

    def keep_each_page_once(self) -> None:
        """Where several addresses led to one page, keep its images with its own address if that
        was read, else with the first in alphabetical order: whichever of them was read first."""
        rows = self._db.execute(
            """select url from (
                 select url, row_number() over (
                   partition by final_url order by url != final_url, url) as place
                 from pages where state = 'done') where place > 1"""
        )
        for (url,) in rows.fetchall():
            self.forget(url)
            self._db.execute("update pages set state = 'same' where url = ?", [url])

    def forget(self, url: str) -> None:
        """Take out what is stored of a page's images, so that it can be stored anew."""
        held = "image in (select id from images where page = ?)"
        with self._writing():
            (page_id,) = self._db.execute("select id from pages where url = ?", [url]).fetchone()
            for table in ("site_finding_images", "findings"):
                self._db.table(table).delete_where(held, [page_id])
            self._db.table("images").delete_where("page = ?", [page_id])
            self._db.table("skipped").delete_where("page = ?", [url])

    def skip(self, *skipped: Skipped) -> None:
        """Record what was not checked."""
        rows = [{"subject": s.subject, "reason": s.reason, "page": s.page} for s in skipped]
        self._insert("skipped", rows)

    def replace_site_findings(self, found: Iterable[tuple[Finding, Sequence[int]]]) -> None:
        """Store what shows across the pages, each finding with the ids of its images, in place of
        what was stored before."""
        with self._writing():
            self._db.execute("delete from site_finding_images")
            self._db.execute("delete from site_findings")
            for number, (finding, images) in enumerate(found, 1):
                row = {
                    "id": number,
                    **finding_row(finding),
                    "message": finding.message,
                    "evidence": json.dumps(dict(finding.evidence)),
                }
                self._db.table("site_findings").insert(row)
                pairs = [{"site_finding": number, "image": image} for image in images]
                self._insert("site_finding_images", pairs)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction that holds the right to write from its start. One that has only read is
        refused that right at once where the window has written meanwhile (SQLite, SQLITE_BUSY)."""
        self._db.execute("begin immediate")
        try:
            yield
            self._db.commit()
        except BaseException:
            self._db.rollback()
            raise

    def _insert(
        self, table: str, rows: Sequence[Mapping[str, Any]], *, ignore: bool = False
    ) -> None:
        """Add rows with the same columns. sqlite-utils' own way looks at the table and at every
        value again for each page."""
        if not rows:
            return
        columns = ", ".join(rows[0])
        values = ", ".join(f":{column}" for column in rows[0])
        how = "insert or ignore" if ignore else "insert"
        with self._db.atomic():
            self._db.conn.executemany(f"{how} into {table} ({columns}) values ({values})", rows)

    def _add_pictures(self, pictures: Mapping[str, tuple[PictureInfo, bytes | None]]) -> None:
        asked = "select sha256 from pictures where sha256 in (select value from json_each(?))"
        known = {row[0] for row in self._db.execute(asked, [json.dumps(list(pictures))])}
        rows = [picture_row(*each) for sha256, each in pictures.items() if sha256 not in known]
        self._insert("pictures", rows)

    def _update_page(self, page: PageInfo, links: Sequence[str]) -> int:
        row = {
            "state": page.state,
            "final_url": page.final_url,
            "http_status": page.status,
            "title": page.title,
            "lang": page.lang,
            "links": json.dumps(list(links)),
        }
        page_id = int(
            self._db.execute("select id from pages where url = ?", [page.url]).fetchone()[0]
        )
        self._db.table("pages").update(page_id, row)
        return page_id

    def _add_uses(self, page_id: int, uses: Sequence[UseRow]) -> None:
        (last,) = self._db.execute("select coalesce(max(id), 0) from images").fetchone()
        images = list(enumerate(uses, last + 1))
        rows = [{"id": image, "page": page_id, **use.columns} for image, use in images]
        findings = [{"image": image, **row} for image, use in images for row in use.findings]
        self._insert("images", rows)
        self._insert("findings", findings)

    # Reading

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
