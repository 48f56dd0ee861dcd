"""`auditor serve`: the loopback server for the browser extension."""

from __future__ import annotations

import socket
from pathlib import Path

import click
import uvicorn
from starlette.types import ASGIApp

from app.backend.pairing import Pairing, TokenError, make_token, read_token, token_path
from app.backend.saved import Saved
from app.backend.server import Service, make_app
from auditor.judge.judge import Judge
from auditor.store.reader import StoreError
from models.encoder import load
from models.manifest import ModelError

PORT = 8765


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Port on 127.0.0.1; 0 takes a free one.",
)
@click.option("--model", default="compact", show_default=True, help="Model that scores the texts.")
@click.option(
    "--provider",
    default="auto",
    show_default=True,
    help="Where it runs: cpu, cuda, directml, tensorrt, coreml or openvino. One that is not there "
    "is an error that says which are.",
)
@click.option("--no-score", is_flag=True, help="Only the rules that need no model.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the pages that are judged in this scan file; a page again replaces itself.",
)
@click.option("--pair", is_flag=True, help="Show a code with which an extension gets the token.")
@click.option("--new-token", is_flag=True, help="Make a new token; what was paired is no longer.")
def serve(
    port: int,
    model: str,
    provider: str,
    no_score: bool,
    save: Path | None,
    pair: bool,
    new_token: bool,
) -> None:
    """Serve the browser extension: judge the pages that it sends, on this machine alone.

    The server listens on 127.0.0.1 and answers only who has the token, which an extension gets for
    a code that is shown here: at the first start, and with --pair.

    Example: auditor serve --pair
    """
    try:
        token = None if new_token else read_token(token_path())
        first = token is None
        token = token or make_token(token_path())
        encoder = None if no_score else load(model, provider=provider, threads=1)
        saved = Saved(save, encoder) if save else None
        if saved:
            saved.check()
    except (TokenError, ModelError, StoreError) as error:
        raise click.ClickException(str(error)) from error
    listener = listen(port)
    port = listener.getsockname()[1]
    pairing = Pairing() if first or pair else None
    click.echo(f"Serving on http://127.0.0.1:{port}, until Ctrl-C.", err=True)
    if pairing:
        click.echo(f"Pairing code, good once and for ten minutes: {pairing.code}", err=True)
    keep = saved.keep if saved else None
    service = Service(Judge(encoder), encoder, lambda: token, pairing, keep)
    with listener:
        uvicorn.Server(settings(make_app(service, port))).run(sockets=[listener])


def settings(app: ASGIApp) -> uvicorn.Config:
    """How the server runs: it says nothing of itself and logs nothing of what it is asked."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        limit_concurrency=100,
        timeout_graceful_shutdown=3,
        ws="none",
        lifespan="off",
    )


def listen(port: int) -> socket.socket:
    """A socket on 127.0.0.1; port 0 takes a free one. Raises ClickException."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        listener.close()
        raise click.ClickException(f"Port {port} is taken: name another with --port") from error
    return listener
