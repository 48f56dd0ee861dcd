"""The loopback server: the same extraction, rules and scores as a scan, for the page beside it.

Closed by default: see guard.py. It fetches nothing; what it judges was sent to it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cattrs
from starlette.applications import Starlette
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from app.backend.audits import Keep, Line, audit_lines
from app.backend.guard import BodyTooLarge, RequestGuard, own_hosts
from app.backend.pairing import Pairing
from app.backend.posted import PostedError, PostedReader, read_snapshot
from auditor import __version__
from auditor.judge.another_text import rescored
from auditor.judge.judge import Judge, SeenPicture
from auditor.reports.json_report import SCHEMA, use_object
from auditor.results import JudgedUse
from auditor.scan.cores import judging_pool
from auditor.scan.one_page import fault
from auditor.store.errors import StoreError
from extractors.reading import BLOCKS
from extractors.records import ImageRecord
from models.encoder import Encoder
from models.pictures import PictureError

OPENAPI = Path(__file__).parent / "openapi.json"
AT_ONCE = 2
"""Audits that run at the same time; the cores are few."""
WAITING = 8
"""Requests that may wait for their turn; more are asked to come back."""
MAX_PARTS = 2_000
MAX_TEXT = 10_000
"""Characters of a text to score."""

_converter = cattrs.Converter()


@dataclass(slots=True)
class Service:
    """What the routes share."""

    judge: Judge
    encoder: Encoder | None
    token: Callable[[], str]
    pairing: Pairing | None = None
    keep: Keep | None = None
    """Stores a page that was judged."""
    pool: Executor = field(default_factory=judging_pool)
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    waiting: int = 0


def make_app(service: Service, port: int) -> Starlette:
    """The whole server as an ASGI application; `port` is where it will listen."""
    routes = [
        Route("/v1/health", _health),
        Route("/v1/openapi.json", _openapi),
        Route("/v1/pair", _pair, methods=["POST"]),
        Route("/v1/audit", _audit, methods=["POST"]),
        Route("/v1/score", _score, methods=["POST"]),
    ]
    guard = Middleware(
        RequestGuard,
        token=service.token,
        hosts=own_hosts(port),
        without_token=frozenset({"/v1/pair"}),
    )
    handlers = {BodyTooLarge: _too_large, PostedError: _unreadable, HTTPException: _refused}
    app = Starlette(routes=routes, middleware=[guard], exception_handlers=handlers)
    app.state.service = service
    return app


async def _health(request: Request) -> Response:
    encoder = _service(request).encoder
    model = encoder and {"name": encoder.manifest.name, "sha256": encoder.manifest.sha256}
    about = {"version": __version__, "schema": SCHEMA, "model": model, "blocks": sorted(BLOCKS)}
    return JSONResponse(about)


async def _openapi(request: Request) -> Response:
    return Response(OPENAPI.read_bytes(), media_type="application/json")


async def _pair(request: Request) -> Response:
    """The token for the code. A wrong code is answered as the guard answers strangers."""
    service = _service(request)
    code = (await _json(request)).get("code")
    if not service.pairing or not isinstance(code, str) or not service.pairing.redeem(code):
        return Response(status_code=403)
    return JSONResponse({"token": service.token()})


async def _audit(request: Request) -> Response:
    """A snapshot and pictures; the answer is JSON lines."""
    service = _service(request)
    async with _form(request) as form:
        page = read_snapshot(await _part(form, "snapshot"))
        files, drawings = await _pictures(form, "file-"), await _pictures(form, "drawing-")
    _ask_turn(service)
    reader = PostedReader(page, files, drawings)
    lines = audit_lines(reader, service.judge, service.pool, service.keep)
    return StreamingResponse(_encoded(lines, service), media_type="application/x-ndjson")


async def _score(request: Request) -> Response:
    """A record as an audit handed it out, another text for it, and its picture."""
    service = _service(request)
    async with _form(request) as form:
        record = _record(await _part(form, "record"))
        text = (await _part(form, "text")).decode("utf-8", "replace")
        picture = await _part(form, "picture") if "picture" in form else None
    if len(text) > MAX_TEXT:
        raise PostedError(f"a text has at most {MAX_TEXT} characters")
    _ask_turn(service)
    loop = asyncio.get_running_loop()
    async with _turn(service):
        line = await loop.run_in_executor(
            service.pool, _rescored, service.judge, record, picture, text
        )
    return JSONResponse(line)


def _rescored(judge: Judge, record: ImageRecord, picture: bytes | None, text: str) -> Line:
    seen: SeenPicture | None = None
    if picture is not None:
        try:
            seen = judge.picture(picture)
        except PictureError as error:
            raise PostedError(f"the picture cannot be read: {error}") from error
    outcome = rescored(judge, record, seen, text)
    info = seen.info if seen else None
    use = JudgedUse.of(outcome, info, rank=1, page_url="", page_title=record.context.page_title)
    return use_object(use)


async def _encoded(lines: AsyncIterator[Line], service: Service) -> AsyncIterator[bytes]:
    """JSON lines; what goes wrong on the way is the last one."""
    try:
        async with _turn(service):
            async for line in lines:
                yield _line(line)
    except StoreError as error:  # of --save
        yield _line({"type": "error", "reason": str(error)})
    except Exception as error:
        yield _line({"type": "error", "reason": fault(error)})


def _line(line: Line) -> bytes:
    return json.dumps(line, allow_nan=False).encode() + b"\n"


def _ask_turn(service: Service) -> None:
    """Raises HTTPException when too many wait for a turn already."""
    if service.waiting >= WAITING:
        raise HTTPException(429, "too many requests at once", headers={"Retry-After": "1"})


@asynccontextmanager
async def _turn(service: Service) -> AsyncIterator[None]:
    """One of the AT_ONCE turns, as soon as there is one."""
    service.waiting += 1
    try:
        await service.turns.acquire()
    finally:
        service.waiting -= 1
    try:
        yield
    finally:
        service.turns.release()


def _form(request: Request) -> Any:
    return request.form(max_files=MAX_PARTS, max_fields=10)


async def _part(form: FormData, name: str) -> bytes:
    """One part of the form. Raises PostedError."""
    value = form.get(name)
    if isinstance(value, UploadFile):
        return await value.read()
    if isinstance(value, str):
        return value.encode()
    raise PostedError(f"the form lacks the part {name}")


async def _pictures(form: FormData, prefix: str) -> dict[int, bytes]:
    """Bytes by ordinal of the parts that are called `prefix` and a number."""
    found = {}
    for name, value in form.multi_items():
        number = name.removeprefix(prefix)
        if (
            number != name
            and number.isdecimal()
            and len(number) < 10
            and isinstance(value, UploadFile)
        ):
            found[int(number)] = await value.read()
    return found


def _record(data: bytes) -> ImageRecord:
    try:
        return _converter.structure(json.loads(data), ImageRecord)
    except Exception as error:  # cattrs raises groups of whatever went wrong inside
        raise PostedError("the record cannot be read") from error


async def _json(request: Request) -> dict[str, Any]:
    try:
        value = await request.json()
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise PostedError("the body is no JSON object")
    return value


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


async def _too_large(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "the request is too large"}, 413)


async def _unreadable(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 400)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, headers=error.headers)
