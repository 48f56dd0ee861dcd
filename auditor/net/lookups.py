"""Host names that the system's resolver is asked about, no oftener than is of use."""

from __future__ import annotations

import asyncio
import socket

from auditor.net.addresses import resolve
from auditor.net.special_addresses import Address

UNKNOWN_SECONDS = 60
"""How long a name that does not exist is not asked for again (of RFC 2308, section 5, the least
that is common). A resolver that cannot say is asked each time."""
UNKNOWN_KEPT = 10_000
_NO_SUCH_NAME = {socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)}


class Lookups:
    """A page asks for dozens of pictures of one host at once, and a saved page for those of hosts
    that are long gone: each name is looked up once at a time, and one that does not exist once a
    minute. What does exist is asked anew each time, since its addresses are to be checked."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[list[Address]]] = {}
        self._unknown: dict[str, float] = {}

    async def addresses(self, host: str) -> list[Address]:
        """See `resolve`. Raises OSError."""
        if asyncio.get_running_loop().time() < self._unknown.get(host, 0.0):
            raise OSError(f"{host} is not known")
        task = self._running.get(host)
        if task is None:
            task = self._running[host] = asyncio.create_task(resolve(host))
            task.add_done_callback(lambda done: self._ended(host, done))
        return await asyncio.shield(task)

    def _ended(self, host: str, task: asyncio.Task[list[Address]]) -> None:
        del self._running[host]
        error = None if task.cancelled() else task.exception()
        if isinstance(error, OSError) and error.errno in _NO_SUCH_NAME:
            if len(self._unknown) >= UNKNOWN_KEPT:
                self._unknown.clear()
            self._unknown[host] = task.get_loop().time() + UNKNOWN_SECONDS
