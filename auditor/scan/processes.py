"""Computes in processes: Python itself uses one core in each."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import Executor
from functools import cache
from types import TracebackType
from typing import Self, TypeVar, TypeVarTuple

from anyio import CapacityLimiter, to_process

from auditor.scan.cores import cores
from auditor.scan.forked import Forked, can_fork, forked

ALONE = 20
"""Calls before processes are started that cannot be forked, which takes as long as so many."""
GARBAGE = (20_000, 20, 20)
"""Thresholds of the search for garbage in a process that works on pages; a page leaves cycles of
elements behind, which it finds a few pages later."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Processes:
    """Runs functions of a module, one a core at a time, on values that can be pickled. Use as an
    asynchronous context manager, entered while no thread is at work yet.

    They are forked where that is safe, which takes no time and loads nothing; else, and in the
    place of one that ended, they are started anew after the first few calls. A page that ends its
    process does not end the scan. They end with this manager, with the event loop, and by
    themselves when this process is killed.
    """

    def __init__(self, pool: Executor) -> None:
        """`pool`: threads, for the first calls where processes are started anew."""
        self._pool = pool
        self._calls = 0
        self._cores = asyncio.Semaphore(cores())
        self._started = CapacityLimiter(cores())
        self._free: list[Forked] = []
        self._all: list[Forked] = []

    async def __aenter__(self) -> Self:
        if can_fork():
            self._all = await forked(cores(), _prepare)
            self._free = list(self._all)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for each in self._all:
            each.end()

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """What the function returns or raises. Raises anyio.BrokenWorkerProcess when its process
        ends; a task that is cancelled ends it."""
        async with self._cores:
            while self._free:
                process = self._free.pop()
                if process.runs:
                    try:
                        return await process.run(function, *args)
                    finally:
                        self._free.append(process)
        return await self._by_started(function, *args)

    async def _by_started(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        self._calls += 1
        if not self._all and self._calls <= ALONE:
            return await asyncio.get_running_loop().run_in_executor(self._pool, function, *args)
        return await to_process.run_sync(
            _in_process, function, args, cancellable=True, limiter=self._started
        )


def _in_process(function: Callable[[*Ts], T], args: tuple[*Ts]) -> T:
    _prepare()
    return function(*args)


@cache
def _prepare() -> None:
    """Once a process: what was loaded is never garbage, and the tree of a page is thousands of
    values at once that are none yet."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)
