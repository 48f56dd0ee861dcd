"""Audits a posted page through the scan's own code, and says the results line by line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any

import cattrs

from app.backend.posted import NOT_SENT, PostedReader
from app.backend.saved import Saved
from auditor.catalogue import ENGLISH, Tongue
from auditor.decision import Decision
from auditor.findings import ASKS_FOR_WORK
from auditor.judge.judge import Judge
from auditor.judge.uses import judge_uses
from auditor.pages.page import Page, PictureMissing
from auditor.reports.in_language import unchecked_in
from auditor.reports.json_report import SCHEMA, page_object, use_object
from auditor.results import Judged, JudgedUse, PageInfo, PictureInfo
from auditor.scan.one_page import PageResult, audit_page, numbered, to_look_at
from extractors.extract import Extraction
from extractors.records import ImageRecord

_converter = cattrs.Converter()

AT_ONCE = 50
"""Image uses that are judged by their texts before the first of them are told."""

Line = dict[str, Any]


async def audit_lines(
    reader: PostedReader,
    judge: Judge,
    pool: Executor,
    saved: Saved | None,
    rough: bool = False,
    tongue: Tongue = ENGLISH,
) -> AsyncGenerator[Line, None]:
    """One `page`, then a `use` for each image worst first, then `end`; while pictures are looked
    at, `progress`. `saved` keeps the page before `end`. Raises Exception of the scan's own kinds.

    `rough`: before all that, a `rough` for each image as the rules find it by its text alone, in
    the order of the page, and what is `wanted`, to be brought meanwhile. `tongue`: the language
    that all of it is said in.
    """
    telling = _Telling(pool, reader, rough, tongue)
    work = asyncio.ensure_future(
        audit_page(reader, reader.page.url, judge, pool, telling.tick, telling.begin)
    )
    work.add_done_callback(lambda _: telling.lines.put_nowait(None))
    try:
        while (line := await telling.next()) is not None:
            yield line
        result = await work
    finally:
        work.cancel()
    loop = asyncio.get_running_loop()
    decided = await loop.run_in_executor(pool, saved.decided, result) if saved else {}
    yield {"type": "page", "schema": SCHEMA} | page_object(result.page)
    for use, outcome in ranked(result, decided):
        frame = telling.frames[outcome.record.ordinal]
        yield {"type": "use"} | said(use, tongue) | handle(outcome, frame)
    if saved is not None:
        await loop.run_in_executor(pool, saved.keep, result)
    yield _end(result, reader, tongue)


def json_line(line: Line) -> bytes:
    """As one line of JSON."""
    return json.dumps(line, allow_nan=False).encode() + b"\n"


async def with_heartbeat(
    lines: AsyncGenerator[Line, None], seconds: float
) -> AsyncGenerator[Line, None]:
    """The lines, and an `alive` each time that none came for so long: whoever waits can tell work
    from an end."""
    step: asyncio.Task[Line | None] | None = None
    try:
        while True:
            step = step or asyncio.create_task(_next(lines))
            if not (await asyncio.wait({step}, timeout=seconds))[0]:
                yield {"type": "alive"}
                continue
            line, step = step.result(), None
            if line is None:
                return
            yield line
    finally:
        if step is not None:
            step.cancel()
        else:
            await lines.aclose()


async def _next(lines: AsyncGenerator[Line, None]) -> Line | None:
    return await anext(lines, None)


@dataclass(slots=True)
class _Telling:
    """What is told of a page while it is audited."""

    pool: Executor
    reader: PostedReader
    rough: bool
    tongue: Tongue
    lines: asyncio.Queue[Line | None] = field(default_factory=asyncio.Queue)
    """None: nothing more comes."""
    frames: list[str] = field(default_factory=list)
    """Of each image use, by its ordinal, the id of the frame that it stands in."""
    _done: int = 0
    _all: int = 0

    async def begin(self, page: Page, extractions: Sequence[Extraction]) -> None:
        """Note what there is, and tell what the texts alone say of it."""
        found = numbered(page.frames, extractions)
        self.frames = [frame for _, frame in found]
        shown, _ = to_look_at(found)
        self._all = len(shown)
        if self.rough:
            await self._tell_roughly(page, extractions[0].title, [record for record, _ in found])
            if wanted := list(_wanted(self.reader, [record for record, _ in shown])):
                self.lines.put_nowait({"type": "wanted", "wanted": wanted})

    async def _tell_roughly(self, page: Page, title: str, records: list[ImageRecord]) -> None:
        info = PageInfo(page.url, page.final_url, page.status, title, None, "done", len(records))
        self.lines.put_nowait({"type": "page", "schema": SCHEMA} | page_object(info))
        loop, left = asyncio.get_running_loop(), iter(records)
        while chunk := list(islice(left, AT_ONCE)):
            outcomes, _ = await loop.run_in_executor(
                self.pool, judge_uses, chunk, {}, {}, page.final_url
            )
            for outcome in outcomes:
                use = _placed(outcome, info, None, outcome.record.ordinal + 1)
                frame = self.frames[outcome.record.ordinal]
                line = said(use, self.tongue) | handle(outcome, frame)
                self.lines.put_nowait({"type": "rough"} | line)

    def tick(self) -> None:
        """One picture more was looked at."""
        self._done += 1
        self.lines.put_nowait({"type": "progress", "pictures": self._done, "of": self._all})

    async def next(self) -> Line | None:
        """The next line; of several on progress the last."""
        line = await self.lines.get()
        while line and line["type"] == "progress" and not self.lines.empty():
            line = self.lines.get_nowait()
        return line


def _wanted(reader: PostedReader, records: Iterable[ImageRecord]) -> Iterator[Line]:
    """The pictures of these that will be looked at and were not sent."""
    for record in records:
        with suppress(PictureMissing):
            wanted = reader.first_wanted(record)
            if wanted is not None and reader.lacks(wanted):
                yield asdict(wanted)


def ranked(
    result: PageResult, decided: Mapping[int, Decision] | None = None
) -> Iterator[tuple[JudgedUse, Judged]]:
    """The image uses of one page in the order of the queue. `decided`: by ordinal."""
    order = sorted(
        (use.outcome for use in result.uses), key=lambda o: (-o.verdict.priority, o.record.ordinal)
    )
    for rank, outcome in enumerate(order, 1):
        picture, decision = _info(result, outcome), (decided or {}).get(outcome.record.ordinal)
        yield _placed(outcome, result.page, picture, rank, decision), outcome


def _placed(
    outcome: Judged,
    page: PageInfo,
    picture: PictureInfo | None,
    rank: int,
    decision: Decision | None = None,
) -> JudgedUse:
    return JudgedUse.of(
        outcome,
        picture,
        rank=rank,
        page_url=page.final_url,
        page_title=page.title,
        decision=decision,
    )


def said(use: JudgedUse, tongue: Tongue) -> Line:
    """An image use in a language, which it names."""
    return use_object(use, tongue) | {"language": tongue.code}


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


def _end(result: PageResult, reader: PostedReader, tongue: Tongue) -> Line:
    unseen = (item for item in result.skipped if item.reason != NOT_SENT)
    skipped = [asdict(unchecked_in(item, tongue)) for item in unseen]
    wanted = sorted(reader.wanted, key=lambda each: each.ordinal)
    return {"type": "end", "skipped": skipped, "wanted": [asdict(each) for each in wanted]}
