"""Computes in processes: Python itself uses one core in each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar, TypeVarTuple

from anyio import CapacityLimiter, to_process

from auditor.scan.cores import cores

ALONE = 20
"""Calls before processes are started, which takes as long as so many."""

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
        return await to_process.run_sync(function, *args, cancellable=True, limiter=self._cores)
