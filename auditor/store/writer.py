"""The scan file, written.

Every change of the frontier and every page's results are one transaction, so a scan that is
killed keeps each page that it finished.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from auditor.findings import Finding, Skipped
from auditor.results import PageInfo, PictureInfo
from auditor.store.decisions import copy_decisions
from auditor.store.lock import FileLock, Timeout, hold
from auditor.store.reader import StoredScan, StoreError
from auditor.store.rows import UseRow, finding_row, picture_row

REST = "the rest of the scan"
"""Subject of the row that says that a scan was interrupted."""


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


class Store(StoredScan):
    """One open scan file, to be written. Use as a context manager."""

    _held: FileLock | None = None

    def __exit__(self, *exc: object) -> None:
        super().__exit__(*exc)
        if self._held:
            self._held.release()

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
        with StoredScan(earlier):
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
