"""What the routes of the server share, and how requests wait for their turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.backend.activity import Activity
from app.backend.pairing import Pairing, PairingAnswer
from app.backend.saved import Saved
from auditor.catalogue import ENGLISH, Tongue, preferred, tongue
from auditor.judge.judge import Judge
from auditor.scan.cores import judging_pool
from models.encoder import Encoder

AT_ONCE = 2
"""Audits that run at the same time; the cores are few."""
WAITING = 8
"""Requests that may wait for their turn; more are asked to come back."""
HEARTBEAT = 2.0


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


def service_of(request: Request) -> Service:
    """Of the application that was asked."""
    service: Service = request.app.state.service
    return service


def saved_of(service: Service) -> Saved:
    """Raises HTTPException where nothing is kept."""
    if service.saved is None:
        raise HTTPException(409, "the server keeps nothing: start it with --save FILE.db")
    return service.saved


def ask_turn(service: Service) -> None:
    """Raises HTTPException when too many wait for a turn already."""
    if service.waiting >= WAITING:
        raise HTTPException(429, "too many requests at once", headers={"Retry-After": "1"})


@asynccontextmanager
async def turn_of(service: Service) -> AsyncIterator[None]:
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


def tongue_of(request: Request) -> Tongue:
    """The language that whoever asks likes best of those that there are, else English."""
    return tongue(preferred(request.headers.get("accept-language", "")) or ENGLISH.code)
