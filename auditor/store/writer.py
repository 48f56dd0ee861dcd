"""The scan file, written.

Every change of the frontier and every page's results are one transaction, so a scan that is
killed keeps each page that it finished.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from auditor.findings import Finding, Skipped
from auditor.message import parts_of
from auditor.results import PageInfo, PictureInfo
from auditor.store.articles import add_article
from auditor.store.connection import Mode
from auditor.store.decisions import add_decisions, decisions_in
from auditor.store.errors import BusyError
from auditor.store.info import REST, ScanInfo
from auditor.store.lock import FileLock, Timeout, hold
from auditor.store.packing import pack
from auditor.store.ratings import insert_ratings, ratings_in
from auditor.store.reader import StoredScan, StoreError
from auditor.store.rows import UseRow, finding_row, picture_row, shared_rows

__all__ = ["REST", "ScanInfo", "Store"]


class Store(StoredScan):
    """One open scan file, to be written; it is made where there is none. Use as a context
    manager. Raises StoreError."""

    _mode = Mode.MAKE
    _held: FileLock | None = None

    def __exit__(self, *exc: object) -> None:
        super().__exit__(*exc)
        if self._held:
            self._held.release()

    def begin(self, info: ScanInfo, earlier: Path | None = None) -> None:
        """Record what is scanned, and take over what was decided and rated in an `earlier` scan
        file. A file that already holds a scan is refused."""
        if self._holds_scan():
            raise StoreError(f"{self.path} already holds a scan; choose another file, or --resume")
        decided = decisions_in(earlier) if earlier else []
        rated = ratings_in(earlier) if earlier else []
        self._lock()
        with self._db.writing():
            self._db.insert("scan", [replace(info, finished=None).row])
            add_decisions(self._db, decided)
            insert_ratings(self._db, rated)

    def resume(self) -> ScanInfo:
        """Go on with the interrupted scan of this file; see `asked`. Refused also when another
        process goes on with it."""
        info = self.asked()
        self._lock()
        self._db.execute("delete from skipped where subject = ?", [REST])
        return info

    def asked(self) -> ScanInfo:
        """What the interrupted scan of this file was asked. Refused when there is none, or it is
        complete."""
        info = self._info()
        if info.finished:
            raise StoreError(f"{self.path} holds a complete scan; there is nothing to resume")
        return info

    def go_on(self, info: ScanInfo) -> None:
        """Begin, or add to what was begun for the same targets, complete or not."""
        if not self._holds_scan():
            self.begin(info)
        elif self._info().targets != info.targets:
            raise StoreError(f"{self.path} holds a scan of something else; choose another file")
        else:
            self._lock()

    def _holds_scan(self) -> bool:
        return self._db.row("select 1 from scan limit 1") is not None

    def interrupted(self, reason: str) -> None:
        """Record that the rest of the scan was not read; `resume` takes it back."""
        self.skip(Skipped(REST, reason))

    def _lock(self) -> None:
        """Held until the file is closed, and given back by the system when the process dies."""
        try:
            self._held = hold(Path(self.path))
        except Timeout:
            raise BusyError(f"Another scan is writing to {self.path}") from None

    def finish(self, when: str, *skipped: Skipped) -> None:
        """Mark the scan as complete, and record what it left out: both or neither."""
        with self._db.writing():
            self.skip(*skipped)
            self._db.execute("update scan set finished = ?", [when])

    def push(self, urls: Sequence[str], depth: int) -> None:
        """Add pages to the frontier; known ones are left alone."""
        rows = [{"url": url, "state": "queued", "depth": depth} for url in urls]
        self._db.insert("pages", rows, ignore=True)

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
        with self._db.writing():
            self._add_pictures(pictures)
            page_id = self._update_page(page, links)
            self._add_uses(page_id, uses)
            self.skip(*skipped)

    def keep_article(self, url: str, article: bytes, images: Mapping[int, bytes]) -> None:
        """Keep what an edit of a page needs (auditor/wiki/kept.py); `images` by ordinal."""
        add_article(self._db, url, article, images)

    def keep_each_page_once(self) -> None:
        """Where several addresses led to one page, keep its images with its own address if that
        was read, else with the first in alphabetical order: whichever of them was read first."""
        rows = self._db.rows(
            """select url from (
                 select url, row_number() over (
                   partition by final_url order by url != final_url, url) as place
                 from pages where state = 'done') where place > 1"""
        )
        for (url,) in rows:
            self.forget(url)
            self._db.execute("update pages set state = 'same' where url = ?", [url])

    def forget(self, url: str) -> None:
        """Take out what is stored of a page's images, so that it can be stored anew."""
        held = "image in (select id from images where page = ?)"
        with self._db.writing():
            page = self._page(url)
            for table in ("site_finding_images", "findings"):
                self._db.execute(f"delete from main.{table} where {held}", [page])  # noqa: S608
            for table in ("images", "shared_texts"):
                self._db.execute(f"delete from main.{table} where page = ?", [page])  # noqa: S608
            self._db.execute("delete from skipped where page = ?", [url])

    def skip(self, *skipped: Skipped) -> None:
        """Record what was not checked."""
        rows = [{"subject": s.subject, "reason": s.reason, "page": s.page} for s in skipped]
        self._db.insert("skipped", rows)

    def forget_skipped(self) -> None:
        """Take out what was not checked of the scan as a whole; what is of a page stays."""
        self._db.execute("delete from skipped where page = ''")

    def skip_once(self, skipped: Skipped) -> None:
        """Record it unless it stands there from before the scan was stopped."""
        row = (skipped.subject, skipped.reason)
        with self._db.writing():
            self._db.execute("delete from skipped where subject = ? and reason = ?", row)
            self.skip(skipped)

    def replace_site_findings(self, found: Iterable[tuple[Finding, Sequence[int]]]) -> None:
        """Store what shows across the pages, each finding with the ids of its images, in place of
        what was stored before."""
        with self._db.writing():
            self._db.execute("delete from site_finding_images")
            for table in ("site_messages", "messages", "site_findings"):
                self._db.execute(f"delete from {table}")  # noqa: S608
            for number, (finding, images) in enumerate(found, 1):
                row = {
                    "id": number,
                    **finding_row(finding),
                    "message": finding.message,
                    "evidence": json.dumps(dict(finding.evidence)),
                }
                self._db.insert("site_findings", [row])
                if parts_of(finding.message) != finding.message:
                    parts = pack(finding.message, finding.message)
                    self._db.insert("site_messages", [{"site_finding": number, "parts": parts}])
                pairs = [{"site_finding": number, "image": image} for image in images]
                self._db.insert("site_finding_images", pairs)

    def _add_pictures(self, pictures: Mapping[str, tuple[PictureInfo, bytes | None]]) -> None:
        known = self._numbers(pictures)
        last = self._db.number("select coalesce(max(number), 0) from pictures")
        new = [sha256 for sha256 in pictures if sha256 not in known]
        rows = [
            {**picture_row(*pictures[sha256]), "number": number}
            for number, sha256 in enumerate(new, last + 1)
        ]
        self._db.insert("pictures", rows)

    def _numbers(self, pictures: Iterable[str]) -> dict[str, int | None]:
        """The numbers of those pictures that are kept, by their hashes; None for one that an
        earlier version has kept."""
        asked = (
            "select sha256, number from pictures where sha256 in (select value from json_each(?))"
        )
        return dict(self._db.tuples(asked, [json.dumps(list(pictures))]))

    def _rule_numbers(self, rules: Iterable[str]) -> dict[str, int]:
        """The numbers of rules; new ones get the next."""
        self._db.insert("rules", [{"rule": rule} for rule in sorted(rules)], ignore=True)
        asked = "select rule, number from rules where rule in (select value from json_each(?))"
        return dict(self._db.tuples(asked, [json.dumps(list(rules))]))

    def _update_page(self, page: PageInfo, links: Sequence[str]) -> int:
        page_id = self._page(page.url)
        self._db.execute(
            """update pages set state = ?, final_url = ?, http_status = ?, title = ?, lang = ?,
               links = ? where id = ?""",
            [
                page.state,
                page.final_url,
                page.status,
                page.title,
                page.lang,
                json.dumps(list(links)),
                page_id,
            ],
        )
        return page_id

    def _page(self, url: str) -> int:
        row = self._db.row("select id from pages where url = ?", [url])
        if row is None:
            raise LookupError(url)
        return int(row["id"])

    def _add_uses(self, page_id: int, uses: Sequence[UseRow]) -> None:
        last = self._db.number("select coalesce(max(id), 0) from images")
        images = list(enumerate(uses, last + 1))
        pictures = {use.columns["picture"] for use in uses if use.columns["picture"] is not None}
        numbers = self._numbers(pictures)
        rows = [
            {"id": image, "page": page_id, **use.columns, **_named(use.columns["picture"], numbers)}
            for image, use in images
        ]
        rules = self._rule_numbers({row["rule"] for use in uses for row in use.findings})
        findings = [
            {"image": image, **row, "rule": None, "rule_number": rules[row["rule"]]}
            for image, use in images
            for row in use.findings
        ]
        self._db.insert("images", rows)
        self._db.insert("shared_texts", [{"page": page_id, **row} for row in shared_rows(uses)])
        self._db.insert("findings", findings)


def _named(picture: str | None, numbers: Mapping[str, int | None]) -> dict[str, Any]:
    """The columns by which a use names its picture: its number, else its hash."""
    number = numbers.get(picture) if picture is not None else None
    return {"picture": picture if number is None else None, "picture_number": number}
