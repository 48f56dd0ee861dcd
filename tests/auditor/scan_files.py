"""Writes small scan files for tests of what reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.findings import ASKS_FOR_WORK, Finding, Outcome, Severity, Status, Verdict
from auditor.results import NO_MODEL, Judged, PageInfo, PictureInfo
from auditor.store.rows import use_rows
from auditor.store.writer import ScanInfo, Store
from tests.auditor.conftest import record_of, scores_of

SITE = "http://site"
INFO = ScanInfo((f"{SITE}/",), "2026-01-01T00:00:00+00:00", "0.1.0", NO_MODEL, {})


@dataclass(frozen=True, slots=True)
class Image:
    """One image use to be written."""

    text: str | None
    status: Status = Status.WEAK
    priority: float = 50.0
    page: str = "/"
    picture: str | None = "fox"
    quality: float | None = 2.0
    rule: str = "alt-file-name"
    thumbnail: bytes | None = None


def write(path: Path, images: Sequence[Image], info: ScanInfo = INFO, *, done: bool = True) -> Path:
    """A scan file with these uses; returns its path."""
    with Store(path) as store:
        store.begin(info)
        for page in dict.fromkeys(image.page for image in images):
            url = f"{SITE}{page}"
            store.push([url], 0)
            here = [image for image in images if image.page == page]
            pictures = {i.picture: (_picture(i), None) for i in here if i.picture}
            uses = use_rows(_judged(image, ordinal) for ordinal, image in enumerate(here))
            shown = PageInfo(url, url, 200, f"Page {page}", "en", "done", len(here))
            store.page_done(shown, pictures, uses, ())
        if done:
            store.finish("2026-01-01T00:01:00+00:00")
    return path


def _picture(image: Image) -> PictureInfo:
    assert image.picture
    return PictureInfo(image.picture, "image/png", 30, 20, 99, thumbnail=image.thumbnail)


def _judged(image: Image, ordinal: int) -> Judged:
    record = record_of(
        image.text,
        ordinal=ordinal,
        selector=f"#n{ordinal}",
        src=f"{SITE}/{image.picture}.png" if image.picture else None,
    )
    finding = Finding(image.rule, Outcome.FAILED, Severity.SERIOUS, f"{image.rule} is broken.")
    findings = (finding,) if image.status in ASKS_FOR_WORK else ()
    scores = None if image.quality is None else scores_of(image.quality)
    verdict = Verdict(image.status, "because", findings, image.priority)
    return Judged(record, image.picture, scores, verdict)
