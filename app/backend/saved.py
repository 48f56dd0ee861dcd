"""Keeps the pages that were judged in a scan file, as a scan would have kept them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock

from auditor import __version__
from auditor.clock import now
from auditor.results import ModelIdentity
from auditor.scan.across import find_across_pages
from auditor.scan.one_page import PageResult
from auditor.store.writer import ScanInfo, Store
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

    def _info(self) -> ScanInfo:
        return ScanInfo(
            targets=(TARGET,),
            started=now(),
            tool_version=__version__,
            model=ModelIdentity.of(self.encoder.manifest if self.encoder else None),
            arguments={},
        )
