"""Routes that judge: a page, and another text for one of its images."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from app.backend.audits import Line, audit_lines, json_line, said, with_heartbeat
from app.backend.forms import form_of, part_of, pictures_of, read_again
from app.backend.posted import PostedReader, read_snapshot
from app.backend.service import Service, ask_turn, service_of, tongue_of, turn_of
from app.backend.strict import PostedError, read_json, structured
from auditor.catalogue import Tongue
from auditor.judge.another_text import rescored
from auditor.judge.judge import Judge, SeenPicture
from auditor.results import JudgedUse
from auditor.scan.one_page import fault
from auditor.store.errors import StoreError
from extractors.records import ImageRecord
from models.pictures import PictureError

MAX_TEXT = 10_000
"""Characters of a text to score."""


async def _audit(request: Request) -> Response:
    """A snapshot and pictures; the answer is JSON lines."""
    service = service_of(request)
    async with form_of(request) as form:
        page = read_snapshot(await part_of(form, "snapshot"))
        files, drawings = await pictures_of(form, "file-"), await pictures_of(form, "drawing-")
        again = read_again(await part_of(form, "again")) if "again" in form else {}
        rough = "rough" in form
    files |= {ordinal: files[other] for ordinal, other in again.items() if other in files}
    ask_turn(service)
    reader = PostedReader(page, files, drawings)
    tongue = tongue_of(request)
    lines = audit_lines(reader, service.judge, service.pool, service.saved, rough, tongue)
    return StreamingResponse(_encoded(lines, service), media_type="application/x-ndjson")


async def _score(request: Request) -> Response:
    """A record as an audit handed it out, another text for it, and its picture."""
    service = service_of(request)
    async with form_of(request) as form:
        posted = read_json(await part_of(form, "record"), "the record")
        record = structured(posted, ImageRecord, "the record")
        text = (await part_of(form, "text")).decode("utf-8", "replace")
        picture = await part_of(form, "picture") if "picture" in form else None
    if len(text) > MAX_TEXT:
        raise PostedError(f"a text has at most {MAX_TEXT} characters")
    ask_turn(service)
    loop = asyncio.get_running_loop()
    async with turn_of(service):
        line = await loop.run_in_executor(
            service.pool, _rescored, service.judge, record, picture, text, tongue_of(request)
        )
    return JSONResponse(line)


def _rescored(
    judge: Judge, record: ImageRecord, picture: bytes | None, text: str, tongue: Tongue
) -> Line:
    seen: SeenPicture | None = None
    if picture is not None:
        try:
            seen = judge.picture(picture)
        except PictureError as error:
            raise PostedError(f"the picture cannot be read: {error}") from error
    outcome = rescored(judge, record, seen, text)
    info = seen.info if seen else None
    use = JudgedUse.of(outcome, info, rank=1, page_url="", page_title=record.context.page_title)
    return said(use, tongue)


async def _encoded(
    lines: AsyncGenerator[Line, None], service: Service
) -> AsyncGenerator[bytes, None]:
    """JSON lines; what goes wrong on the way is the last one."""
    async for line in with_heartbeat(_in_turn(lines, service), service.heartbeat):
        yield json_line(line)


async def _in_turn(
    lines: AsyncGenerator[Line, None], service: Service
) -> AsyncGenerator[Line, None]:
    try:
        async with turn_of(service), aclosing(lines):
            async for line in lines:
                yield line
    except StoreError as error:  # of --save
        yield {"type": "error", "reason": str(error)}
    except Exception as error:
        yield {"type": "error", "reason": fault(error)}


ROUTES = (
    Route("/v1/audit", _audit, methods=["POST"]),
    Route("/v1/score", _score, methods=["POST"]),
)
