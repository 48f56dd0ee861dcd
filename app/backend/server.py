"""The loopback server: the same extraction, rules and scores as a scan, for the page beside it.

Closed by default: see guard.py. It fetches nothing; what it judges was sent to it.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from app.backend.activity import Activity, Noting
from app.backend.audits import Line, audit_lines, said, with_heartbeat
from app.backend.guard import BodyTooLarge, RequestGuard, own_hosts
from app.backend.pairing import LIFE, Pairing, PairingAnswer, proof
from app.backend.people import read_decision, read_rating
from app.backend.posted import PostedReader, read_snapshot
from app.backend.saved import Saved
from app.backend.strict import PostedError, read_json, structured
from auditor import __version__
from auditor.catalogue import ENGLISH, Tongue, preferred, tongue
from auditor.judge.another_text import rescored
from auditor.judge.judge import Judge, SeenPicture
from auditor.reports.json_report import SCHEMA, page_object
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
HEARTBEAT = 2.0
MAX_PARTS = 10_000
"""Parts of one form: two a picture of a page of thousands."""
MAX_TEXT = 10_000
"""Characters of a text to score."""

CODE = re.compile("[0-9]{6}")
NONCE = re.compile("[0-9a-f]{64}")
ORDINAL = re.compile("[0-9]{1,9}")


@dataclass(slots=True)
class Service:
    """What the routes share."""

    judge: Judge
    encoder: Encoder | None
    token: Callable[[], str]
    pairing: Pairing = field(default_factory=Pairing)
    tell: Callable[[PairingAnswer], None] = lambda answer: None
    """Tells the person at the server what came of a code that was sent."""
    saved: Saved | None = None
    """Keeps the pages that were judged, and what people make of them."""
    command: str = "auditor serve"
    """What starts the server again."""
    stop: Callable[[], None] | None = None
    """Ends the server; None where who started it also ends it."""
    activity: Activity = field(default_factory=Activity)
    listeners: set[asyncio.Queue[PairingAnswer]] = field(default_factory=set)
    """Programs of the user that asked for a code, and hear what came of it."""
    heartbeat: float = HEARTBEAT
    """Seconds of silence after which an audit says that it is alive."""
    pool: Executor = field(default_factory=judging_pool)
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    waiting: int = 0

    def told(self, answer: PairingAnswer) -> None:
        """Tell who asked for codes what came of one."""
        self.tell(answer)
        for listener in self.listeners:
            listener.put_nowait(answer)


def make_app(service: Service, port: int) -> Starlette:
    """The whole server as an ASGI application; `port` is where it will listen."""
    routes = [
        Route("/v1/health", _health),
        Route("/v1/openapi.json", _openapi),
        Route("/v1/pair", _pair, methods=["POST"]),
        Route("/v1/proof", _proof, methods=["POST"]),
        Route("/v1/audit", _audit, methods=["POST"]),
        Route("/v1/score", _score, methods=["POST"]),
        Route("/v1/decision", _decision, methods=["POST"]),
        Route("/v1/rating", _rating, methods=["POST"]),
        Route("/v1/pages", _pages),
        Route("/v1/report", _report),
        Route("/v1/code", _code, methods=["POST"]),
        Route("/v1/stop", _stop, methods=["POST"]),
    ]
    guard = Middleware(
        RequestGuard,
        token=service.token,
        hosts=own_hosts(port),
        without_token=frozenset({"/v1/pair", "/v1/proof"}),
    )
    handlers = {
        BodyTooLarge: _too_large,
        PostedError: _unreadable,
        HTTPException: _refused,
        StoreError: _not_kept,
    }
    noting = Middleware(Noting, activity=service.activity)
    app = Starlette(routes=routes, middleware=[guard, noting], exception_handlers=handlers)
    app.state.service, app.state.port = service, port
    return app


async def _health(request: Request) -> Response:
    service = _service(request)
    encoder = service.encoder
    model = encoder and {"name": encoder.manifest.name, "sha256": encoder.manifest.sha256}
    about = {
        "version": __version__,
        "schema": SCHEMA,
        "model": model,
        "blocks": sorted(BLOCKS),
        "saves": service.saved is not None,
        "command": service.command,
    }
    return JSONResponse(about)


async def _openapi(request: Request) -> Response:
    return Response(OPENAPI.read_bytes(), media_type="application/json")


async def _pair(request: Request) -> Response:
    """The token for the code. What came of it is also told where the server runs: any program on
    this machine can send codes."""
    service = _service(request)
    code = await _text(request, "code")
    if not CODE.fullmatch(code):
        raise PostedError("the code is not six digits")
    answer = service.pairing.redeem(code)
    service.told(answer)
    if answer is PairingAnswer.RIGHT:
        return JSONResponse({"token": service.token()})
    if answer is PairingAnswer.WRONG:
        raise HTTPException(403, "that is not the code")
    raise HTTPException(410, "no code is good now: a new one is shown where the server runs")


async def _proof(request: Request) -> Response:
    """That this server knows the token, before it is told to it."""
    nonce = await _text(request, "nonce")
    if not NONCE.fullmatch(nonce):
        raise PostedError("the nonce is not 64 hexadecimal digits")
    token = _service(request).token()
    return JSONResponse({"proof": proof(token, request.app.state.port, nonce)})


async def _audit(request: Request) -> Response:
    """A snapshot and pictures; the answer is JSON lines."""
    service = _service(request)
    async with _form(request) as form:
        page = read_snapshot(await _part(form, "snapshot"))
        files, drawings = await _pictures(form, "file-"), await _pictures(form, "drawing-")
        again = _again(await _part(form, "again")) if "again" in form else {}
        rough = "rough" in form
    files |= {ordinal: files[other] for ordinal, other in again.items() if other in files}
    _ask_turn(service)
    reader = PostedReader(page, files, drawings)
    tongue = _tongue(request)
    lines = audit_lines(reader, service.judge, service.pool, service.saved, rough, tongue)
    return StreamingResponse(_encoded(lines, service), media_type="application/x-ndjson")


async def _score(request: Request) -> Response:
    """A record as an audit handed it out, another text for it, and its picture."""
    service = _service(request)
    async with _form(request) as form:
        posted = read_json(await _part(form, "record"), "the record")
        record = structured(posted, ImageRecord, "the record")
        text = (await _part(form, "text")).decode("utf-8", "replace")
        picture = await _part(form, "picture") if "picture" in form else None
    if len(text) > MAX_TEXT:
        raise PostedError(f"a text has at most {MAX_TEXT} characters")
    _ask_turn(service)
    loop = asyncio.get_running_loop()
    async with _turn(service):
        line = await loop.run_in_executor(
            service.pool, _rescored, service.judge, record, picture, text, _tongue(request)
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


async def _decision(request: Request) -> Response:
    """Decide on an image use of a page that was judged, or take it back."""
    service = _service(request)
    posted, saved = read_decision(await request.body()), _saved(service)
    loop = asyncio.get_running_loop()
    made = await loop.run_in_executor(service.pool, saved.decide, posted.subject, posted.decision)
    return JSONResponse({"decision": asdict(made) if made else None})


async def _rating(request: Request) -> Response:
    """Rate the text of an image use of a page that was judged."""
    service = _service(request)
    posted, saved = read_rating(await request.body()), _saved(service)
    await asyncio.get_running_loop().run_in_executor(service.pool, saved.rate, posted.rating)
    return JSONResponse({"level": posted.level})


async def _pages(request: Request) -> Response:
    """The pages in the scan file."""
    service = _service(request)
    saved = _saved(service)
    pages = await asyncio.get_running_loop().run_in_executor(service.pool, saved.pages)
    found = [page_object(page) | {"asks_for_work": work} for page, work in pages]
    return JSONResponse({"file": str(saved.path), "pages": found})


async def _report(request: Request) -> Response:
    """One report of all pages in the scan file."""
    service = _service(request)
    saved = _saved(service)
    loop, tongue = asyncio.get_running_loop(), _tongue(request)
    report = await loop.run_in_executor(service.pool, saved.report, tongue)
    return Response(report, media_type="text/html; charset=utf-8")


async def _code(request: Request) -> Response:
    """A new pairing code, for a program of the user that shows it; the answer is JSON lines, which
    go on with what comes of it."""
    return StreamingResponse(_code_lines(_service(request)), media_type="application/x-ndjson")


async def _code_lines(service: Service) -> AsyncGenerator[bytes, None]:
    pairing, heard = service.pairing, asyncio.Queue[PairingAnswer]()
    service.listeners.add(heard)
    try:
        code = pairing.renew()
        yield _line({"code": code})
        with suppress(TimeoutError):
            async with asyncio.timeout(LIFE):
                while pairing.code == code and pairing.tries:
                    answer = await heard.get()
                    yield _line({"answer": answer.value, "tries": pairing.tries})
    finally:
        service.listeners.discard(heard)


async def _stop(request: Request) -> Response:
    """End the server, where a browser started it."""
    stop = _service(request).stop
    if stop is None:
        raise HTTPException(409, "the server ends where it was started: Ctrl-C")
    stop()
    return JSONResponse({})


async def _encoded(
    lines: AsyncGenerator[Line, None], service: Service
) -> AsyncGenerator[bytes, None]:
    """JSON lines; what goes wrong on the way is the last one."""
    async for line in with_heartbeat(_in_turn(lines, service), service.heartbeat):
        yield _line(line)


async def _in_turn(
    lines: AsyncGenerator[Line, None], service: Service
) -> AsyncGenerator[Line, None]:
    try:
        async with _turn(service), aclosing(lines):
            async for line in lines:
                yield line
    except StoreError as error:  # of --save
        yield {"type": "error", "reason": str(error)}
    except Exception as error:
        yield {"type": "error", "reason": fault(error)}


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


def _saved(service: Service) -> Saved:
    """Raises HTTPException where nothing is kept."""
    if service.saved is None:
        raise HTTPException(409, "the server keeps nothing: start it with --save FILE.db")
    return service.saved


def _form(request: Request) -> Any:
    return request.form(max_files=MAX_PARTS, max_fields=10)


async def _part(form: FormData, name: str) -> bytes:
    """One part of the form. Raises PostedError."""
    value = form.get(name)
    if isinstance(value, UploadFile):
        return await value.read()
    if isinstance(value, str):
        return value.encode("utf-8", "replace")
    raise PostedError(f"the form lacks the part {name}")


async def _pictures(form: FormData, prefix: str) -> dict[int, bytes]:
    """Bytes by ordinal of the parts that are called `prefix` and a number."""
    found = {}
    for name, value in form.multi_items():
        number = name.removeprefix(prefix)
        if number != name and ORDINAL.fullmatch(number) and isinstance(value, UploadFile):
            found[int(number)] = await value.read()
    return found


def _again(data: bytes) -> dict[int, int]:
    """Ordinals of image uses whose file was sent for another one, by ordinal. Raises
    PostedError."""
    posted = structured(read_json(data, "the part again"), dict[str, int], "the part again")
    if not all(ORDINAL.fullmatch(number) for number in posted):
        raise PostedError("the part again goes by ordinals")
    return {int(number): other for number, other in posted.items()}


async def _text(request: Request, name: str) -> str:
    """One text of the JSON object in the body. Raises PostedError."""
    value = read_json(await request.body(), "the body")
    if not isinstance(value, dict) or not isinstance(value.get(name), str):
        raise PostedError(f"the body is no JSON object with a text {name}")
    text: str = value[name]
    return text


def _tongue(request: Request) -> Tongue:
    """The language that whoever asks likes best of those that there are, else English."""
    return tongue(preferred(request.headers.get("accept-language", "")) or ENGLISH.code)


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


async def _too_large(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "the request is too large"}, 413)


async def _unreadable(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 400)


async def _not_kept(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 500)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, headers=error.headers)
