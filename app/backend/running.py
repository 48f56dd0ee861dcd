"""The server that runs already, as other programs of its user ask it: with the token from its file,
once it has proved that it knows it."""

from __future__ import annotations

import hmac
import http.client
import json
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from app.backend.pairing import LIFE, proof, read_token, token_path
from auditor.errors import AuditorError

PORT = 8765
SECONDS = 3.0
"""That it may take to answer."""
ORIGIN = "chrome-extension://native-host"
"""Who may ask for a proof says that it is an extension: no page of the web can."""


class RunningError(AuditorError):
    """The server that runs did not go on; the message is fit to show."""


@dataclass(frozen=True, slots=True)
class Running:
    """What listens on a port of 127.0.0.1."""

    port: int

    def proves(self) -> bool:
        """Whether it knows the user's token; False too where nothing listens, or no token was made
        yet. Raises TokenError."""
        token, nonce = read_token(token_path()), secrets.token_hex(32)
        if token is None:
            return False
        try:
            with self._asked("/v1/proof", {"Origin": ORIGIN}, {"nonce": nonce}) as answer:
                said = json.loads(answer.read(1_000))["proof"]
        except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError):
            return False
        return hmac.compare_digest(str(said).encode(), proof(token, self.port, nonce).encode())

    def codes(self) -> Iterator[dict[str, Any]]:
        """Ask for a pairing code: {"code"}, then {"answer", "tries"} each time that one was sent,
        until it is good no more. Only of a server that proves itself. Raises RunningError."""
        try:
            with self._asked("/v1/code", self._own(), {}, LIFE + SECONDS) as answer:
                for line in answer:
                    yield json.loads(line)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise RunningError("The server stopped before an extension was paired") from error

    def stop(self) -> bool:
        """Have it end, where a browser started it: whether it does. Only of a server that proves
        itself."""
        try:
            with self._asked("/v1/stop", self._own(), {}) as answer:
                return answer.status == 200
        except (OSError, http.client.HTTPException):
            return False

    def _own(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {read_token(token_path())}"}

    @contextmanager
    def _asked(
        self, path: str, headers: dict[str, str], body: Any, seconds: float = SECONDS
    ) -> Iterator[http.client.HTTPResponse]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        try:
            own = {"Content-Type": "application/json", **headers}
            connection.request("POST", path, json.dumps(body), own)
            yield connection.getresponse()
        finally:
            connection.close()


def port_of(options: Sequence[str]) -> int:
    """The port in options of `auditor serve`."""
    words = list(options)
    for at, word in enumerate(words):
        if word.startswith("--port="):
            return int(word.removeprefix("--port="))
        if word == "--port" and at + 1 < len(words):
            return int(words[at + 1])
    return PORT
