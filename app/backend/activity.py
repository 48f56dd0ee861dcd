"""When the server was last at work, so that one that nobody needs can end by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.types import ASGIApp, Receive, Scope, Send


@dataclass(slots=True)
class Activity:
    """The requests that were let in."""

    clock: Callable[[], float] = time.monotonic
    _open: int = 0
    _last: float = field(init=False)

    def __post_init__(self) -> None:
        self._last = self.clock()

    @property
    def idle(self) -> float:
        """Seconds since the last request was answered; 0 while one is."""
        return 0.0 if self._open else self.clock() - self._last

    def begin(self) -> None:
        """A request came."""
        self._open += 1

    def end(self) -> None:
        """It was answered."""
        self._open -= 1
        self._last = self.clock()


@dataclass(frozen=True, slots=True)
class Noting:
    """ASGI middleware that notes each request."""

    app: ASGIApp
    activity: Activity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on."""
        self.activity.begin()
        try:
            await self.app(scope, receive, send)
        finally:
            self.activity.end()
