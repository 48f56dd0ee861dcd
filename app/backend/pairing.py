"""The token that opens the server, in a file of the user's own, and the code that hands it on."""

from __future__ import annotations

import hmac
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from platformdirs import user_config_path

from auditor.errors import AuditorError

TRIES = 5
"""Wrong codes after which a code is good no more."""
LIFE = 600.0
"""Seconds that a code is good for."""


class TokenError(AuditorError):
    """The token cannot be kept or read; the message is fit to show."""


def token_path() -> Path:
    """Where the user's token lies."""
    return user_config_path("auditor") / "server-token"


def read_token(path: Path) -> str | None:
    """The token, None when none was made yet. Raises TokenError, also when others may read it."""
    try:
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise TokenError(f"{path} can be read by others: delete it, a new one is made then")
        token = path.read_text("ascii").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise TokenError(f"{path} cannot be read: {error}") from error
    if len(token) < 32:
        raise TokenError(f"{path} holds no token: delete it, a new one is made then")
    return token


def make_token(path: Path) -> str:
    """Make a new token, which ends the old one. Raises TokenError."""
    token = secrets.token_urlsafe(32)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(token + "\n")
    except OSError as error:
        raise TokenError(f"{path} cannot be written: {error.strerror}") from error
    return token


class PairingAnswer(Enum):
    """What came of a code that was sent."""

    RIGHT = "right"
    WRONG = "wrong"
    OVER = "over"
    """No code is good now: none was asked for, or it was used, or too old, or guessed at."""


@dataclass(slots=True)
class Pairing:
    """A six-digit code that is shown to the user and exchanged once for the token."""

    clock: Callable[[], float] = time.monotonic
    code: str = ""
    """The latest one; "" before the first."""
    tries: int = 0
    """How many more wrong codes it bears."""
    _made: float = 0.0

    def renew(self) -> str:
        """A new code, in place of the one before."""
        self.code = f"{secrets.randbelow(1_000_000):06d}"
        self.tries, self._made = TRIES, self.clock()
        return self.code

    def redeem(self, code: str) -> PairingAnswer:
        """Try a code; a right one, too many wrong ones and time end it."""
        if self.tries <= 0 or self.clock() - self._made > LIFE:
            self.tries = 0
            return PairingAnswer.OVER
        right = hmac.compare_digest(code.encode(), self.code.encode())
        self.tries = 0 if right else self.tries - 1
        return PairingAnswer.RIGHT if right else PairingAnswer.WRONG


def proof(token: str, port: int, nonce: str) -> str:
    """That who listens on this port of 127.0.0.1 knows the token: HMAC-SHA-256 in hexadecimal
    (RFC 2104). The port is part of it, so that it is of no use to who holds another."""
    message = f"auditor serve, 127.0.0.1:{port}, {nonce}"
    return hmac.new(token.encode(), message.encode(), "sha256").hexdigest()
