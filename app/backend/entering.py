"""Routes by which an extension and the server come to trust each other, and that end the server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from app.backend.audits import json_line
from app.backend.forms import text_of
from app.backend.pairing import LIFE, PairingAnswer, proof
from app.backend.service import Service, service_of
from app.backend.strict import PostedError

CODE = re.compile("[0-9]{6}")
NONCE = re.compile("[0-9a-f]{64}")
PAIR, PROOF = "/v1/pair", "/v1/proof"


async def _pair(request: Request) -> Response:
    """The token for the code. What came of it is also told where the server runs: any program on
    this machine can send codes."""
    service = service_of(request)
    code = await text_of(request, "code")
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
    nonce = await text_of(request, "nonce")
    if not NONCE.fullmatch(nonce):
        raise PostedError("the nonce is not 64 hexadecimal digits")
    token = service_of(request).token()
    return JSONResponse({"proof": proof(token, request.app.state.port, nonce)})


async def _code(request: Request) -> Response:
    """A new pairing code, for a program of the user that shows it; the answer is JSON lines, which
    go on with what comes of it."""
    return StreamingResponse(_code_lines(service_of(request)), media_type="application/x-ndjson")


async def _code_lines(service: Service) -> AsyncGenerator[bytes, None]:
    pairing, heard = service.pairing, asyncio.Queue[PairingAnswer]()
    service.listeners.add(heard)
    try:
        code = pairing.renew()
        yield json_line({"code": code})
        with suppress(TimeoutError):
            async with asyncio.timeout(LIFE):
                while pairing.code == code and pairing.tries:
                    answer = await heard.get()
                    yield json_line({"answer": answer.value, "tries": pairing.tries})
    finally:
        service.listeners.discard(heard)


async def _stop(request: Request) -> Response:
    """End the server, where a browser started it."""
    stop = service_of(request).stop
    if stop is None:
        raise HTTPException(409, "the server ends where it was started: Ctrl-C")
    stop()
    return JSONResponse({})


ROUTES = (
    Route(PAIR, _pair, methods=["POST"]),
    Route(PROOF, _proof, methods=["POST"]),
    Route("/v1/code", _code, methods=["POST"]),
    Route("/v1/stop", _stop, methods=["POST"]),
)
WITHOUT_TOKEN = frozenset({PAIR, PROOF})
"""What is answered before there is a token."""
