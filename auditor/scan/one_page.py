"""Audits one page: reads it, extracts its images, brings their pictures, has them judged."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial

from anyio import BrokenWorkerProcess

from auditor.findings import Scores, Skipped
from auditor.judge.judge import Judge, SeenPicture, infos, with_drawing
from auditor.pages.frames import links_of, lost_frames
from auditor.pages.languages import extract_spoken, with_languages
from auditor.pages.page import (
    FrameSnapshot,
    Page,
    PageError,
    PageReader,
    PictureMissing,
    PictureReader,
)
from auditor.pages.static import StaticReader
from auditor.results import PageInfo, PictureInfo
from auditor.rules.sizes import is_mark
from auditor.scan.framed import with_frames
from auditor.scan.page_rows import judge_rows
from auditor.scan.patience import AT_A_TIME, Patience
from auditor.scan.processes import Processes
from auditor.scoring.score import Spoken, TextVectors
from auditor.store.rows import UseRow
from extractors.extract import Extraction
from extractors.records import DRAWN, Exposed, ImageRecord, Kind
from models.pictures import SvgError

log = logging.getLogger(__name__)

TEXTS_AT_ONCE = 32
"""Texts that one core embeds before it looks for other work."""
HASHED_AT_ONCE = 100_000
"""Bytes of a picture that are hashed in less time than a thread takes to begin."""
MAX_TAGS = 700_000
"""Of one frame: 300,000 elements and more. Some pages never end."""
MAX_DRAWN = 60
"""Drawings (svg, canvas, icons) taken of one page: each is a screenshot."""


Admit = Callable[[Page, Sequence[Extraction]], Awaitable[None]]
"""Looks at a page before its pictures are brought; raises PageError when it is not the one that was
meant."""


@dataclass(frozen=True, slots=True)
class Looked:
    """The image uses of one page, looked at."""

    records: Sequence[ImageRecord]
    seen: Mapping[int, SeenPicture]
    """The pictures that came, by the record's ordinal."""
    scores: Mapping[int, Scores]
    """Of each text that can be scored, by the same."""
    skipped: Sequence[Skipped]
    """Pictures that did not come."""


@dataclass(frozen=True, slots=True)
class PageResult:
    """Everything of one page, ready to be stored."""

    page: PageInfo
    links: tuple[str, ...] = ()
    pictures: Mapping[str, tuple[PictureInfo, bytes | None]] = field(default_factory=dict)
    uses: tuple[UseRow, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    looks: bytes = b""
    """Digest of what the page shows, to know two addresses of one view by."""


async def audit_page(
    reader: PageReader,
    url: str,
    judge: Judge,
    pool: Executor,
    tick: Callable[[], None] = lambda: None,
    admit: Admit | None = None,
    processes: Processes | None = None,
) -> PageResult:
    """Read and judge one page. Raises PageError when it cannot be read, or `admit` refuses it.

    `tick` is called for each picture that was brought: a page may hold thousands.
    """
    processes = processes or Processes(pool)
    page = bounded_page(await reader.read(url))
    try:
        extractions = await processes.run(extract_spoken, page.frames, page.language)
        if any(each.frames for each in extractions):
            if isinstance(reader, StaticReader):
                page, extractions = await with_frames(page, extractions, reader, processes)
            extractions = await processes.run(with_languages, extractions, page.language)
        lost = lost_frames(page, extractions)
        if admit is not None:
            await admit(page, extractions)
        found = numbered(page.frames, extractions)
        looked = await look_at(found, page.final_url, reader, judge, pool, tick)
        uses, broken = await processes.run(
            judge_rows,
            looked.records,
            infos(looked.seen),
            looked.scores,
            page.final_url,
            judge.team,
        )
    except BrokenWorkerProcess:
        raise PageError("it ended the process that was at work on it") from None
    main = extractions[0]
    info = PageInfo(url, page.final_url, page.status, main.title, main.lang, "done", len(uses))
    return PageResult(
        page=info,
        links=links_of(page, extractions),
        pictures=_stored(looked.seen.values()),
        uses=tuple(uses),
        looks=_looks(extractions),
        # A page goes by the address that was asked for, wherever that led.
        skipped=tuple(
            replace(each, page=url) for each in (*page.skipped, *lost, *looked.skipped, *broken)
        ),
    )


def _looks(extractions: Sequence[Extraction]) -> bytes:
    shown = [(e.title, e.signals.words, e.signals.opening) for e in extractions]
    images = [(r.html, r.src, r.exposure.state.value) for e in extractions for r in e.records]
    return hashlib.sha256(repr((shown, images)).encode()).digest()


async def look_at(
    found: Sequence[tuple[ImageRecord, str]],
    page: str,
    reader: PictureReader,
    judge: Judge,
    pool: Executor,
    tick: Callable[[], None] = lambda: None,
    patience: Patience | None = None,
) -> Looked:
    """Bring the pictures of the records of a page, each with its frame's id, and score the texts.

    `page`: its URL. `tick` is called for each picture that was brought; `patience`: how long they
    may take, None for that of a page.
    """
    patience = patience or Patience()
    look = partial(_look, reader=reader, judge=judge, pool=pool, patience=patience)
    seen, missing = await _look_at_all(found, look, page, tick)
    records = [record for record, _ in found]
    texts = await _learn(records, judge, pool)
    loop = asyncio.get_running_loop()
    scores = await loop.run_in_executor(pool, judge.scores, records, seen, texts)
    return Looked(records, seen, scores, missing)


def bounded_page(page: Page) -> Page:
    """The page with at most MAX_TAGS of each frame, and a word on what was cut off."""
    frames, skipped = [], list(page.skipped)
    for frame in page.frames:
        parts = frame.html.split("<", MAX_TAGS + 1)
        if len(parts) > MAX_TAGS + 1:
            frame = replace(frame, html="<".join(parts[:-1]))
            reason = f"only its first {MAX_TAGS} tags were read"
            skipped.append(Skipped(frame.url, reason, page.final_url))
        frames.append(frame)
    return replace(page, frames=tuple(frames), skipped=tuple(skipped))


async def _learn(
    records: Sequence[ImageRecord], judge: Judge, pool: Executor
) -> dict[Spoken, TextVectors]:
    """Embed the page's texts on all cores; many pages have one image, some have thousands, and more
    texts than the judge keeps."""
    loop = asyncio.get_running_loop()
    found, new = judge.held(records)
    chunks = [new[start : start + TEXTS_AT_ONCE] for start in range(0, len(new), TEXTS_AT_ONCE)]
    learned = (loop.run_in_executor(pool, judge.learn, chunk) for chunk in chunks)
    for vectors in await asyncio.gather(*learned):
        found |= vectors
    return found


def numbered(
    frames: Sequence[FrameSnapshot], extractions: Sequence[Extraction]
) -> list[tuple[ImageRecord, str]]:
    """Every record with its frame's id, numbered through over all frames."""
    pairs = [
        (record, frame.frame_id)
        for frame, extraction in zip(frames, extractions, strict=True)
        for record in extraction.records
    ]
    return [
        (record if record.ordinal == n else replace(record, ordinal=n), frame)
        for n, (record, frame) in enumerate(pairs)
    ]


async def _look_at_all(
    found: Sequence[tuple[ImageRecord, str]],
    look: Callable[[ImageRecord, str], Awaitable[SeenPicture]],
    page: str,
    tick: Callable[[], None],
) -> tuple[dict[int, SeenPicture], list[Skipped]]:
    """The pictures that came, by ordinal, and what did not come."""
    at_a_time = asyncio.Semaphore(AT_A_TIME)

    async def one(record: ImageRecord, frame_id: str) -> SeenPicture | str:
        async with at_a_time:
            try:
                return await look(record, frame_id)
            except PictureMissing as missing:
                return str(missing)
            except Exception as error:
                log.debug("looking at %s failed", record.selector, exc_info=True)
                return fault(error)
            finally:
                tick()

    wanted, over = to_look_at(found)
    async with asyncio.TaskGroup() as group:
        tasks = [(record, group.create_task(one(record, frame))) for record, frame in wanted]
    answers = [(record, task.result()) for record, task in tasks]
    seen = {record.ordinal: answer for record, answer in answers if isinstance(answer, SeenPicture)}
    problems = [(record, _problem(answer)) for record, answer in answers]
    problems += [(record, _TOO_MANY) for record in over]
    skipped = [Skipped(f"picture of {r.selector}", why, page) for r, why in problems if why]
    return seen, skipped


def fault(error: Exception) -> str:
    """What is said where the fault is ours, and not the page's: the rest goes on."""
    return f"the auditor failed on it ({type(error).__name__}: {error})"


def _problem(answer: SeenPicture | str) -> str | None:
    return answer if isinstance(answer, str) else answer.info.problem


_TOO_MANY = f"the page has more than {MAX_DRAWN} drawn images"


def to_look_at(
    found: Sequence[tuple[ImageRecord, str]],
) -> tuple[list[tuple[ImageRecord, str]], list[ImageRecord]]:
    """Whose pictures are brought: all that are shown, but a bounded number of drawings."""
    shown = [
        (record, frame)
        for record, frame in found
        if record.exposure.state is not Exposed.HIDDEN and _has_picture(record)
    ]
    drawn = [record for record, _ in shown if record.kind in DRAWN]
    over = drawn[MAX_DRAWN:]
    left_out = {record.ordinal for record in over}
    return [pair for pair in shown if pair[0].ordinal not in left_out], over


def _has_picture(record: ImageRecord) -> bool:
    """Is there a picture of its own to look at?"""
    if is_mark(record):
        return False  # and a chart of hundreds would leave no drawing for what comes after it
    if record.kind is Kind.AREA:
        return False  # a part of its map's picture, which is not cut out yet
    if record.kind in (Kind.OBJECT, Kind.EMBED):
        return record.src is not None  # else a film, a sound or a document
    # A glyph says by its shape nothing that a model could hold against a text.
    return record.kind is not Kind.ICON_FONT or record.exposure.state is Exposed.EXPOSED


async def _look(
    record: ImageRecord,
    frame_id: str,
    reader: PictureReader,
    judge: Judge,
    pool: Executor,
    patience: Patience,
) -> SeenPicture:
    loop = asyncio.get_running_loop()
    data = await patience.wait(reader.fetch(record, frame_id))
    if len(data) <= HASHED_AT_ONCE and (known := judge.known(data)) is not None:
        return known
    try:
        return await loop.run_in_executor(pool, judge.picture, data)
    except SvgError:
        drawing = await patience.wait(reader.draw(record))
    drawn = await loop.run_in_executor(pool, judge.picture, drawing)
    return with_drawing(drawn, data)


def _stored(seen: Iterable[SeenPicture]) -> dict[str, tuple[PictureInfo, bytes | None]]:
    return {s.info.sha256: (s.info, None if s.vector is None else s.vector.tobytes()) for s in seen}
