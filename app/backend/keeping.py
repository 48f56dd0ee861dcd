"""Routes of the scan file of `serve --save`: what people make of images, its pages, its report."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.backend.people import read_decision, read_rating
from app.backend.service import saved_of, service_of, tongue_of
from auditor.reports.json_report import page_object


async def _decision(request: Request) -> Response:
    """Decide on an image use of a page that was judged, or take it back."""
    service = service_of(request)
    posted, saved = read_decision(await request.body()), saved_of(service)
    loop = asyncio.get_running_loop()
    made = await loop.run_in_executor(service.pool, saved.decide, posted.subject, posted.decision)
    return JSONResponse({"decision": asdict(made) if made else None})


async def _rating(request: Request) -> Response:
    """Rate the text of an image use of a page that was judged."""
    service = service_of(request)
    posted, saved = read_rating(await request.body()), saved_of(service)
    await asyncio.get_running_loop().run_in_executor(service.pool, saved.rate, posted.rating)
    return JSONResponse({"level": posted.level})


async def _pages(request: Request) -> Response:
    """The pages in the scan file."""
    service = service_of(request)
    saved = saved_of(service)
    pages = await asyncio.get_running_loop().run_in_executor(service.pool, saved.pages)
    found = [page_object(page) | {"asks_for_work": work} for page, work in pages]
    return JSONResponse({"file": str(saved.path), "pages": found})


async def _report(request: Request) -> Response:
    """One report of all pages in the scan file."""
    service = service_of(request)
    saved = saved_of(service)
    loop, tongue = asyncio.get_running_loop(), tongue_of(request)
    report = await loop.run_in_executor(service.pool, saved.report, tongue)
    return Response(report, media_type="text/html; charset=utf-8")


ROUTES = (
    Route("/v1/decision", _decision, methods=["POST"]),
    Route("/v1/rating", _rating, methods=["POST"]),
    Route("/v1/pages", _pages),
    Route("/v1/report", _report),
)
