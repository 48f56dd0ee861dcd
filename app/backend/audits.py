"""Audits a posted page through the scan's own code, and says the results line by line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict
from functools import partial
from typing import Any

import cattrs

from app.backend.posted import NOT_SENT, PostedReader
from auditor.findings import ASKS_FOR_WORK
from auditor.judge.judge import Judge
from auditor.pages.page import Page
from auditor.reports.json_report import SCHEMA, page_object, use_object
from auditor.results import Judged, JudgedUse, PictureInfo
from auditor.scan.one_page import PageResult, audit_page
from extractors.extract import Extraction

_converter = cattrs.Converter()

Line = dict[str, Any]
Keep = Callable[[PageResult], None]


async def audit_lines(
    reader: PostedReader, judge: Judge, pool: Executor, keep: Keep | None
) -> AsyncIterator[Line]:
    """One `page`, then a `use` for each image worst first, then `end`; while pictures are looked
    at, `progress`. `keep` stores the page before `end`. Raises Exception of the scan's own kinds.
    """
    frames: list[str] = []
    """Of each image use, by its ordinal, the id of the frame that it stands in."""

    async def note_frames(page: Page, extractions: Sequence[Extraction]) -> None:
        for frame, extraction in zip(page.frames, extractions, strict=True):
            frames.extend([frame.frame_id] * len(extraction.records))

    ticks: asyncio.Queue[None] = asyncio.Queue()
    tick = partial(ticks.put_nowait, None)
    work = asyncio.ensure_future(
        audit_page(reader, reader.page.url, judge, pool, tick, note_frames)
    )
    try:
        async for count in _counted(ticks, work):
            yield {"type": "progress", "pictures": count}
        result = await work
    finally:
        work.cancel()
    yield {"type": "page", "schema": SCHEMA} | page_object(result.page)
    for use, outcome in ranked(result):
        yield {"type": "use"} | use_object(use) | handle(outcome, frames[outcome.record.ordinal])
    if keep is not None:
        await asyncio.get_running_loop().run_in_executor(pool, keep, result)
    yield _end(result, reader)


async def _counted(
    ticks: asyncio.Queue[None], work: asyncio.Future[PageResult]
) -> AsyncIterator[int]:
    """The number of pictures so far, each time there are more, until the work is done."""
    work.add_done_callback(lambda _: ticks.put_nowait(None))
    count = 0
    while True:
        await ticks.get()
        if work.done():
            return
        count += 1
        yield count


def ranked(result: PageResult) -> Sequence[tuple[JudgedUse, Judged]]:
    """The image uses of one page in the order of the queue."""
    order = sorted(
        (use.outcome for use in result.uses), key=lambda o: (-o.verdict.priority, o.record.ordinal)
    )
    return [(_placed(outcome, result, rank), outcome) for rank, outcome in enumerate(order, 1)]


def _placed(outcome: Judged, result: PageResult, rank: int) -> JudgedUse:
    page, picture = result.page, _info(result, outcome)
    return JudgedUse.of(outcome, picture, rank=rank, page_url=page.final_url, page_title=page.title)


def handle(outcome: Judged, frame_id: str) -> Line:
    """What the extension needs beyond the report: where the element is, whether the use asks for
    work, and the record, which it hands back unchanged to have another text scored."""
    record = _converter.unstructure(outcome.record)
    return {
        "frame_id": frame_id,
        "stamp": outcome.record.stamp,
        "asks_for_work": outcome.verdict.status in ASKS_FOR_WORK,
        "record": record,
    }


def _info(result: PageResult, outcome: Judged) -> PictureInfo | None:
    return result.pictures[outcome.picture][0] if outcome.picture else None


def _end(result: PageResult, reader: PostedReader) -> Line:
    skipped = [asdict(item) for item in result.skipped if item.reason != NOT_SENT]
    wanted = sorted(reader.wanted, key=lambda each: each.ordinal)
    return {"type": "end", "skipped": skipped, "wanted": [asdict(each) for each in wanted]}
