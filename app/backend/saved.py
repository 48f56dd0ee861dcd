"""Keeps the pages that were judged in a scan file, as a scan would have kept them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock

from auditor import __version__
from auditor.catalogue import ENGLISH, Tongue
from auditor.clock import now
from auditor.decision import Decision, Subject
from auditor.rating import Rating
from auditor.reports.html_report import write_html
from auditor.reports.in_language import in_language
from auditor.results import ModelIdentity, PageInfo
from auditor.scan.across import find_across_pages
from auditor.scan.one_page import PageResult
from auditor.store.decisions import Decisions
from auditor.store.ratings import add_ratings
from auditor.store.reader import StoredScan
from auditor.store.writer import ScanInfo, Store
from extractors.records import ImageRecord
from models.encoder import Encoder

TARGET = "pages open in a browser"


@dataclass(frozen=True, slots=True)
class Saved:
    """The scan file of `auditor serve --save`."""

    path: Path
    encoder: Encoder | None
    one_at_a_time: Lock = field(default_factory=Lock)

    def check(self) -> None:
        """Make the file where there is none. Raises StoreError when it cannot be used."""
        with Store(self.path) as store:
            store.go_on(self._info())

    def keep(self, result: PageResult) -> None:
        """Store one page, in place of what was stored of it before. Raises StoreError."""
        page = replace(result.page, url=result.page.final_url)
        with self.one_at_a_time, Store(self.path) as store:
            store.go_on(self._info())
            store.push([page.url], 0)
            store.forget(page.url)
            store.page_done(page, result.pictures, result.uses, result.skipped, result.links)
            find_across_pages(store)
            store.finish(now())

    def decided(self, result: PageResult) -> dict[int, Decision]:
        """What people decided of the image uses of a page, by ordinal. Raises StoreError."""
        if not self.path.exists():
            return {}
        page = result.page.final_url
        subjects = {
            outcome.record.ordinal: subject_of(outcome.record, outcome.picture, page)
            for outcome in (use.outcome for use in result.uses)
        }
        found = self.decisions_on(list(subjects.values()))
        pairs = zip(subjects, found, strict=True)
        return {ordinal: decision for ordinal, decision in pairs if decision is not None}

    def decisions_on(self, uses: Sequence[Subject]) -> list[Decision | None]:
        """What holds for each use: what was decided of it alone, else of its picture with its
        text. Raises StoreError."""
        asked = [*uses, *(use.everywhere for use in uses)]
        found = Decisions(self.path).get_all(asked)
        alone, everywhere = found[: len(uses)], found[len(uses) :]
        return [own or shared for own, shared in zip(alone, everywhere, strict=True)]

    def decide(self, use: Subject, decision: Decision | None) -> Decision | None:
        """Decide on the picture with its text, wherever it stands; None takes it back. What was
        decided of this use alone goes, so that this holds. What holds now. Raises StoreError."""
        made = replace(decision, decided=now()) if decision else None
        Decisions(self.path).put_all([(use.everywhere, made), (use, None)])
        return made

    def rate(self, rating: Rating) -> None:
        """Add a rating, with the time. Raises StoreError."""
        add_ratings(self.path, [replace(rating, rated=now())])

    def pages(self) -> list[tuple[PageInfo, int]]:
        """The pages that were judged, the first one first, each with how many of its images ask
        for work. Raises StoreError."""
        with StoredScan(self.path) as store:
            work = store.work_by_page()
            pages = store.report().pages
        return [(page, work.get(page.url, 0)) for page in pages if page.state == "done"]

    def report(self, tongue: Tongue = ENGLISH) -> str:
        """All pages as one HTML page in a language. Raises StoreError."""
        out = io.StringIO()
        with StoredScan(self.path) as store:
            write_html(in_language(store.report(), tongue), out)
        return out.getvalue()

    def _info(self) -> ScanInfo:
        return ScanInfo(
            targets=(TARGET,),
            started=now(),
            tool_version=__version__,
            model=ModelIdentity.of(self.encoder.manifest if self.encoder else None),
            arguments={},
        )


def subject_of(record: ImageRecord, sha256: str | None, page: str) -> Subject:
    """An image use as decisions name it."""
    return replace(Subject.of(record, sha256), page=page, selector=record.selector)
