"""`auditor serve`: the loopback server for the browser extension."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import click
import uvicorn
from starlette.types import ASGIApp

from app.backend.pairing import Pairing, PairingAnswer, make_token, read_token, token_path
from app.backend.running import PORT, Running
from app.backend.saved import Saved
from app.backend.server import make_app
from app.backend.service import Service
from app.backend.silent import SilentProtocol
from auditor.commands.scoring import Scoring, scoring_options
from auditor.judge.judge import Judge
from models.registry import is_known

CHECKED = 5
"""Seconds between two looks at whether the server is idle."""
TEXTS_KEPT = 20_000
"""Texts with their vectors, 5 kB each: those of a page of thousands of images, so that a second
audit of it embeds nothing anew."""


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Port on 127.0.0.1; 0 takes a free one.",
)
@scoring_options(no_ocr="")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the pages that are judged in this scan file; a page again replaces itself.",
)
@click.option("--pair", is_flag=True, help="Show a code with which an extension gets the token.")
@click.option("--new-token", is_flag=True, help="Make a new token; what was paired is no longer.")
@click.option(
    "--idle",
    type=click.IntRange(1),
    help="End after so many minutes without work; as long as it is not ended unless given.",
)
def serve(
    port: int,
    scoring: Scoring,
    save: Path | None,
    pair: bool,
    new_token: bool,
    idle: int | None,
) -> None:
    """Serve the browser extension: judge the pages that it sends, on this machine alone.

    The server listens on 127.0.0.1 and answers only who has the token, which an extension gets for
    a code that is shown here: at the first start, and with --pair. Where one runs already, --pair
    shows a code of that one.

    Example: auditor serve --pair
    """
    if pair and not new_token and port and Running(port).proves():
        show_codes(Running(port))
        return
    encoder = scoring.encoder()
    saved = Saved(save, encoder) if save else None
    if saved:
        saved.check()
    listener = listen(port)
    port = listener.getsockname()[1]
    token = None if new_token else read_token(token_path())
    first = token is None
    token = token or make_token(token_path())
    pairing = Pairing()
    desk = Desk(pairing, sys.stdin.fileno() if sys.stdin and sys.stdin.isatty() else None)
    click.echo(f"Serving on http://127.0.0.1:{port}, until Ctrl-C.", err=True)
    if first or pair:
        desk.show_code()
    desk.wait()
    service = Service(
        Judge(encoder, texts_kept=TEXTS_KEPT),
        encoder,
        lambda: token,
        pairing,
        desk.tell,
        saved,
        own_command(sys.argv[0], sys.argv[1:]),
    )
    server = uvicorn.Server(settings(make_app(service, port)))
    if idle:
        end_when_idle(server, service, idle * 60)
    with listener:
        server.run(sockets=[listener])


def end_when_idle(server: uvicorn.Server, service: Service, seconds: float) -> None:
    """Have a server end after so long without work, and when it is asked to."""

    def stop() -> None:
        server.should_exit = True

    async def look() -> None:
        if service.activity.idle > seconds:
            stop()

    service.stop = stop
    server.config.callback_notify, server.config.timeout_notify = look, CHECKED


def show_codes(running: Running) -> None:
    """Show a pairing code of a server that runs already, and what comes of it."""
    desk = Desk(Pairing(), None)
    desk.say(f"The server runs already on http://127.0.0.1:{running.port}.")
    for line in running.codes():
        if "code" in line:
            desk.say_code(line["code"])
        else:
            desk.pairing.tries = line["tries"]
            desk.tell(PairingAnswer(line["answer"]))


def own_command(program: str, arguments: Sequence[str]) -> str:
    """What starts this server again, from any folder: `program` and `arguments` as they stand in
    `sys.argv`, without what was meant for one start."""
    found = shutil.which("auditor")
    by_name = found is not None and Path(found).resolve() == Path(program).resolve()
    words = ["auditor"] if by_name else [sys.executable, "-P", "-m", "app"]
    return shlex.join([*words, *lasting(arguments)])


def lasting(arguments: Sequence[str]) -> list[str]:
    """Arguments without what was meant for one start, with files as any folder sees them."""
    words: list[str] = []
    left = iter(arguments)
    for word in left:
        option, given, value = word.partition("=")
        if option in WITH_VALUES:
            value = value if given else next(left, "")
            words += WITH_VALUES[option](option, value)
        elif option not in ONE_START:
            words.append(word)
    return words


def _with_file(option: str, path: str) -> list[str]:
    return [option, str(Path(path).resolve())]


def _with_model(option: str, name: str) -> list[str]:
    return [option, name] if is_known(name) else _with_file(option, name)


ONE_START = ("--pair", "--new-token")
WITH_VALUES: Mapping[str, Callable[[str, str], list[str]]] = {
    "--save": _with_file,
    "--model": _with_model,
    "--idle": lambda option, value: [],
}


def _say(text: str) -> None:
    click.echo(text, err=True)


@dataclass(slots=True)
class Desk:
    """The person where the server runs."""

    pairing: Pairing
    keys: int | None
    """File descriptor of the keyboard; None where there is none."""
    say: Callable[[str], None] = _say
    _said_over: bool = False
    """Said once a code: who goes on trying must not fill the screen."""

    def show_code(self) -> None:
        """A new code, and how long it is good."""
        self.say_code(self.pairing.renew())

    def say_code(self, code: str) -> None:
        """A code, and how long it is good."""
        self._said_over = False
        self.say(f"Pairing code, good once and for ten minutes: {code}")

    def wait(self) -> Thread | None:
        """Show a new code at each Enter, in a thread that ends with the program."""
        if self.keys is None:
            return None
        self.say("Enter shows a new pairing code.")
        if sys.platform != "win32":  # in the background a shell would stop the whole program
            signal.signal(signal.SIGTTIN, signal.SIG_IGN)
        thread = Thread(target=self._listen, args=(self.keys,), daemon=True)
        thread.start()
        return thread

    def _listen(self, keys: int) -> None:
        # Not through sys.stdin, whose lock a thread may not hold when the program ends.
        with suppress(OSError):
            while os.read(keys, 1000):
                self.show_code()

    def tell(self, answer: PairingAnswer) -> None:
        """What came of a code: one that this person did not send is not to pass unseen."""
        again = "Start again with --pair for" if self.keys is None else "Press Enter for"
        left = self.pairing.tries
        if answer is PairingAnswer.RIGHT:
            self.say(
                "Paired: an extension got the token. If that was not yours, start again with "
                "--new-token."
            )
        elif answer is PairingAnswer.OVER:
            if not self._said_over:
                self.say(f"A pairing code was sent, but none is good now. {again} a new one.")
            self._said_over = True
        elif left:
            self.say(
                f"A wrong pairing code was sent; {left} more and the code is good no more. "
                "If that was not you, another program on this machine tries to pair."
            )
        else:
            self.say(f"Too many wrong pairing codes: the code is good no more. {again} a new one.")


def settings(app: ASGIApp) -> uvicorn.Config:
    """How the server runs: it says nothing of itself and logs nothing of what it is asked. Too many
    requests are answered by the routes, after the guard: uvicorn's own answer would reach pages."""
    return uvicorn.Config(
        app,
        http=SilentProtocol,
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=3,
        ws="none",
        lifespan="off",
    )


def listen(port: int) -> socket.socket:
    """A socket on 127.0.0.1; port 0 takes a free one. Raises ClickException."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform == "win32":  # there, the other option lets any program listen beside us
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        listener.close()
        raise click.ClickException(
            f"Port {port} is taken: name another with --port, and in the settings of the "
            "extension before you pair it, for it would pair with who holds this one"
        ) from error
    return listener
