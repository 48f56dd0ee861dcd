"""The loopback server: the same extraction, rules and scores as a scan, for the page beside it.

Closed by default: see guard.py. It fetches nothing; what it judges was sent to it.
"""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.backend import entering, judging, keeping
from app.backend.activity import Noting
from app.backend.guard import BodyTooLarge, RequestGuard, own_hosts
from app.backend.service import Service, service_of
from app.backend.strict import PostedError
from auditor import __version__
from auditor.reports.json_report import SCHEMA
from auditor.store.errors import StoreError
from extractors.reading import BLOCKS

OPENAPI = Path(__file__).parent / "openapi.json"


def make_app(service: Service, port: int) -> Starlette:
    """The whole server as an ASGI application; `port` is where it will listen."""
    own = (Route("/v1/health", _health), Route("/v1/openapi.json", _openapi))
    routes = [*own, *entering.ROUTES, *judging.ROUTES, *keeping.ROUTES]
    guard = Middleware(
        RequestGuard,
        token=service.token,
        hosts=own_hosts(port),
        without_token=entering.WITHOUT_TOKEN,
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
    service = service_of(request)
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


async def _too_large(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "the request is too large"}, 413)


async def _unreadable(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 400)


async def _not_kept(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 500)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, headers=error.headers)
