"""How far our names of images agree with those that Chromium computes, on the cases' pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any

from PIL import Image

from auditor.bench.errors import BenchError
from auditor.browser.bare import answer_with
from auditor.browser.context import open_browser
from auditor.browser.options import BrowserError, BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.pages.disagreement import PAINTED
from auditor.pages.frames import extract_frames
from auditor.pages.page import PageError
from extractors.records import ImageRecord, NameSource

OPTIONS = BrowserOptions(timeout=10, quiet=0.02, settle=1)


def pages_of(cases: Mapping[str, Iterable[Mapping[str, Any]]]) -> dict[str, str]:
    """Each different piece of HTML once, by the id of the first case that has it."""
    found: dict[str, str] = {}
    for case in (case for group in cases.values() for case in group):
        found.setdefault(case["html"], case["id"])
    return {identity: html for html, identity in found.items()}


async def read_pages(pages: Mapping[str, str]) -> dict[str, list[ImageRecord]]:
    """The image-like elements of each page that Chromium has an opinion on. Raises BenchError."""
    found: dict[str, list[ImageRecord]] = {}
    try:
        async with open_browser(OPTIONS) as context:
            urls = {f"http://cases.example/{n}.html": case for n, case in enumerate(pages)}
            served = {url: f"<!doctype html>{pages[case]}" for url, case in urls.items()}
            await answer_with(context, served, _grey())
            reader = BrowserReader(context, OPTIONS)
            for url, case in urls.items():
                found[case] = await _records(reader, url)
    except BrowserError as error:
        raise BenchError(str(error)) from error
    return found


def _grey() -> bytes:
    """The cases come without their pictures: it stands in for each."""
    out = BytesIO()
    Image.new("L", (120, 80), 128).save(out, "PNG")
    return out.getvalue()


async def _records(reader: BrowserReader, url: str) -> list[ImageRecord]:
    try:
        page = await reader.read(url)
    except PageError as error:
        raise BenchError(f"{url}: {error}") from error
    records = (
        record for extraction in extract_frames(page.frames) for record in extraction.records
    )
    return [r for r in records if r.chromium is not None and r.kind not in PAINTED]


def both_names(records: Mapping[str, Sequence[ImageRecord]]) -> list[tuple[str, str, str]]:
    """(case and selector, Chromium's name, ours) of each element; "" is no name."""
    return [
        (f"{identity} {record.selector}", record.chromium[1], _our_name(record, record.chromium[1]))
        for identity, found in records.items()
        for record in found
        if record.chromium is not None
    ]


def _our_name(record: ImageRecord, theirs: str) -> str:
    """What an unnamed button is called is left to each browser (HTML-AAM 1.0, 4.1.3, step 5)."""
    return theirs if record.name.source is NameSource.DEFAULT else record.informative_name
