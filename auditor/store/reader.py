"""The scan file, read: one SQLite database a scan, which datasette can open."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Self

from auditor.findings import ASKS_FOR_WORK, Severity, Skipped, Status
from auditor.results import JudgedUse, PageInfo, PictureInfo, ScanReport, SiteResult
from auditor.store.connection import Mode, connect
from auditor.store.decisions import COLUMNS, decision_of
from auditor.store.errors import StoreError
from auditor.store.info import ScanInfo
from auditor.store.later import later
from auditor.store.rows import (
    embedding_of,
    page_of,
    picture_of,
    record_of,
    site_result,
    use_to_come,
)
from auditor.store.sql import FOUND_BY_RULE, IN_ORDER, RANKED, decision_on, shared_with
from auditor.store.values import address, parsed, rule_id, structured, text
from extractors.records import ImageRecord

__all__ = ["StoreError", "StoredScan"]
_PICTURES_AT_HAND = 200
"""Pictures that are not read again when the next use of a logo comes: a few megabytes."""

_USES_AT_ONCE = 500
_TOLD = f"""select given.key as place, images.*, {shared_with()},
    pages.url as page_url, pages.title as page_title, {COLUMNS},
    iif(images.picture_number is null,
      images.picture is not null
        and not exists (select 1 from pictures where sha256 = images.picture),
      images.picture is null) as is_lost
    from json_each(?) as given cross join images on images.id = given.value
    join pages on pages.id = images.page {decision_on()} order by given.key"""  # noqa: S608
"""All of some image uses, in the order in which they are given."""


class StoredScan:
    """One open scan file, to be read. Use as a context manager. Raises StoreError: when it is no
    scan file that can be used, and wherever something in it is not as a scan writes it."""

    _mode = Mode.READ
    _is_open = True

    def __init__(self, path: Path | str) -> None:
        self._db = connect(path, self._mode)
        self.path = path
        try:
            self._db.check()
        except StoreError:
            self._db.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._is_open = False
        self._db.close()

    def links_of(self, url: str) -> tuple[list[str], str] | None:
        """Links and final URL of a page that was read or failed; None for one still to be read."""
        row = self._db.row(
            "select links, final_url from pages where url = ? and state != 'queued'", [url]
        )
        with self._db.understood("a page"):
            if row is None:
                return None
            return structured(parsed(row["links"]), list[str]), address(row["final_url"])

    def embedding(self, sha256: str) -> bytes | None:
        """The stored picture embedding (float32, little endian), or None."""
        row = self._db.row("select embedding from pictures where sha256 = ?", [sha256])
        with self._db.understood("a picture"):
            return embedding_of(row)

    def heard(self) -> Iterator[tuple[int, str, ImageRecord, str | None]]:
        """(id, URL of the page, record with the size of its picture, sha256 of the picture or None
        where it could not be read) of every image use that has a name for listeners, by page and
        place, so that two scans of the same pages give the same order."""
        rows = self._db.each(
            f"""select images.*, {shared_with()}, pages.url, kept.width, kept.height
               from images join pages on pages.id = images.page
               left join pictures as kept on kept.sha256 = images.picture
               where images.exposure = 'exposed' and images.name != ''
               order by pages.url, images.ordinal"""  # noqa: S608
        )
        for row in rows:
            with self._db.understood("an image use"):
                record, picture = record_of(dict(row)), row["picture"] if row["width"] else None
                if picture is not None and record.natural_size is None:
                    size = structured([row["width"], row["height"]], tuple[int, int])
                    record = replace(record, natural_size=size)
                heard = row["id"], address(row["url"]), record, picture
            yield heard

    def failed_counts(self) -> dict[Severity, int]:
        """How many findings failed, by severity."""
        rows = self._db.rows(
            "select severity, count(*) from findings where outcome = 'failed' group by severity"
        )
        with self._db.understood("a finding"):
            return {Severity(severity): count for severity, count in rows}

    def decided(self) -> bool:
        """Whether a person decided anything."""
        return self._db.row("select 1 from decisions limit 1") is not None

    def below(self, quality: float) -> int:
        """How many texts have a lower quality than this."""
        return self._db.number("select count(*) from images where quality < ?", [quality])

    def work_by_page(self) -> dict[str, int]:
        """How many images of each page, by its URL, ask a person for work."""
        rows = self._db.rows(
            """select pages.url, count(*) from images join pages on pages.id = images.page
               where images.status in (select value from json_each(?)) group by pages.id""",
            [json.dumps(sorted(ASKS_FOR_WORK))],
        )
        with self._db.understood("a page"):
            return {address(url): structured(count, int) for url, count in rows}

    def mean_quality(self) -> tuple[int, float | None]:
        """How many texts were scored, and the mean of their qualities (None without any)."""
        row = self._db.row("select count(quality), avg(quality) from images")
        with self._db.understood("a quality"):
            return structured(row, tuple[int, float | None])

    def begun(self) -> ScanInfo | None:
        """What was asked; None: the file holds no scan yet."""
        return self._info() if self._db.row("select 1 from scan limit 1") else None

    def report(self) -> ScanReport:
        """The scan as reports want it."""
        info = self._info()
        return ScanReport(
            targets=info.targets,
            started=info.started,
            finished=info.finished,
            tool_version=info.tool_version,
            model=info.model,
            pages=tuple(self._pages()),
            counts=self._status_counts(),
            rule_counts=self._rule_counts(),
            site_findings=tuple(self._site_findings()),
            skipped=tuple(self._skipped()),
            uses=self._uses(),
            reader=info.reader,
        )

    def _info(self) -> ScanInfo:
        row = self._db.row("select * from scan limit 1")
        if row is None:
            raise StoreError(f"{self.path} holds no scan")
        with self._db.understood("what it says of its scan"):
            return ScanInfo.of(row)

    def _pages(self) -> Iterator[PageInfo]:
        rows = self._db.each(
            """select url, coalesce(final_url, url) as final_url, http_status as status,
               coalesce(title, '') as title, lang, state,
               (select count(*) from images where images.page = pages.id) as images
               from pages order by id"""
        )
        for row in rows:
            with self._db.understood("a page"):
                page = page_of(row)
            yield page

    def _status_counts(self) -> dict[str, int]:
        rows = self._db.rows("select status, count(*) from images group by status")
        with self._db.understood("a status"):
            found = {Status(status): number for status, number in rows}
        return {status.value: found.get(status, 0) for status in Status}

    def _rule_counts(self) -> dict[str, int]:
        rows = self._db.rows(FOUND_BY_RULE)
        with self._db.understood("a finding"):
            return {rule_id(rule): number for rule, number in rows}

    def _site_findings(self) -> Iterator[SiteResult]:
        rows = self._db.each(
            f"""select found.*, messages.parts, site_messages.parts as packed, ranked.rank,
               count(*) over (partition by found.id) as uses
               from site_findings as found
               join site_finding_images as pair on pair.site_finding = found.id
               join {RANKED} as ranked on ranked.id = pair.image
               left join site_messages on site_messages.site_finding = found.id
               left join messages on messages.text = found.message
               order by uses desc, found.id, ranked.rank"""  # noqa: S608
        )
        for _, group in groupby(rows, itemgetter("id")):
            with self._db.understood("a finding across pages"):
                result = site_result([dict(row) for row in group])
            yield result

    def _skipped(self) -> Iterator[Skipped]:
        for row in self._db.each("select subject, reason, page from skipped order by page, id"):
            with self._db.understood("what was not checked"):
                skipped = structured(dict(row), Skipped)
            yield skipped

    def _uses(self) -> Iterator[JudgedUse]:
        ids = [image for (image,) in self._db.tuples(IN_ORDER)]
        picture_of_hash = lru_cache(_PICTURES_AT_HAND)(self._picture_to_come)
        understood = partial(self._db.understood, "an image use")
        for start in range(0, len(ids), _USES_AT_ONCE):
            some = json.dumps(ids[start : start + _USES_AT_ONCE])
            rows = self._db.plain_rows(_TOLD, [some])
            with understood():
                for row in rows:
                    if row["is_lost"]:
                        raise LookupError("picture")
                    row["rank"] = start + row["place"] + 1
                    picture = picture_of_hash(row["picture"])
                    yield use_to_come(row, picture, decision_of(row), understood)

    def _picture_to_come(self, sha256: str | None) -> PictureInfo | None:
        """A picture that is read when more than its hash is asked for."""
        if sha256 is None:
            return None
        return later(PictureInfo, lambda: self._picture(sha256), sha256=text(sha256))

    def picture(self, sha256: str | None) -> PictureInfo | None:
        """What is known of a picture. Raises StoreError where there is none of this hash."""
        return None if sha256 is None else self._picture(sha256)

    def _picture(self, sha256: str) -> PictureInfo:
        """Opens the file once more where it was closed: who keeps uses may look at them then."""
        with nullcontext(self._db) if self._is_open else connect(self.path) as database:
            row = database.row("select * from pictures where sha256 = ?", [sha256])
        with self._db.understood("a picture"):
            if row is None:
                raise LookupError(sha256)
            return picture_of(dict(row))
