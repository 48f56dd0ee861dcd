"""Computes in processes: Python itself uses one core in each."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import Executor
from functools import cache
from typing import TypeVar, TypeVarTuple

from anyio import CapacityLimiter, to_process

from auditor.scan.cores import cores

ALONE = 20
"""Calls before processes are started, which takes as long as so many."""
GARBAGE = (20_000, 20, 20)
"""Thresholds of the search for garbage in a process that works on pages; a page leaves cycles of
elements behind, which it finds a few pages later."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Processes:
    """Runs functions of a module, one a core at a time, on values that can be pickled.

    A page that ends its process does not end the scan. They end with the event loop, and by
    themselves when this process is killed.
    """

    def __init__(self, pool: Executor) -> None:
        """`pool`: threads, for the first calls."""
        self._pool = pool
        self._calls = 0
        self._cores = CapacityLimiter(cores())

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """What the function returns or raises. Raises anyio.BrokenWorkerProcess when its process
        ends; a task that is cancelled ends it."""
        self._calls += 1
        if self._calls <= ALONE:
            return await asyncio.get_running_loop().run_in_executor(self._pool, function, *args)
        return await to_process.run_sync(
            _in_process, function, args, cancellable=True, limiter=self._cores
        )


def _in_process(function: Callable[[*Ts], T], args: tuple[*Ts]) -> T:
    _prepare()
    return function(*args)


@cache
def _prepare() -> None:
    """Once a process: what was loaded is never garbage, and the tree of a page is thousands of
    values at once that are none yet."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
